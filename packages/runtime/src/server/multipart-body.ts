import type { ByteSource } from "../byte-stream.ts";
import { escapePointerToken } from "../json-pointer.ts";
import { getMember } from "../members.ts";
import type { JsonObject } from "../members.ts";
import { MultipartError } from "../multipart/multipart-error.ts";
import type { MultipartErrorKind } from "../multipart/multipart-error.ts";
import { readFormData } from "../multipart/read-form-data.ts";
import { readParts } from "../multipart/read-parts.ts";
import type { MediaTypeDescriptor } from "../operation.ts";
import { bodyIssue, incompleteBody, RequestFailure } from "./failure.ts";
import type { InputLimits } from "./body-limits.ts";

/**
 * Reads a multipart body and decodes its values: an object for a form, or a list of parts.
 *
 * @returns `undefined` if the body is empty.
 * @throws {RequestFailure} 413 as soon as the body or a part exceeds its limit, 400 if the body is
 * malformed or incomplete, or a text is invalid in its charset, 415 if the charset is not supported. Each
 * names the part.
 */
export async function readMultipart(
  media: MediaTypeDescriptor,
  source: ByteSource,
  contentType: string,
  limits: InputLimits,
): Promise<JsonObject | unknown[] | undefined> {
  const { maxBodyBytes: maxBytes, maxParts, maxPartBytes, parts } = limits;
  const limitOf = (name: string): number =>
    (getMember(parts, name) as number | undefined) ?? maxPartBytes;
  const read = media.as === "parts" ? readParts : readFormData;
  try {
    return await read(media, source, contentType, {
      maxBytes,
      maxParts,
      maxPartBytes: limitOf,
    });
  } catch (error) {
    if (error instanceof MultipartError && error.kind === "empty") return undefined;
    throw toRequestFailure(error);
  }
}

const answers: { readonly [Kind in MultipartErrorKind]: readonly [400 | 413 | 415, string] } = {
  empty: [400, "multipart"],
  malformed: [400, "multipart"],
  "too large": [413, "size"],
  encoding: [400, "encoding"],
  unsupported: [415, "charset"],
};

function toRequestFailure(error: unknown): RequestFailure {
  if (error instanceof RequestFailure) return error;
  if (!(error instanceof MultipartError)) return incompleteBody();
  const [status, keyword] = answers[error.kind];
  const pointer = error.part === undefined ? "" : `/${escapePointerToken(error.part)}`;
  return new RequestFailure(status, [bodyIssue(keyword, error.message, pointer)]);
}

import { concatenate } from "../byte-stream.ts";
import type { ByteSource } from "../byte-stream.ts";
import { decodeFormData, isFileProperty } from "../form-data.ts";
import type { FormEntry } from "../form-data.ts";
import { escapePointerToken } from "../json-pointer.ts";
import { getMember } from "../members.ts";
import type { JsonObject } from "../members.ts";
import { MultipartError } from "../multipart/multipart-error.ts";
import { parseMultipart } from "../multipart/parse.ts";
import type { MultipartPart } from "../multipart/parse.ts";
import type { MediaTypeDescriptor } from "../operation.ts";
import { bodyIssue, incompleteBody, RequestFailure } from "./failure.ts";
import type { InputLimits } from "./options.ts";
import { ByteCollector } from "./byte-collector.ts";

/**
 * Reads a `multipart/form-data` body and decodes its values.
 *
 * @returns `undefined` if the body is empty.
 * @throws {RequestFailure} 413 as soon as the body or a part exceeds its limit, 400 if the body is
 *   malformed or incomplete; both name the part.
 */
export async function readMultipart(
  media: MediaTypeDescriptor,
  source: ByteSource,
  contentType: string,
  limits: InputLimits,
): Promise<JsonObject | undefined> {
  const entries: FormEntry[] = [];
  const { maxBodyBytes: maxBytes, maxParts, maxPartBytes, parts } = limits;
  const limitOf = (name: string): number =>
    (getMember(parts, name) as number | undefined) ?? maxPartBytes;
  try {
    const parsed = parseMultipart(source, contentType, {
      maxBytes,
      maxParts,
      maxPartBytes: limitOf,
    });
    for await (const part of parsed) entries.push(await readPart(media, part));
  } catch (error) {
    if (error instanceof MultipartError && error.kind === "empty") return undefined;
    throw toRequestFailure(error);
  }
  return decodeFormData(media, entries);
}

/** A part is a file if it has a file name, or if the description says so. */
async function readPart(media: MediaTypeDescriptor, part: MultipartPart): Promise<FormEntry> {
  const { name, filename, contentType, headers } = part;
  const collector = new ByteCollector();
  for await (const chunk of part.chunks) collector.add(chunk);
  const bytes = collector.take();
  if (filename !== undefined) {
    return [name, new File(bytes, filename, { type: contentType ?? "text/plain" }), headers];
  }
  if (isFileProperty(media, name)) {
    return [name, new Blob(bytes, { type: contentType ?? "" }), headers];
  }
  try {
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    return [name, decoder.decode(concatenate(bytes)), headers];
  } catch {
    throw new RequestFailure(400, [bodyIssue("encoding", "must be UTF-8", pointerTo(name))]);
  }
}

function toRequestFailure(error: unknown): RequestFailure {
  if (error instanceof RequestFailure) return error;
  if (!(error instanceof MultipartError)) return incompleteBody();
  const isLarge = error.kind === "too large";
  const pointer = pointerTo(error.part);
  const issue = bodyIssue(isLarge ? "size" : "multipart", error.message, pointer);
  return new RequestFailure(isLarge ? 413 : 400, [issue]);
}

const pointerTo = (part: string | undefined): string =>
  part === undefined ? "" : `/${escapePointerToken(part)}`;

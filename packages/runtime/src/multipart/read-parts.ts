import { concatenate } from "../byte-stream.ts";
import type { ByteSource } from "../byte-stream.ts";
import { ByteCollector } from "../byte-collector.ts";
import { CharsetError, charsetOf, decodeBytes } from "../charset.ts";
import { decodePart } from "../decode-form-data.ts";
import { isJsonMediaType } from "../media-type.ts";
import { getMember } from "../members.ts";
import type { MediaTypeDescriptor, PartDescriptor } from "../operation.ts";
import { MultipartError } from "./multipart-error.ts";
import { parseMultipart } from "./parse.ts";
import type { MultipartLimits, MultipartPart } from "./parse.ts";
import { keepHeaders } from "./part-headers.ts";
import type { PartHeaders } from "./part-headers.ts";
import { parsePlacedHead } from "./part-head.ts";
import { isFile } from "./read-form-data.ts";
import { decodeTransfer } from "./transfer-encoding.ts";
import { partAt } from "./write-parts.ts";

/**
 * Reads a multipart body as a list of its parts (OpenAPI 3.2, "Encoding By Position"). It is the inverse of
 * `writeParts`: raw binary is a Blob, or a File if it has a name; JSON is a value, and text becomes the
 * type at its position. `partHeadersOf(list, position)` returns the headers.
 *
 * @throws {MultipartError} if the body is empty or malformed, exceeds a limit, or a text is invalid in its
 * charset. It names the part by its position. Errors of the source pass through.
 */
export async function readParts(
  media: MediaTypeDescriptor,
  source: ByteSource,
  contentType: string,
  limits: MultipartLimits = {},
): Promise<unknown[]> {
  const parts: unknown[] = [];
  const headers: PartHeaders[] = [];
  for await (const part of streamParts(media, source, contentType, limits)) {
    parts.push(part.value);
    headers.push(part.headers);
  }
  keepHeaders(parts, headers);
  return parts;
}

/** Reads the parts of a body as {@link readParts} does, and yields each as soon as it has arrived. */
export async function* streamParts(
  media: MediaTypeDescriptor,
  source: ByteSource,
  contentType: string,
  limits: MultipartLimits,
): AsyncGenerator<{ readonly value: unknown; readonly headers: PartHeaders }, void, undefined> {
  let position = 0;
  for await (const part of parseMultipart(source, contentType, limits, parsePlacedHead)) {
    const value = await readPart(partAt(media, position), part);
    if (typeof value === "object" && value !== null) keepHeaders(value, part.headers);
    yield { value, headers: part.headers };
    position += 1;
  }
}

async function readPart(described: PartDescriptor, part: MultipartPart): Promise<unknown> {
  const { name, filename, contentType } = part;
  const collector = new ByteCollector();
  for await (const chunk of part.chunks) collector.add(chunk);
  const received = concatenate(collector.take());
  const bytes = isEncodedValue(described)
    ? received
    : decodeTransfer(received, transferEncoding(part.headers), name);
  const { shape = "any" } = described;
  if (isFile(shape, contentType) || (filename !== undefined && shape === "any")) {
    const type = contentType ?? "";
    return filename === undefined
      ? new Blob([bytes], { type })
      : new File([bytes], filename, { type });
  }
  try {
    const text = decodeBytes(bytes, charsetOf(contentType), { ignoreBOM: true });
    return await decodePart(
      text,
      shape,
      isJsonMediaType(contentType ?? described.contentType ?? ""),
    );
  } catch (error) {
    throw error instanceof CharsetError
      ? new MultipartError(error.kind, error.message, name)
      : error;
  }
}

const transferEncoding = (headers: PartHeaders): string | undefined =>
  getMember(headers, "content-transfer-encoding") as string | undefined;

/**
 * True if the value is the encoded text itself (OpenAPI 3.2, "`Content-Transfer-Encoding` and
 * `contentEncoding`").
 */
const isEncodedValue = ({ headers = {} }: PartDescriptor): boolean =>
  Object.keys(headers).some((name) => name.toLowerCase() === "content-transfer-encoding");

import type { ByteSource } from "../byte-stream.ts";
import { concatenate } from "../byte-stream.ts";
import { ByteCollector } from "../byte-collector.ts";
import { CharsetError, charsetOf, decodeBytes } from "../charset.ts";
import { decodeFormData } from "../decode-form-data.ts";
import type { FormEntry } from "../decode-form-data.ts";
import { isJsonMediaType, isTextMediaType } from "../media-type.ts";
import type { JsonObject } from "../members.ts";
import type { MediaTypeDescriptor, ValueShape } from "../operation.ts";
import {
  alternativesOf,
  arrayShape,
  isCompound,
  memberShape,
  objectShape,
} from "../parameters/text-value.ts";
import { MultipartError } from "./multipart-error.ts";
import { parseMultipart } from "./parse.ts";
import type { MultipartLimits, MultipartPart } from "./parse.ts";

/**
 * Reads a `multipart/form-data` body and decodes its values. A part is a file if it has a file name, if the
 * description allows nothing else, or if its media type is neither text nor JSON and the description does
 * not call for text. Text is decoded by the part's `charset`, or that of a part `_charset_` (RFC 7578,
 * sections 4.5 and 4.6).
 *
 * @throws {MultipartError} if the body is empty or malformed, exceeds a limit, or a text is invalid in its
 * charset. Errors of the source pass through.
 */
export async function readFormData(
  media: MediaTypeDescriptor,
  source: ByteSource,
  contentType: string,
  limits: MultipartLimits = {},
): Promise<JsonObject> {
  const entries: FormEntry[] = [];
  let charset = "utf-8";
  for await (const part of parseMultipart(source, contentType, limits)) {
    const entry = await readPart(media, part, charset);
    const [name, content] = entry;
    if (name === "_charset_" && typeof content === "string") charset = content.toLowerCase();
    entries.push(entry);
  }
  try {
    return await decodeFormData(media, entries);
  } catch (error) {
    throw error instanceof CharsetError ? new MultipartError(error.kind, error.message) : error;
  }
}

async function readPart(
  media: MediaTypeDescriptor,
  part: MultipartPart,
  charset: string,
): Promise<FormEntry> {
  const { name, filename, contentType, headers } = part;
  const collector = new ByteCollector();
  for await (const chunk of part.chunks) collector.add(chunk);
  const bytes = collector.take();
  if (filename !== undefined)
    return [name, new File(bytes, filename, { type: contentType ?? "text/plain" }), headers];
  const blob = new Blob(bytes, { type: contentType ?? "" });
  const shape = partShape(media, name);
  if (isFile(shape, contentType)) {
    const isNull = alternativesOf(shape).includes("null") && contentType === undefined;
    const isNullText = isNull && blob.size === 4 && (await blob.text()) === "null";
    return [name, isNullText ? "null" : blob, headers];
  }
  try {
    const own = /;\s*charset\s*=/i.test(contentType ?? "") ? charsetOf(contentType) : charset;
    return [name, decodeBytes(concatenate(bytes), own, { ignoreBOM: true }), headers];
  } catch (error) {
    throw error instanceof CharsetError
      ? new MultipartError(error.kind, error.message, name)
      : error;
  }
}

/** Returns the shape of a part by its name. */
function partShape(media: MediaTypeDescriptor, name: string): ValueShape {
  const shape = memberShape(objectShape(media.shape ?? "any") ?? { object: {} }, name);
  return arrayShape(shape)?.array ?? shape;
}

/** True if a part without a file name is a file. */
export function isFile(shape: ValueShape, contentType: string | undefined): boolean {
  const mediaType = contentType ?? "text/plain";
  const isText = isTextMediaType(mediaType);
  if (shape === "any") return !isText && !isJsonMediaType(mediaType);
  const kinds = alternativesOf(shape);
  if (!kinds.includes("binary")) return false;
  const others = kinds.filter((kind) => kind !== "binary" && kind !== "null");
  if (isJsonMediaType(mediaType)) return !others.some(isCompound);
  return !isText || !others.some((kind) => !isCompound(kind));
}

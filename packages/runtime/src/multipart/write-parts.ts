import { isMultipartMediaType, mediaTypeEssence } from "../media-type.ts";
import type { MediaTypeDescriptor, PartDescriptor } from "../operation.ts";
import { randomId } from "../random-id.ts";
import { headersToSend } from "./part-headers.ts";
import { escapeName, fileNameOf, headerLine, partContent, refuseStream } from "./written-part.ts";

/** A multipart body with its media type, which has the boundary. */
export interface WrittenParts {
  readonly contentType: string;
  readonly body: Blob;
}

/** The description of the part at a place of a list. */
export const partAt = (
  { prefixEncoding = [], itemEncoding = {} }: MediaTypeDescriptor,
  position: number,
): PartDescriptor => prefixEncoding[position] ?? itemEncoding;

/**
 * Writes a list as a multipart body, a part for each item in their order (OpenAPI 3.2, "Encoding By Position"; RFC 2046,
 * section 5.1): a Blob as its bytes, an object as JSON. A part has its media type, the headers that the description
 * fixes, and those of `withPartHeaders`. Files are not read.
 *
 * @param mediaType of the body; a boundary that it has is replaced
 * @throws {TypeError} if a part is absent or a stream, or its header has a line break or no name.
 */
export function writeParts(
  media: MediaTypeDescriptor,
  list: readonly unknown[],
  mediaType = media.mediaType,
): WrittenParts {
  const boundary = `part-${randomId()}`;
  const isForm = isMultipartMediaType(mediaType);
  const content: BlobPart[] = [];
  let root: string | undefined;
  for (const position of list.keys()) {
    const part = writePart(partAt(media, position), list, position, isForm);
    root ??= part.headers.get("content-type")?.[1] ?? "text/plain";
    let head = "";
    for (const [field, text] of part.headers.values()) head += headerLine(field, text);
    content.push(`--${boundary}\r\n${head}\r\n`, part.content, "\r\n");
  }
  content.push(`--${boundary}--\r\n`);
  const contentType = `${typeOf(mediaType, root)}; boundary=${boundary}`;
  return { contentType, body: new Blob(content, { type: contentType }) };
}

/** By lower-case name, with the name as it is written. */
type PartHeaderMap = Map<string, readonly [name: string, value: string]>;

function writePart(
  described: PartDescriptor,
  list: readonly unknown[],
  position: number,
  isForm: boolean,
): { readonly content: string | Blob; readonly headers: PartHeaderMap } {
  const value = list[position];
  const place = `part ${position}`;
  if (value === undefined) throw new TypeError(`${place} is undefined`);
  refuseStream(value, place);
  const { content, type } = partContent(value, described.contentType);
  const headers: PartHeaderMap = new Map();
  const add = (all: object): void => {
    for (const [name, text] of Object.entries(all)) {
      if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name))
        throw new TypeError(`${place}: ${JSON.stringify(name)} is no name of a header`);
      headers.set(name.toLowerCase(), [name, String(text)]);
    }
  };
  const name = content instanceof Blob ? fileNameOf(content) : undefined;
  if (isForm) add({ "Content-Disposition": `form-data; name="${position}"` });
  else if (name !== undefined)
    add({ "Content-Disposition": `attachment; filename="${escapeName(name)}"` });
  add(described.headers ?? {});
  // A mock has texts for bytes.
  const byDefault = described.shape === "binary" ? "application/octet-stream" : "text/plain";
  const mediaType = isForm ? type : withCharset(type ?? byDefault, content);
  if (mediaType !== undefined) add({ "Content-Type": mediaType });
  add(headersToSend(value, list, position));
  if (isForm && content instanceof Blob) addFileName(headers, name ?? "blob");
  return { content, headers };
}

/** A part that is a file has a name in a form (RFC 7578, section 4.2). */
function addFileName(headers: PartHeaderMap, name: string): void {
  const [field, disposition] = headers.get("content-disposition") ?? ["Content-Disposition", ""];
  if (/;\s*filename\*?\s*=/i.test(disposition)) return;
  const text = `${disposition}; filename="${escapeName(name)}"`;
  headers.set("content-disposition", [field, text]);
}

/** Text without a charset is ASCII (RFC 2046, section 4.1.2), and what is written here is UTF-8. */
const withCharset = (type: string, content: string | Blob): string =>
  typeof content === "string" && /^text\//i.test(type) && !/;\s*charset\s*=/i.test(type)
    ? `${type}; charset=utf-8`
    : type;

/**
 * The media type of a body, without boundary. `multipart/related` names the type of its first part (RFC 2387, section
 * 3.1).
 */
function typeOf(mediaType: string, root = "text/plain"): string {
  const plain = mediaType
    .replace(/;\s*boundary\s*=\s*(?:"[^"]*"|[^\s;"]*)/i, "")
    .replace(/^\s*multipart\/\*/i, "multipart/mixed");
  const isRelated = mediaTypeEssence(plain) === "multipart/related";
  if (!isRelated || /;\s*type\s*=/i.test(plain)) return plain;
  return `${plain}; type="${mediaTypeEssence(root) ?? "text/plain"}"`;
}

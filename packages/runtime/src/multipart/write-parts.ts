import { isMultipartMediaType, mediaTypeEssence } from "../media-type.ts";
import type { MediaTypeDescriptor, PartDescriptor, ValueShape } from "../operation.ts";
import { alternativesOf } from "../parameters/text-value.ts";
import { randomId } from "../random-id.ts";
import { headersToSend } from "./part-headers.ts";
import type { PartHeaders } from "./part-headers.ts";
import { escapeName, fileNameOf, headerLine, partContent, refuseStream } from "./written-part.ts";

/** A multipart body with its media type, which names the boundary. */
export interface WrittenParts {
  readonly contentType: string;
  readonly body: Blob;
}

/** Returns the descriptor of the part at a position. */
export const partAt = (
  { prefixEncoding = [], itemEncoding = {} }: MediaTypeDescriptor,
  position: number,
): PartDescriptor => prefixEncoding[position] ?? itemEncoding;

/**
 * Writes a list as a multipart body with one part for each item (OpenAPI 3.2, "Encoding By Position"; RFC
 * 2046, section 5.1): a Blob as its bytes, an object as JSON. Each part has its media type, the fixed
 * headers of the description, and those of `withPartHeaders`. Files are not read.
 *
 * @param mediaType that of the body. Its boundary is replaced.
 * @throws {TypeError} if a part is absent or a stream, or its header has a line break or an invalid name.
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
    const value = list[position];
    const own = headersToSend(value, list, position);
    const part = writePart(partAt(media, position), value, own, position, isForm);
    root ??= part.headers.get("content-type")?.[1] ?? "text/plain";
    content.push(`--${boundary}\r\n${headOf(part)}\r\n`, part.content, "\r\n");
  }
  content.push(`--${boundary}--\r\n`);
  const contentType = `${typeOf(mediaType, root)}; boundary=${boundary}`;
  return { contentType, body: new Blob(content, { type: contentType }) };
}

/** Parts that are written as they come, with the media type of their body. */
export interface PartStream {
  readonly contentType: string;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/**
 * Writes the parts of a stream as {@link writeParts} does. Each is followed by its boundary, so that
 * readers need not wait for the next one. Ending the iteration ends the items, and so does a part that
 * cannot be written.
 *
 * @param declared prepares an item for sending
 */
export function writePartStream(
  media: MediaTypeDescriptor,
  items: AsyncIterable<unknown> | Iterable<unknown>,
  declared: (item: unknown) => unknown,
): PartStream {
  const boundary = `part-${randomId()}`;
  const isForm = isMultipartMediaType(media.mediaType);
  const source =
    Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  let position = 0;
  let isEnded = false;
  const write = (item: unknown): Promise<Uint8Array> => {
    const described = partAt(media, position);
    const part = writePart(described, declared(item), headersToSend(item), position, isForm);
    const lead = position === 0 ? `--${boundary}` : "";
    position += 1;
    return bytesOf(`${lead}\r\n${headOf(part)}\r\n`, part.content, `\r\n--${boundary}`);
  };
  const end = async (): Promise<IteratorResult<Uint8Array>> => {
    isEnded = true;
    await source.return?.();
    return { done: true, value: undefined };
  };
  const iterator: AsyncIterator<Uint8Array> = {
    async next() {
      if (isEnded) return { done: true, value: undefined };
      const { done, value } = await source.next();
      if (done === true) {
        isEnded = true;
        return {
          done: false,
          value: await bytesOf(position === 0 ? `--${boundary}--\r\n` : "--\r\n"),
        };
      }
      try {
        return { done: false, value: await write(value) };
      } catch (error) {
        await end();
        throw error;
      }
    },
    return: end,
  };
  const contentType = `${typeOf(media.mediaType)}; boundary=${boundary}`;
  return { contentType, chunks: { [Symbol.asyncIterator]: () => iterator } };
}

const bytesOf = async (...parts: BlobPart[]): Promise<Uint8Array> =>
  new Uint8Array(await new Blob(parts).arrayBuffer());

/** Headers by lower-case name, with the name as written. */
type PartHeaderMap = Map<string, readonly [name: string, value: string]>;

/** A part with its headers. */
interface HeadedPart {
  readonly content: string | Blob;
  readonly headers: PartHeaderMap;
}

const headOf = ({ headers }: HeadedPart): string =>
  [...headers.values()].map(([field, text]) => headerLine(field, text)).join("");

function writePart(
  described: PartDescriptor,
  value: unknown,
  own: PartHeaders,
  position: number,
  isForm: boolean,
): HeadedPart {
  const place = `part ${position}`;
  if (value === undefined) throw new TypeError(`${place} is undefined`);
  refuseStream(value, place);
  const { shape = "any", contentType } = described;
  const isFile = typeof value === "string" && isBytes(shape);
  const { content, type } = partContent(isFile ? new Blob([value]) : value, contentType);
  const headers: PartHeaderMap = new Map();
  const add = (all: object): void => {
    for (const [name, text] of Object.entries(all)) {
      if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name))
        throw new TypeError(`${place}: ${JSON.stringify(name)} is not a header name`);
      headers.set(name.toLowerCase(), [name, String(text)]);
    }
  };
  const name = content instanceof Blob ? fileNameOf(content) : undefined;
  if (isForm) add({ "Content-Disposition": `form-data; name="${position}"` });
  else if (name !== undefined)
    add({ "Content-Disposition": `attachment; filename="${escapeName(name)}"` });
  add(described.headers ?? {});
  const mediaType = isForm ? type : withCharset(type ?? "text/plain", content);
  if (mediaType !== undefined) add({ "Content-Type": mediaType });
  add(own);
  if (isForm && content instanceof Blob) addFileName(headers, name ?? "blob");
  return { content, headers };
}

/** True if a text represents bytes, as in the values of mocks. */
function isBytes(shape: ValueShape): boolean {
  const alternatives = alternativesOf(shape);
  return alternatives.includes("binary") && !alternatives.includes("string");
}

/** Adds the file name that forms require for a file (RFC 7578, section 4.2). */
function addFileName(headers: PartHeaderMap, name: string): void {
  const [field, disposition] = headers.get("content-disposition") ?? ["Content-Disposition", ""];
  if (/;\s*filename\*?\s*=/i.test(disposition)) return;
  const text = `${disposition}; filename="${escapeName(name)}"`;
  headers.set("content-disposition", [field, text]);
}

/**
 * Adds the charset to text: without it text is ASCII (RFC 2046, section 4.1.2), and it is written as UTF-8
 * here.
 */
const withCharset = (type: string, content: string | Blob): string =>
  typeof content === "string" && /^text\//i.test(type) && !/;\s*charset\s*=/i.test(type)
    ? `${type}; charset=utf-8`
    : type;

/**
 * Returns the media type of a body, without boundary. `multipart/related` names the type of its first part
 * (RFC 2387, section 3.1).
 */
function typeOf(mediaType: string, root?: string): string {
  const plain = mediaType
    .replace(/;\s*boundary\s*=\s*(?:"[^"]*"|[^\s;"]*)/i, "")
    .replace(/^\s*multipart\/\*/i, "multipart/mixed");
  const isRelated = mediaTypeEssence(plain) === "multipart/related";
  if (!isRelated || root === undefined || /;\s*type\s*=/i.test(plain)) return plain;
  return `${plain}; type="${mediaTypeEssence(root) ?? "text/plain"}"`;
}

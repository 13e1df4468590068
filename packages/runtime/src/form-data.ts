import { definedEntries } from "./members.ts";
import { isJsonMediaType, labelledUtf8 } from "./media-type.ts";
import type { MediaTypeDescriptor, ParameterDescriptor } from "./operation.ts";
import { notationOf } from "./parameters/notation.ts";
import { queryDecode } from "./parameters/percent-encoding.ts";
import { randomId } from "./random-id.ts";
import { encodeQuery, getEncoding, parseQuery } from "./parameters/query.ts";
import { memberShape, objectShape, toText } from "./parameters/text-value.ts";

/** Headers of one part of a multipart body. */
export interface PartHeaders {
  readonly [name: string]: string;
}

const headersOfParts = new WeakMap<object, PartHeaders>();

/** Separate from the headers to send, so that a forwarded part does not forward its headers. */
const headersReceived = new WeakMap<object, PartHeaders>();

/** Keeps the headers of a received part for {@link partHeadersOf}. */
export const keepHeaders = (part: object, headers: PartHeaders): void =>
  void headersReceived.set(part, headers);

/**
 * Attaches headers to one part of a multipart body (OpenAPI 3.1, Encoding Object, `headers`):
 * `{ photo: withPartHeaders(blob, { "X-Rotation": "90" }) }`. The value itself is not changed.
 */
export function withPartHeaders<Value extends object>(part: Value, headers: PartHeaders): Value {
  headersOfParts.set(part, headers);
  return part;
}

/**
 * Returns the headers of a received part of a multipart body, by lower-case name. The part is a file, or
 * the object that a JSON part was decoded to; other values have no headers.
 */
export function partHeadersOf(part: object): PartHeaders {
  return headersReceived.get(part) ?? {};
}

/**
 * Writes an object as a `multipart/form-data` body (RFC 7578; OpenAPI 3.1, "Special Considerations
 * for multipart Content"): a Blob is a file, an array repeats its name, an object is JSON, unless
 * the property's encoding has a style. A `FormData` is written as it is. The result's type names the boundary;
 * files are not read.
 *
 * @throws {TypeError} if a style cannot express its value, a part is a stream, or a part's header has a
 *   line break.
 */
export function encodeFormData(media: MediaTypeDescriptor, value: object): Blob {
  // What its maker has put into a FormData has its final form.
  if (isFormData(value)) return encodeParts({ mediaType: media.mediaType }, value);
  return encodeParts(media, definedEntries(value));
}

/** True for a `FormData` of any class: that of the package undici is not the global one. */
export const isFormData = (value: unknown): value is Iterable<[string, unknown]> =>
  Object.prototype.toString.call(value) === "[object FormData]";

function encodeParts(media: MediaTypeDescriptor, entries: Iterable<[string, unknown]>): Blob {
  const boundary = `form-data-${randomId()}`;
  const blobParts: BlobPart[] = [];
  for (const [name, member] of entries) {
    for (const { name: partName, content, headers } of partsOf(media, name, member)) {
      blobParts.push(
        `--${boundary}\r\n${partHead(partName, content, headers)}\r\n`,
        content,
        "\r\n",
      );
    }
  }
  blobParts.push(`--${boundary}--\r\n`);
  return new Blob(blobParts, { type: `multipart/form-data; boundary=${boundary}` });
}

interface Part {
  readonly name: string;
  readonly content: string | Blob;
  readonly headers: PartHeaders;
}

function partsOf(media: MediaTypeDescriptor, name: string, member: unknown): Part[] {
  const styled = styledParameter(media, name);
  if (styled && !(member instanceof Blob)) return styledParts(styled, member);
  const { contentType } = getEncoding(media, name);
  return (Array.isArray(member) ? member : [member]).map((item: unknown) => {
    if (isStream(item)) {
      const hint = "pass a Blob, such as openAsBlob() of node:fs creates from a file";
      throw new TypeError(`property "${name}": a part cannot be a stream: ${hint}`);
    }
    const own = typeof item === "object" && item !== null ? headersOfParts.get(item) : undefined;
    const { content, type } = partContent(item, contentType);
    const headers = { ...(type === undefined ? {} : { "Content-Type": type }), ...own };
    return { name, content, headers };
  });
}

function partContent(
  part: unknown,
  contentType: string | undefined,
): { content: string | Blob; type?: string | undefined } {
  const described = concreteOf(contentType);
  if (part instanceof Blob) {
    return { content: part, type: part.type || (described ?? "application/octet-stream") };
  }
  if (ArrayBuffer.isView(part) || part instanceof ArrayBuffer) {
    const content = new Blob([part as BlobPart]);
    return { content, type: described ?? "application/octet-stream" };
  }
  const type = described && labelledUtf8(described);
  if ((typeof part === "object" && part !== null) || isJson(contentType)) {
    return { content: JSON.stringify(part), type: type ?? "application/json" };
  }
  return { content: toText(part), type };
}

/** True for streams and async iterables, and for file handles of Node. */
const isStream = (part: unknown): boolean =>
  typeof part === "function" ||
  (typeof part === "object" &&
    part !== null &&
    (Symbol.asyncIterator in part ||
      part instanceof ReadableStream ||
      "readableWebStream" in part));

/** The first media type of a list that is not a range (Encoding Object, `contentType`). */
const concreteOf = (contentType: string | undefined): string | undefined =>
  contentType
    ?.split(",")
    .map((one) => one.trim())
    .find((one) => one !== "" && !one.includes("*"));

/** True if a part is JSON by its encoding. */
export const isJson = (contentType: string | undefined): boolean =>
  contentType !== undefined && isJsonMediaType(contentType);

/** Writes the headers of a part (RFC 7578, section 4.2), names escaped as in browsers (WHATWG HTML, 4.10.21.8). */
function partHead(name: string, content: string | Blob, headers: Part["headers"]): string {
  const file =
    content instanceof Blob ? `; filename="${escapeName(fileNameOf(content) ?? "blob")}"` : "";
  let head = `Content-Disposition: form-data; name="${escapeName(name)}"${file}\r\n`;
  for (const [field, text] of Object.entries(headers)) {
    if (/[\r\n\0]/.test(field + text)) {
      throw new TypeError(`the header ${JSON.stringify(field)} of a part has a line break`);
    }
    head += `${field}: ${text}\r\n`;
  }
  return head;
}

/** Only a `File` has a name; `instanceof` is avoided, as not every runtime has the class. */
const fileNameOf = (blob: Blob): string | undefined =>
  "name" in blob && typeof blob.name === "string" ? blob.name : undefined;

const nameEscapes: { readonly [character: string]: string } = {
  "\r": "%0D",
  "\n": "%0A",
  '"': "%22",
};

const escapeName = (name: string): string =>
  name.replace(/[\r\n"]/g, (character) => nameEscapes[character] ?? character);

/** Describes a property as a query parameter if its encoding has a style (Encoding Object, `style`). */
export function styledParameter(
  media: MediaTypeDescriptor,
  name: string,
): ParameterDescriptor | undefined {
  const { contentType: _, ...styled } = getEncoding(media, name);
  if (Object.keys(styled).length === 0) return undefined;
  const shape = memberShape(objectShape(media.shape ?? "any") ?? { object: {} }, name);
  return { name, in: "query", shape, ...styled };
}

/** Parts are not percent-encoded, so an array in one part cannot contain its delimiter. */
function styledParts(parameter: ParameterDescriptor, value: unknown): Part[] {
  const pairs = parseQuery(encodeQuery([parameter], { [parameter.name]: value }));
  const { explode, style } = notationOf(parameter);
  const isJoined = !explode && style === "form" && typeof value === "object";
  return pairs.map(({ name, text }) => {
    if (isJoined && text.includes("%2C")) {
      throw new TypeError(`property "${name}": an item contains ",", which is the delimiter`);
    }
    return { name, content: queryDecode(text), headers: {} };
  });
}

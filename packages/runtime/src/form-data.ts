import { definedEntries, getMember, setMember } from "./members.ts";
import type { JsonObject } from "./members.ts";
import { isJsonMediaType } from "./media-type.ts";
import type { MediaTypeDescriptor, ParameterDescriptor, ValueShape } from "./operation.ts";
import { notationOf } from "./parameters/notation.ts";
import { queryDecode } from "./parameters/percent-encoding.ts";
import { isDeepObjectName } from "./parameters/deep-object.ts";
import {
  decodePairs,
  encodeQuery,
  getEncoding,
  isExplodedObject,
  parseQuery,
} from "./parameters/query.ts";
import type { QueryPair } from "./parameters/query.ts";
import {
  arrayShape,
  compoundShape,
  fromText,
  isBinaryShape,
  memberShape,
  objectShape,
  primitiveShape,
  toText,
} from "./parameters/text-value.ts";
import { parseJson } from "./parse-json.ts";

/** Headers of one part of a multipart body. */
export interface PartHeaders {
  readonly [name: string]: string;
}

const headersOfParts = new WeakMap<object, PartHeaders>();

/** Separate from the headers to send, so that a forwarded part does not forward its headers. */
const headersReceived = new WeakMap<object, PartHeaders>();

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
 * the property's encoding has a style. The result's type names the boundary; files are not read.
 *
 * @throws {TypeError} if a style cannot express its value, a part is a stream, or a part's header has a
 *   line break.
 */
export function encodeFormData(media: MediaTypeDescriptor, value: object): Blob {
  const boundary = `form-data-${globalThis.crypto.randomUUID()}`;
  const blobParts: BlobPart[] = [];
  for (const [name, member] of definedEntries(value)) {
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
  if ((typeof part === "object" && part !== null) || isJson(contentType)) {
    return { content: JSON.stringify(part), type: described ?? "application/json" };
  }
  return { content: toText(part), type: described };
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

const isJson = (contentType: string | undefined): boolean =>
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
function styledParameter(
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

/** A received part of a multipart body: its name, its content, and its headers if known. */
export type FormEntry = readonly [name: string, content: string | Blob, headers?: PartHeaders];

/** True if the description says that the parts with a name are files. */
export function isFileProperty(media: MediaTypeDescriptor, name: string): boolean {
  const shape = memberShape(objectShape(media.shape ?? "any") ?? { object: {} }, name);
  return isBinaryShape(arrayShape(shape)?.array ?? shape);
}

/**
 * Decodes the parts of a `multipart/form-data` body, for example the entries of a `FormData`; the inverse
 * of `encodeFormData`: text becomes the type of its property, JSON parts become values, files stay.
 */
export async function decodeFormData(
  media: MediaTypeDescriptor,
  form: Iterable<FormEntry>,
): Promise<JsonObject> {
  const shape = objectShape(media.shape ?? "any") ?? { object: {} };
  const styled = Object.keys(media.encoding ?? {}).flatMap((name) => {
    const parameter = styledParameter(media, name);
    return parameter ? [parameter] : [];
  });
  const value = decodePairs(styled, textPairs(form), new Set(Object.keys(shape.object)));
  const isStyled = (name: string): boolean =>
    styled.some((one) =>
      isExplodedObject(one)
        ? getMember(getMember(value, one.name) as object | undefined, name) !== undefined
        : isDeepObjectName(one, name),
    );
  for (const [name, parts] of partsByName(form)) {
    if (isStyled(name) && parts.every(([, part]) => typeof part === "string")) continue;
    setMember(value, name, await decodeParts(media, name, memberShape(shape, name), parts));
  }
  return value;
}

/** Groups parts by name; `FormData.getAll` would search all parts for each name. */
function partsByName(form: Iterable<FormEntry>): Map<string, FormEntry[]> {
  const byName = new Map<string, FormEntry[]>();
  for (const entry of form) {
    const known = byName.get(entry[0]);
    if (known) known.push(entry);
    else byName.set(entry[0], [entry]);
  }
  return byName;
}

/** Presents the texts of a form as pairs of a query, percent-encoded. */
function textPairs(form: Iterable<FormEntry>): QueryPair[] {
  return [...form].flatMap(([name, part]) => {
    if (typeof part !== "string") return [];
    return [{ name, text: part.replaceAll("%", "%25").replaceAll("+", "%2B") }];
  });
}

async function decodeParts(
  media: MediaTypeDescriptor,
  name: string,
  shape: ValueShape,
  parts: readonly FormEntry[],
): Promise<unknown> {
  const array = arrayShape(shape);
  const json = isJson(getEncoding(media, name).contentType);
  const values = await Promise.all(
    parts.map(async ([, part, headers]) => {
      const one = await decodePart(part, array?.array ?? shape, json);
      if (headers && typeof one === "object" && one !== null) headersReceived.set(one, headers);
      return one;
    }),
  );
  return array || values.length > 1 ? values : values[0];
}

async function decodePart(part: Blob | string, shape: ValueShape, json: boolean): Promise<unknown> {
  const isText = typeof part === "string";
  if (shape === "binary" && isText) return new Blob([part]);
  if (!isText && isBinaryShape(shape)) return part;
  if (isText && !json && compoundShape(shape) === undefined) return fromText(part, shape);
  if (!isText && !json && !isJsonMediaType(part.type)) {
    return isTextShape(shape) ? fromText(await part.text(), shape) : part;
  }
  const text = isText ? part : await part.text();
  try {
    return parseJson(text);
  } catch {
    return fromText(text, primitiveShape(shape) ?? shape);
  }
}

/** True if the description says that a part is text. */
const isTextShape = (shape: ValueShape): boolean =>
  shape !== "any" && compoundShape(shape) === undefined;

import { jsonText } from "../json-text.ts";
import { isJsonMediaType, labelledUtf8 } from "../media-type.ts";
import { toText } from "../parameters/text-value.ts";

/** A part of a multipart body as it is sent. */
export interface WrittenPart {
  readonly content: string | Blob;
  /** Its media type, if it has one. */
  readonly type?: string | undefined;
}

/**
 * Writes the value of a part: a Blob or bytes are a file, an object is JSON.
 *
 * @param contentType that of its Encoding Object
 */
export function partContent(part: unknown, contentType: string | undefined): WrittenPart {
  const described = concreteOf(contentType);
  const isBytes = ArrayBuffer.isView(part) || part instanceof ArrayBuffer;
  if (part instanceof Blob || isBytes) {
    const content = isBytes ? new Blob([part as BlobPart]) : part;
    const file = concreteOf(contentType, (one) => !isJsonMediaType(one)) ?? described;
    return { content, type: content.type || (file ?? "application/octet-stream") };
  }
  const type = described && labelledUtf8(described);
  if ((typeof part === "object" && part !== null) || isJson(contentType)) {
    const json = concreteOf(contentType, isJsonMediaType);
    return { content: jsonText(part), type: json ?? type ?? "application/json" };
  }
  return { content: toText(part), type };
}

/** @throws {TypeError} for streams, async iterables and file handles of Node */
export function refuseStream(part: unknown, place: string): void {
  const isStream =
    typeof part === "function" ||
    (typeof part === "object" &&
      part !== null &&
      (Symbol.asyncIterator in part ||
        part instanceof ReadableStream ||
        "readableWebStream" in part));
  if (!isStream) return;
  const hint = "pass a Blob, such as openAsBlob() of node:fs creates from a file";
  throw new TypeError(`${place}: a part cannot be a stream: ${hint}`);
}

/** Returns the first media type of a list that is not a range (Encoding Object, `contentType`). */
const concreteOf = (
  contentType: string | undefined,
  isWanted: (mediaType: string) => boolean = () => true,
): string | undefined =>
  contentType
    ?.split(",")
    .map((one) => one.trim())
    .find((one) => one !== "" && !one.includes("*") && isWanted(one));

/** True if the encoding of a part is JSON. */
export const isJson = (contentType: string | undefined): boolean =>
  contentType !== undefined && isJsonMediaType(contentType);

/** @throws {TypeError} for a line break, which would start another header or part */
export function headerLine(field: string, text: string): string {
  if (/[\r\n\0]/.test(field + text))
    throw new TypeError(`the header ${JSON.stringify(field)} of a part has a line break`);
  return `${field}: ${text}\r\n`;
}

/** Returns the name of a `File`. `instanceof` is avoided, because not every runtime has the class. */
export const fileNameOf = (blob: Blob): string | undefined =>
  "name" in blob && typeof blob.name === "string" ? blob.name : undefined;

const nameEscapes: { readonly [character: string]: string } = {
  "\r": "%0D",
  "\n": "%0A",
  '"': "%22",
};

/** Escapes a name as browsers do (WHATWG HTML, 4.10.21.8). */
export const escapeName = (name: string): string =>
  name.replace(/[\r\n"]/g, (character) => nameEscapes[character] ?? character);

import { definedEntries } from "./members.ts";
import type { MediaTypeDescriptor, ParameterDescriptor } from "./operation.ts";
import {
  escapeName,
  fileNameOf,
  headerLine,
  partContent,
  refuseStream,
} from "./multipart/written-part.ts";
import { headersToSend } from "./multipart/part-headers.ts";
import type { PartHeaders } from "./multipart/part-headers.ts";
import { notationOf } from "./parameters/notation.ts";
import { queryDecode } from "./parameters/percent-encoding.ts";
import { randomId } from "./random-id.ts";
import { encodeQuery, getEncoding, parseQuery } from "./parameters/query.ts";
import { memberShape, objectShape } from "./parameters/text-value.ts";
import { naming, wellFormed } from "./parameters/unsendable.ts";

/**
 * Writes an object as a `multipart/form-data` body (RFC 7578; OpenAPI 3.1, "Special Considerations for
 * multipart Content"): a Blob is a file, an array repeats its name, an object is JSON, unless the
 * property's encoding has a style. A `FormData` is written unchanged. The media type of the result names
 * the boundary. Files are not read.
 *
 * @throws {TypeError} if a style cannot express its value, a part is a stream, or a part's header has a
 * line break.
 */
export function encodeFormData(media: MediaTypeDescriptor, value: object): Blob {
  // The caller has already encoded the entries of a FormData.
  if (isFormData(value)) return encodeParts({ mediaType: media.mediaType }, value);
  return encodeParts(media, definedEntries(value));
}

/** True for a `FormData` of any class. The one of the package undici is not the global one. */
export const isFormData = (value: unknown): value is Iterable<[string, unknown]> =>
  Object.prototype.toString.call(value) === "[object FormData]";

function encodeParts(media: MediaTypeDescriptor, entries: Iterable<[string, unknown]>): Blob {
  const boundary = `form-data-${randomId()}`;
  const blobParts: BlobPart[] = [];
  for (const [name, member] of entries) {
    for (const { name: partName, content, headers } of partsOf(media, name, member)) {
      naming(`property "${name}"`, () => {
        wellFormed(partName);
        wellFormed(content instanceof Blob ? (fileNameOf(content) ?? "") : content);
      });
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
    refuseStream(item, `property "${name}"`);
    const { content, type } = naming(`property "${name}"`, () => partContent(item, contentType));
    const headers = {
      ...(type === undefined ? {} : { "Content-Type": type }),
      ...headersToSend(item),
    };
    return { name, content, headers };
  });
}

/**
 * Writes the headers of a part (RFC 7578, section 4.2). Names are escaped as in browsers (WHATWG HTML,
 * 4.10.21.8).
 */
function partHead(name: string, content: string | Blob, headers: Part["headers"]): string {
  const file =
    content instanceof Blob ? `; filename="${escapeName(fileNameOf(content) ?? "blob")}"` : "";
  let head = `Content-Disposition: form-data; name="${escapeName(name)}"${file}\r\n`;
  for (const [field, text] of Object.entries(headers)) head += headerLine(field, text);
  return head;
}

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

/**
 * Writes the parts of a styled property. Parts are not percent-encoded, so an array in one part cannot
 * contain its delimiter.
 */
function styledParts(parameter: ParameterDescriptor, value: unknown): Part[] {
  const pairs = parseQuery(encodeQuery([parameter], { [parameter.name]: value }, "property"));
  const { explode, style } = notationOf(parameter);
  const isJoined = !explode && style === "form" && typeof value === "object";
  return pairs.map(({ name, text }) => {
    if (isJoined && text.includes("%2C")) {
      throw new TypeError(`property "${name}": an item contains ",", which is the delimiter`);
    }
    return { name, content: queryDecode(text), headers: {} };
  });
}

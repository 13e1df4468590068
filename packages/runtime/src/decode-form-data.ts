import { charsetOf, decodeBytes } from "./charset.ts";
import { styledParameter } from "./form-data.ts";
import { isJsonMediaType } from "./media-type.ts";
import { getMember, setMember } from "./members.ts";
import type { JsonObject } from "./members.ts";
import type { MediaTypeDescriptor, ValueShape } from "./operation.ts";
import { keepHeaders } from "./multipart/part-headers.ts";
import type { PartHeaders } from "./multipart/part-headers.ts";
import { isJson } from "./multipart/written-part.ts";
import { isDeepObjectName } from "./parameters/deep-object.ts";
import { decodePairs, getEncoding, isExplodedObject } from "./parameters/query.ts";
import type { QueryPair } from "./parameters/query.ts";
import {
  alternativesOf,
  arrayShape,
  compoundShape,
  fromText,
  isBinaryShape,
  memberShape,
  objectShape,
  primitiveShape,
} from "./parameters/text-value.ts";
import { parseJson } from "./parse-json.ts";

/** A received part of a multipart body: its name, its content, and its headers if known. */
export type FormEntry = readonly [name: string, content: string | Blob, headers?: PartHeaders];

/**
 * Decodes the parts of a `multipart/form-data` body, for example the entries of a `FormData`. It is the
 * inverse of `encodeFormData`: text becomes the type of its property, JSON parts become values, files stay.
 *
 * @throws {CharsetError} if a file is sent in place of a text and is invalid in its charset
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

/** Groups parts by name. `FormData.getAll` would search all parts for each name. */
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
      if (headers && typeof one === "object" && one !== null) keepHeaders(one, headers);
      return one;
    }),
  );
  return array || values.length > 1 ? values : values[0];
}

/** Decodes the content of one part: text becomes the type of its shape, JSON a value. A file stays. */
export async function decodePart(
  part: Blob | string,
  shape: ValueShape,
  json: boolean,
): Promise<unknown> {
  const isText = typeof part === "string";
  if (isBinaryShape(shape) && isText && isOnlyBinary(shape))
    return part === "null" && alternativesOf(shape).includes("null") ? null : new Blob([part]);
  if (!isText && isBinaryShape(shape)) return part;
  if (isText && !json && compoundShape(shape) === undefined) return fromText(part, shape);
  if (!isText && !json && !isJsonMediaType(part.type)) {
    return isTextShape(shape) ? fromText(await textOf(part), shape) : part;
  }
  const text = isText ? part : await textOf(part);
  try {
    return parseJson(text);
  } catch {
    return fromText(text, primitiveShape(shape) ?? shape);
  }
}

async function textOf(part: Blob): Promise<string> {
  return decodeBytes(await part.arrayBuffer(), charsetOf(part.type));
}

/** True if the description allows only a file for a part. */
const isOnlyBinary = (shape: ValueShape): boolean =>
  alternativesOf(shape).every((one) => one === "binary" || one === "null");

/** True if the description allows only text for a part. */
const isTextShape = (shape: ValueShape): boolean =>
  shape !== "any" && compoundShape(shape) === undefined;

import { isJsonMediaType } from "../media-type.ts";
import { setMember } from "../members.ts";
import type { JsonObject } from "../members.ts";
import type { ParameterDescriptor, ValueShape } from "../operation.ts";
import { trimFieldValue } from "./header.ts";
import { isNamedStyle, notationOf } from "./notation.ts";
import type { Notation } from "./notation.ts";
import { percentDecode, percentDecodeLeniently, queryDecode } from "./percent-encoding.ts";
import {
  alternativesOf,
  compoundShape,
  fromText,
  isCompound,
  memberShape,
  shapeForText,
} from "./text-value.ts";
import type { ObjectShape } from "./text-value.ts";
import { parseJson } from "../parse-json.ts";

/**
 * Decodes the value of a path or header parameter, the inverse of `encodeParameter`. The text of a path
 * parameter is still percent-encoded.
 *
 * @returns `undefined` if the text lacks the prefix that its style requires.
 * @throws {URIError} if the text of a path parameter is not validly percent-encoded.
 */
export function decodeText(parameter: ParameterDescriptor, text: string): unknown {
  const decode = parameter.in === "path" ? percentDecode : trimFieldValue;
  if (parameter.content !== undefined) return decodeContent(parameter.content, decode(text));
  const { shape = "string", style = "simple" } = parameter;
  if (style === "simple" && typeof shape === "string") return fromText(decode(text), shape);
  const notation = notationOf(parameter);
  if (notation.style === "matrix") return decodeMatrix(notation, text, shape);
  if (notation.style === "label" && !text.startsWith(".")) return undefined;
  const rest = notation.style === "label" ? text.slice(1) : text;
  if (compoundShape(shape) === undefined) return fromText(decode(rest), shape);
  if (parameter.in === "header" && text === "") return emptyOf(shape);
  const items = rest.split(
    notation.style === "label" && notation.explode ? "." : commaOf(parameter),
  );
  return decodeItems(notation, items, shapeForText(shape, items.length > 1), decode);
}

/** Returns the value of an empty text: an empty list or object, unless the shape allows a text. */
export function emptyOf(shape: ValueShape): unknown {
  const empty = shapeForText(shape, false);
  if (!isCompound(empty)) return fromText("", empty);
  return "array" in empty ? [] : {};
}

/** As `emptyOf`, except that an empty number or boolean counts as absent. */
export function emptyValueOf(shape: ValueShape): unknown {
  const isText = alternativesOf(shape).some((one) => one === "string" || one === "any");
  const empty = emptyOf(shape);
  return empty === "" && !isText ? undefined : empty;
}

/**
 * Decodes `;name=a,b`, exploded `;name=a;name=b` or, for an object, `;R=100;G=200` (RFC 6570, section
 * 3.2.7).
 */
function decodeMatrix(notation: Notation, text: string, declared: ValueShape): unknown {
  if (!text.startsWith(";")) return undefined;
  const explode = notation.explode && compoundShape(declared) !== undefined;
  const pairs = (explode ? text.slice(1).split(";") : [text.slice(1)]).map(splitOnce);
  const values = pairs.map(([, value]) => value);
  const items = explode ? values : values.flatMap((value) => value.split(","));
  const shape = shapeForText(declared, items.length > 1);
  if (explode && isCompound(shape) && "object" in shape) {
    return toObject(
      pairs.map(([name, value]) => [percentDecode(name), percentDecode(value)]),
      shape,
    );
  }
  if (pairs.some(([name]) => percentDecode(name) !== notation.name)) return undefined;
  return decodeItems(notation, isCompound(shape) ? items : values, shape, percentDecode);
}

/**
 * Decodes a query or cookie parameter from the values of its name, still encoded. Several values of a
 * primitive become an array of strings, so that validation reports them.
 */
export function decodeTexts(parameter: ParameterDescriptor, texts: readonly string[]): unknown {
  const [first, ...others] = texts;
  if (first === undefined) return undefined;
  const decode = textDecoder(parameter);
  if (parameter.content !== undefined && others.length === 0) {
    return decodeContent(parameter.content, decode(first));
  }
  const declared = parameter.shape ?? "string";
  if (parameter.allowEmptyValue && first === "" && others.length === 0)
    return emptyValueOf(declared);
  if (typeof declared === "string" && others.length === 0) return fromText(decode(first), declared);
  const notation = notationOf(parameter);
  const hasCompound = typeof declared !== "string" && compoundShape(declared) !== undefined;
  const items =
    hasCompound && !notation.explode ? texts.flatMap(split(notation, commaOf(parameter))) : texts;
  const shape = shapeForText(declared, items.length > 1);
  if (isCompound(shape)) return decodeItems(notation, items, shape, decode);
  return others.length === 0 ? fromText(decode(first), shape) : texts.map(decode);
}

function textDecoder({ in: location, style }: ParameterDescriptor): (text: string) => string {
  if (location !== "cookie") return queryDecode;
  return style === "cookie" ? (text) => text : percentDecodeLeniently;
}

/** Parses JSON. Malformed JSON stays a string, so that validation reports it. */
function decodeContent(mediaType: string, text: string): unknown {
  if (!isJsonMediaType(mediaType)) return text;
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

/** Returns the separator of a list. The encoded comma separates too if items cannot contain one. */
const commaOf = ({ allowEncodedDelimiter }: ParameterDescriptor): string | RegExp =>
  allowEncodedDelimiter ? /,|%2C/i : ",";

const split = (notation: Notation, comma: string | RegExp) => {
  switch (notation.style) {
    case "spaceDelimited":
      return (text: string): string[] => text.split(/%20|[+ ]/);
    case "pipeDelimited":
      return (text: string): string[] => text.split(/%7C|\|/i);
    default:
      return (text: string): string[] => text.split(comma);
  }
};

/** Splits at the first `=`. Without one the second text is empty. */
export function splitOnce(text: string): [before: string, after: string] {
  const index = text.indexOf("=");
  return index < 0 ? [text, ""] : [text.slice(0, index), text.slice(index + 1)];
}

function decodeItems(
  notation: Notation,
  items: readonly string[],
  shape: ValueShape,
  decode: (text: string) => string,
): unknown {
  if (!isCompound(shape)) return fromText(decode(items[0] ?? ""), shape);
  if ("array" in shape) return items.map((item) => fromText(decode(item), shape.array));
  const pairs =
    notation.explode && !isNamedStyle(notation.style) ? items.map(splitOnce) : pairUp(items);
  return toObject(
    pairs.map(([name, text]) => [decode(name), decode(text)]),
    shape,
  );
}

function pairUp(items: readonly string[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let index = 0; index < items.length; index += 2) {
    pairs.push([items[index] ?? "", items[index + 1] ?? ""]);
  }
  return pairs;
}

/** Creates an object from decoded pairs, each value parsed as the type of its member. */
function toObject(pairs: readonly (readonly [string, string])[], shape: ObjectShape): JsonObject {
  const value: JsonObject = {};
  for (const [name, text] of pairs)
    setMember(value, name, fromText(text, memberShape(shape, name)));
  return value;
}

import { isJsonMediaType } from "../media-type.ts";
import { setMember } from "../members.ts";
import type { JsonObject } from "../members.ts";
import type { ParameterDescriptor, ValueShape } from "../operation.ts";
import { isNamedStyle, notationOf } from "./notation.ts";
import type { Notation } from "./notation.ts";
import { percentDecode, percentDecodeLeniently, queryDecode } from "./percent-encoding.ts";
import { compoundShape, fromText, isCompound, memberShape, shapeForText } from "./text-value.ts";
import type { ObjectShape } from "./text-value.ts";
import { parseJson } from "../parse-json.ts";

/**
 * Reads the value of a path or header parameter back from its text, the inverse of
 * `encodeParameter`. The text of a path parameter is still percent-encoded. A text without the
 * prefix that its style demands is no value: `undefined`.
 *
 * @throws {URIError} when the text of a path parameter is not well percent-encoded.
 */
export function decodeText(parameter: ParameterDescriptor, text: string): unknown {
  const decode = parameter.in === "path" ? percentDecode : (piece: string) => piece.trim();
  if (parameter.content !== undefined) return decodeContent(parameter.content, decode(text));
  const { shape = "string", style = "simple" } = parameter;
  if (style === "simple" && typeof shape === "string") return fromText(decode(text), shape);
  const notation = notationOf(parameter);
  if (notation.style === "matrix") return decodeMatrix(notation, text, shape);
  if (notation.style === "label" && !text.startsWith(".")) return undefined;
  const rest = notation.style === "label" ? text.slice(1) : text;
  if (compoundShape(shape) === undefined) return fromText(decode(rest), shape);
  const pieces = rest.split(notation.style === "label" && notation.explode ? "." : ",");
  return decodePieces(notation, pieces, shapeForText(shape, pieces.length > 1), decode);
}

/** `;name=a,b`, exploded `;name=a;name=b` or, for an object, `;R=100;G=200` (RFC 6570, 3.2.7). */
function decodeMatrix(notation: Notation, text: string, declared: ValueShape): unknown {
  if (!text.startsWith(";")) return undefined;
  const explode = notation.explode && compoundShape(declared) !== undefined;
  const pairs = (explode ? text.slice(1).split(";") : [text.slice(1)]).map(splitOnce);
  const values = pairs.map(([, value]) => value);
  const pieces = explode ? values : values.flatMap((value) => value.split(","));
  const shape = shapeForText(declared, pieces.length > 1);
  if (explode && isCompound(shape) && "object" in shape) {
    return toObject(
      pairs.map(([name, value]) => [percentDecode(name), percentDecode(value)]),
      shape,
    );
  }
  if (pairs.some(([name]) => percentDecode(name) !== notation.name)) return undefined;
  return decodePieces(notation, isCompound(shape) ? pieces : values, shape, percentDecode);
}

/**
 * Reads a query or cookie parameter back from the texts that stand behind its name, still encoded.
 * A value that is given several times though its shape is a primitive becomes an array of texts, so
 * that validation reports it.
 */
export function decodeTexts(parameter: ParameterDescriptor, texts: readonly string[]): unknown {
  const [first, ...others] = texts;
  if (first === undefined) return undefined;
  const decode = textDecoder(parameter);
  if (parameter.content !== undefined && others.length === 0) {
    return decodeContent(parameter.content, decode(first));
  }
  const declared = parameter.shape ?? "string";
  if (typeof declared === "string" && others.length === 0) return fromText(decode(first), declared);
  const notation = notationOf(parameter);
  const hasCompound = typeof declared !== "string" && compoundShape(declared) !== undefined;
  const pieces = hasCompound && !notation.explode ? texts.flatMap(split(notation)) : texts;
  const shape = shapeForText(declared, pieces.length > 1);
  if (isCompound(shape)) return decodePieces(notation, pieces, shape, decode);
  return others.length === 0 ? fromText(decode(first), shape) : texts.map(decode);
}

function textDecoder({ in: location, style }: ParameterDescriptor): (text: string) => string {
  if (location !== "cookie") return queryDecode;
  return style === "cookie" ? (text) => text : percentDecodeLeniently;
}

/** JSON is parsed; text that is none stays a string, so that validation reports it. */
function decodeContent(mediaType: string, text: string): unknown {
  if (!isJsonMediaType(mediaType)) return text;
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

const split = (notation: Notation) => {
  switch (notation.style) {
    case "spaceDelimited":
      return (text: string): string[] => text.split(/%20|[+ ]/);
    case "pipeDelimited":
      return (text: string): string[] => text.split(/%7C|\|/i);
    default:
      return (text: string): string[] => text.split(",");
  }
};

/** The text before the first `=` and the text behind it; without one the second is empty. */
export function splitOnce(text: string): [before: string, after: string] {
  const index = text.indexOf("=");
  return index < 0 ? [text, ""] : [text.slice(0, index), text.slice(index + 1)];
}

function decodePieces(
  notation: Notation,
  pieces: readonly string[],
  shape: ValueShape,
  decode: (text: string) => string,
): unknown {
  if (!isCompound(shape)) return fromText(decode(pieces[0] ?? ""), shape);
  if ("array" in shape) return pieces.map((piece) => fromText(decode(piece), shape.array));
  const pairs =
    notation.explode && !isNamedStyle(notation.style) ? pieces.map(splitOnce) : pairUp(pieces);
  return toObject(
    pairs.map(([name, text]) => [decode(name), decode(text)]),
    shape,
  );
}

function pairUp(pieces: readonly string[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let index = 0; index < pieces.length; index += 2) {
    pairs.push([pieces[index] ?? "", pieces[index + 1] ?? ""]);
  }
  return pairs;
}

/** Makes an object of decoded pairs, each value read by the shape of its member. */
function toObject(pairs: readonly (readonly [string, string])[], shape: ObjectShape): JsonObject {
  const value: JsonObject = {};
  for (const [name, text] of pairs)
    setMember(value, name, fromText(text, memberShape(shape, name)));
  return value;
}

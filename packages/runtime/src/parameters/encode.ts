import { definedEntries, isObject } from "../members.ts";
import type { ParameterDescriptor } from "../operation.ts";
import { isJsonMediaType } from "../media-type.ts";
import { explodedSeparator, isNamedStyle, joinedSeparator, notationOf } from "./notation.ts";
import type { Notation } from "./notation.ts";
import {
  percentEncode,
  percentEncodePunctuation,
  percentEncodeReserved,
} from "./percent-encoding.ts";
import { toText } from "./text-value.ts";

/**
 * Writes a parameter's value as text (OpenAPI 3.1, "Style Values" and RFC 6570): for path and
 * header the value, for query and cookie the `name=value` pairs. `undefined` and `null`, and in a
 * query or cookie an empty array or object, give an empty text: the parameter is left out.
 *
 * @throws {TypeError} naming the parameter, when the style cannot express the value: nested values
 *   outside `deepObject`, or a delimiter inside a piece where it cannot be percent-encoded.
 */
export function encodeParameter(parameter: ParameterDescriptor, value: unknown): string {
  if (value === undefined || value === null) return "";
  try {
    if (parameter.content !== undefined) return encodeContent(parameter, parameter.content, value);
    const notation = notationOf(parameter);
    if (notation.style === "deepObject") return encodeDeepObject(notation, value).join("&");
    if (Array.isArray(value)) return encodeArray(notation, value);
    return isObject(value) ? encodeObject(notation, value) : encodePrimitive(notation, value);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new TypeError(`${parameter.in} parameter "${parameter.name}": ${reason}`, { cause });
  }
}

function encodeContent(parameter: ParameterDescriptor, mediaType: string, value: unknown): string {
  const isText = typeof value === "string" && !isJsonMediaType(mediaType);
  const text = isText ? value : JSON.stringify(value);
  if (parameter.in === "header") return escapeForHeader(text);
  const encoded = percentEncode(text);
  return parameter.in === "path" ? encoded : `${percentEncode(parameter.name)}=${encoded}`;
}

/** Header values are visible ASCII (RFC 9110, 5.5); JSON can say the rest with escapes. */
function escapeForHeader(json: string): string {
  return json.replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function encodePrimitive(notation: Notation, value: unknown): string {
  const text = encodeText(notation, toText(value));
  switch (notation.style) {
    case "simple":
      return text;
    case "label":
      return `.${text}`;
    case "matrix":
      return `;${named(notation, text)}`;
    default:
      return `${encodeName(notation)}=${text}`;
  }
}

/** The parameter's own name, as a query or cookie has it. */
function encodeName({ name, style }: Notation): string {
  return style === "cookie" ? checkedCookie(name) : percentEncode(name);
}

function encodeArray(notation: Notation, value: readonly unknown[]): string {
  const items = value.filter((item) => item !== undefined);
  return encodePieces(
    notation,
    items.map((item) => encodePiece(notation, toText(item))),
    (item) => (notation.style === "matrix" ? named(notation, item) : item),
  );
}

function encodeObject(notation: Notation, value: object): string {
  const entries = definedEntries(value);
  if (!notation.explode) {
    const pieces = entries.flatMap(([name, member]) => [name, toText(member)]);
    return encodePieces(
      notation,
      pieces.map((piece) => encodePiece(notation, piece)),
      (piece) => piece,
    );
  }
  const members = entries.flatMap(([name, member]) => encodeMember(notation, name, member));
  const separator = explodedSeparator(notation);
  const prefix = isNamedStyle(notation.style) || notation.style === "simple" ? "" : separator;
  return members.length === 0 ? "" : prefix + members.join(separator);
}

/** One member of an exploded object; a list of values repeats the name where names may repeat. */
function encodeMember(notation: Notation, name: string, member: unknown): string[] {
  const encodedName = encodePiece(notation, name);
  if (notation.in === "header" && name.includes("=")) throw new TypeError('a name contains "="');
  const values = Array.isArray(member) && notation.style === "form" ? member : [member];
  return values.map((value) => `${encodedName}=${encodePiece(notation, toText(value))}`);
}

function encodePieces(
  notation: Notation,
  pieces: readonly string[],
  exploded: (piece: string) => string,
): string {
  if (pieces.length === 0) return "";
  if (isNamedStyle(notation.style)) {
    const name = encodeName(notation);
    if (!notation.explode) return `${name}=${pieces.join(joinedSeparator(notation.style))}`;
    return pieces.map((piece) => `${name}=${piece}`).join(explodedSeparator(notation));
  }
  if (notation.explode) {
    const separator = explodedSeparator(notation);
    const prefix = notation.style === "simple" ? "" : separator;
    return prefix + pieces.map(exploded).join(separator);
  }
  const joined = pieces.join(",");
  if (notation.style === "simple") return joined;
  return notation.style === "label" ? `.${joined}` : `;${named(notation, joined)}`;
}

/** `name=value`, or the name alone for an empty value (RFC 6570, 3.2.7). */
function named(notation: Notation, text: string): string {
  return text === "" ? percentEncode(notation.name) : `${percentEncode(notation.name)}=${text}`;
}

function encodeText(notation: Notation, text: string): string {
  if (notation.in === "header") return text;
  if (notation.style === "cookie") return checkedCookie(text);
  return notation.allowReserved && notation.in === "query"
    ? percentEncodeReserved(text)
    : percentEncode(text);
}

/** The style `cookie` writes a value as it is (OpenAPI 3.2), as far as a cookie can say it (RFC 6265, 4.1.1). */
function checkedCookie(text: string): string {
  if (/^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/.test(text)) return text;
  throw new TypeError(
    "a cookie cannot hold white space, quotes, commas, semicolons or backslashes",
  );
}

/** One of several texts: whatever separates them must not stand in it. */
function encodePiece(notation: Notation, text: string): string {
  if (notation.in === "header") {
    if (/^\s|,|\s$/.test(text)) throw new TypeError('a piece contains "," or outer white space');
    return text;
  }
  if (!notation.explode && notation.style === "spaceDelimited" && text.includes(" ")) {
    throw new TypeError("a piece contains a space, which is the delimiter");
  }
  if (!notation.explode && notation.style === "pipeDelimited" && text.includes("|")) {
    throw new TypeError('a piece contains "|", which is the delimiter');
  }
  const encoded = encodeText(notation, text);
  if (notation.style === "label" && notation.explode) return percentEncodePunctuation(encoded);
  return notation.allowReserved ? encoded.replace(/[,=]/g, percentEncodeDelimiter) : encoded;
}

const percentEncodeDelimiter = (delimiter: string): string => (delimiter === "," ? "%2C" : "%3D");

/**
 * `color[R]=100` per leaf, further brackets for what is nested. OpenAPI leaves open how arrays and
 * primitives are written in this style; an array's items are written under their index, which is
 * what servers that know this notation (Rack, PHP, `qs`) all read, and a primitive as in `form`.
 */
function encodeDeepObject(notation: Notation, value: unknown): string[] {
  const write = (path: string, member: unknown): string[] => {
    if (Array.isArray(member)) {
      const items = member.filter((item) => item !== undefined);
      return items.flatMap((item, index) => write(`${path}%5B${index}%5D`, item));
    }
    if (!isObject(member)) return [`${path}=${encodeText(notation, toText(member))}`];
    return definedEntries(member).flatMap(([name, inner]) => {
      if (/[[\]]/.test(name)) throw new TypeError("a name contains a bracket");
      return write(`${path}${percentEncode(`[${name}]`)}`, inner);
    });
  };
  return write(percentEncode(notation.name), value);
}

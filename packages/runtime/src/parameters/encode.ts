import { jsonText } from "../json-text.ts";
import { definedEntries, isObject } from "../members.ts";
import type { ParameterDescriptor } from "../operation.ts";
import { isJsonMediaType } from "../media-type.ts";
import { explodedSeparator, isNamedStyle, joinedSeparator, notationOf } from "./notation.ts";
import type { Notation } from "./notation.ts";
import {
  percentEncode,
  percentEncodeCookie,
  percentEncodePunctuation,
  percentEncodeReserved,
  percentEncodeSegment,
} from "./percent-encoding.ts";
import { primitiveShape, toText } from "./text-value.ts";
import { naming } from "./unsendable.ts";

/**
 * Serializes a parameter (OpenAPI 3.1, "Style Values", and RFC 6570): the value for path and header, the
 * `name=value` pairs for query and cookie. The text is empty, and the parameter omitted, for `undefined`
 * and `null`, and in query and cookie for an empty array or object (RFC 6570, section 2.3), unless the
 * parameter has `allowEmptyValue`: then the value is empty. In a header an empty array or object is an
 * empty value.
 *
 * @param what the kind of parameter in error messages, before its name
 * @throws {TypeError} with the parameter's name, if the style cannot express the value: nested values
 * outside `deepObject`, or a delimiter inside an item where it cannot be percent-encoded.
 */
export function encodeParameter(
  parameter: ParameterDescriptor,
  value: unknown,
  what = `${parameter.in} parameter`,
): string {
  if (value === undefined || value === null) return "";
  if (mayBeEmpty(parameter)) refuseUnreadable(parameter, value);
  return naming(`${what} "${parameter.name}"`, () => {
    if (parameter.in === "cookie" && parameter.name === "")
      throw new TypeError("a cookie without a name is not read");
    if (parameter.content !== undefined) return encodeContent(parameter, parameter.content, value);
    const notation = notationOf(parameter);
    if (isEmpty(value) && mayBeEmpty(parameter)) return `${encodeName(notation)}=`;
    if (notation.style === "deepObject") return encodeDeepObject(notation, value).join("&");
    if (Array.isArray(value)) return encodeArray(notation, value);
    return isObject(value) ? encodeObject(notation, value) : encodePrimitive(notation, value);
  });
}

/** True if an empty list or object is written as an empty value in a query. */
const mayBeEmpty = ({ in: location, allowEmptyValue, content }: ParameterDescriptor): boolean =>
  location === "query" && allowEmptyValue === true && content === undefined;

/** True for an empty list or object. */
function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((item) => item === undefined);
  return isObject(value) && definedEntries(value).length === 0;
}

/**
 * Refuses a value that its reader would read as another one, because an empty list is written as an empty
 * text.
 *
 * @throws {TypeError} with the parameter's name, for a list of one empty text, and for an empty list or
 * object where a text is allowed too
 */
export function refuseUnreadable(
  { name, in: location, shape = "any" }: ParameterDescriptor,
  value: unknown,
): void {
  const refuse = (reason: string): TypeError =>
    new TypeError(`${location} parameter "${name}": ${reason}`);
  if (Array.isArray(value) && value.length === 1 && value[0] === "")
    throw refuse("a list of one empty text is read as an empty list");
  if (isEmpty(value) && primitiveShape(shape) !== undefined)
    throw refuse("an empty list or object is read as an empty text");
}

function encodeContent(parameter: ParameterDescriptor, mediaType: string, value: unknown): string {
  const isText = typeof value === "string" && !isJsonMediaType(mediaType);
  const text = isText ? value : jsonText(value);
  if (parameter.in === "header") return isText ? text : escapeForHeader(text);
  const encoded = percentEncode(text);
  return parameter.in === "path" ? encoded : `${percentEncode(parameter.name)}=${encoded}`;
}

/** Escapes JSON for a header, whose values are visible ASCII (RFC 9110, section 5.5). */
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

/** Encodes the parameter's name for a query or cookie. */
function encodeName({ name, style }: Notation): string {
  return style === "cookie" ? checkedCookie(name) : percentEncode(name);
}

function encodeArray(notation: Notation, value: readonly unknown[]): string {
  const items = value.filter((item) => item !== undefined);
  return encodeItems(
    notation,
    items.map((item) => encodeItem(notation, toText(item))),
    (item) => (notation.style === "matrix" ? named(notation, item) : item),
  );
}

function encodeObject(notation: Notation, value: object): string {
  const entries = definedEntries(value);
  if (!notation.explode) {
    const items = entries.flatMap(([name, member]) => [name, toText(member)]);
    return encodeItems(
      notation,
      items.map((item) => encodeItem(notation, item)),
      (item) => item,
    );
  }
  const members = entries.flatMap(([name, member]) => encodeMember(notation, name, member));
  const separator = explodedSeparator(notation);
  const prefix = isNamedStyle(notation.style) || notation.style === "simple" ? "" : separator;
  return members.length === 0 ? "" : prefix + members.join(separator);
}

/** Encodes a member of an exploded object. An array repeats the name in the style `form`. */
function encodeMember(notation: Notation, name: string, member: unknown): string[] {
  const encodedName = encodeItem(notation, name);
  if (notation.in === "header" && name.includes("=")) throw new TypeError('a name contains "="');
  const values = Array.isArray(member) && notation.style === "form" ? member : [member];
  return values.map((value) => `${encodedName}=${encodeItem(notation, toText(value))}`);
}

function encodeItems(
  notation: Notation,
  items: readonly string[],
  exploded: (item: string) => string,
): string {
  if (items.length === 0) return "";
  if (isNamedStyle(notation.style)) {
    const name = encodeName(notation);
    if (!notation.explode) return `${name}=${items.join(joinedSeparator(notation.style))}`;
    return items.map((item) => `${name}=${item}`).join(explodedSeparator(notation));
  }
  if (notation.explode) {
    const separator = explodedSeparator(notation);
    const prefix = notation.style === "simple" ? "" : separator;
    return prefix + items.map(exploded).join(separator);
  }
  const joined = items.join(",");
  if (notation.style === "simple") return joined;
  return notation.style === "label" ? `.${joined}` : `;${named(notation, joined)}`;
}

/** Writes `name=value`, or the name alone for an empty value (RFC 6570, 3.2.7). */
function named(notation: Notation, text: string): string {
  return text === "" ? percentEncode(notation.name) : `${percentEncode(notation.name)}=${text}`;
}

function encodeText(notation: Notation, text: string): string {
  if (notation.in === "header") return text;
  if (notation.style === "cookie") return checkedCookie(text);
  if (!notation.allowReserved) return percentEncode(text);
  if (notation.in === "path") return percentEncodeSegment(text, notation.style);
  return notation.in === "cookie" ? percentEncodeCookie(text) : percentEncodeReserved(text);
}

/**
 * Refuses what a cookie cannot contain (RFC 6265, section 4.1.1), since the style `cookie` does not encode
 * values (OpenAPI 3.2).
 */
function checkedCookie(text: string): string {
  if (/^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/.test(text)) return text;
  throw new TypeError(
    "a cookie cannot hold white space, quotes, commas, semicolons or backslashes",
  );
}

/** Encodes an item of a delimited list, which must not contain the delimiter. */
function encodeItem(notation: Notation, text: string): string {
  if (notation.in === "header") {
    if (/^\s|,|\s$/.test(text)) throw new TypeError('an item contains "," or outer white space');
    return text;
  }
  if (!notation.explode && notation.style === "spaceDelimited" && text.includes(" ")) {
    throw new TypeError("an item contains a space, which is the delimiter");
  }
  if (!notation.explode && notation.style === "pipeDelimited" && text.includes("|")) {
    throw new TypeError('an item contains "|", which is the delimiter');
  }
  const encoded = encodeText(notation, text);
  if (notation.style === "label" && notation.explode) return percentEncodePunctuation(encoded);
  return notation.allowReserved ? encoded.replace(/[,=]/g, percentEncodeDelimiter) : encoded;
}

const percentEncodeDelimiter = (delimiter: string): string => (delimiter === "," ? "%2C" : "%3D");

/**
 * Writes `color[R]=100` for each leaf, with further brackets for nested values. OpenAPI does not define
 * arrays and primitives in this style: array items are named by their index, which all servers with this
 * notation (Rack, PHP, `qs`) read, and a primitive is written as in `form`.
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

import { isJsonMediaType } from "../media-type.ts";
import { getMember, isObject, setMember } from "../members.ts";
import type { JsonObject } from "../members.ts";
import type {
  EncodingDescriptor,
  MediaTypeDescriptor,
  ParameterDescriptor,
  ParameterStyle,
  ValueShape,
} from "../operation.ts";
import { decodeTexts, splitOnce } from "./decode.ts";
import { decodeDeepObject, isDeepObjectName } from "./deep-object.ts";
import { encodeParameter } from "./encode.ts";
import { isNamedStyle, notationOf } from "./notation.ts";
import { queryDecode } from "./percent-encoding.ts";
import { compoundShape, memberShape, objectShape } from "./text-value.ts";

/** One pair of a query: the name decoded, the value still encoded. */
export interface QueryPair {
  readonly name: string;
  readonly text: string;
}

/** Splits a query, without its `?`, into its pairs (WHATWG URL, urlencoded parsing). */
export function parseQuery(query: string): QueryPair[] {
  const pairs: QueryPair[] = [];
  for (let start = 0, end = 0; start < query.length; start = end + 1) {
    const ampersand = query.indexOf("&", start);
    end = ampersand < 0 ? query.length : ampersand;
    if (end === start) continue;
    // The search for `=` stops at `&`: a body may have a million pairs without one.
    const [name, text] = splitOnce(query.slice(start, end));
    pairs.push({ name: queryDecode(name), text });
  }
  return pairs;
}

/**
 * Serializes query parameters, without a `?`. Parameters without a value are omitted.
 *
 * @param what the kind of parameter in error messages, before its name
 */
export function encodeQuery(
  parameters: readonly ParameterDescriptor[],
  values: object | undefined,
  what?: string,
): string {
  return parameters
    .map((parameter) => encodeParameter(parameter, getMember(values, parameter.name), what))
    .filter((text) => text !== "")
    .join("&");
}

/**
 * Decodes query or cookie parameters. It is the inverse of `encodeQuery`. A form-exploded object takes
 * every name that belongs to no other parameter.
 *
 * @param reserved names that belong to no parameter, such as that of an API key
 */
export function decodePairs(
  parameters: readonly ParameterDescriptor[],
  pairs: readonly QueryPair[],
  reserved: ReadonlySet<string> = new Set(),
): JsonObject {
  const values: JsonObject = {};
  const textsOf = textsByName(pairs);
  const exploded: ParameterDescriptor[] = [];
  for (const parameter of parameters) {
    if (isExplodedObject(parameter)) {
      exploded.push(parameter);
      continue;
    }
    const value =
      parameter.style === "deepObject"
        ? decodeDeepObject(parameter, pairs)
        : decodeTexts(parameter, textsOf(parameter.name));
    if (value !== undefined) setMember(values, parameter.name, value);
  }
  for (const parameter of exploded) {
    const others = parameters.filter((other) => other !== parameter);
    const own = pairs.filter(({ name }) => !reserved.has(name) && !ownsName(others, name));
    const isEmpty = own.length === 1 && own[0]?.name === parameter.name && own[0].text === "";
    if (parameter.allowEmptyValue && isEmpty) setMember(values, parameter.name, {});
    else if (own.length > 0 || parameter.required)
      setMember(values, parameter.name, decodeExplodedObject(parameter, own));
  }
  return values;
}

/** Up to this many pairs a linear search is faster than a map. */
const fewPairs = 8;

/** Creates a function that returns the values of a name. */
function textsByName(pairs: readonly QueryPair[]): (name: string) => readonly string[] {
  if (pairs.length <= fewPairs)
    return (name) => pairs.filter((pair) => pair.name === name).map(({ text }) => text);
  const texts = groupByName(pairs);
  return (name) => texts.get(name) ?? [];
}

function groupByName(pairs: readonly QueryPair[]): Map<string, string[]> {
  const texts = new Map<string, string[]>();
  for (const { name, text } of pairs) {
    const known = texts.get(name);
    if (known) known.push(text);
    else texts.set(name, [text]);
  }
  return texts;
}

/** True if a parameter's members are written as separate parameters (style `form`, exploded object). */
export function isExplodedObject(parameter: ParameterDescriptor): boolean {
  if (typeof parameter.shape !== "object") return false;
  const { style, explode } = notationOf(parameter);
  const isForm = explode && isNamedStyle(style) && parameter.content === undefined;
  return isForm && objectShape(parameter.shape) !== undefined;
}

function ownsName(parameters: readonly ParameterDescriptor[], name: string): boolean {
  return parameters.some((parameter) => {
    if (parameter.style === "deepObject") return isDeepObjectName(parameter, name);
    if (!isExplodedObject(parameter)) return parameter.name === name;
    return Object.hasOwn(objectShape(parameter.shape ?? "string")?.object ?? {}, name);
  });
}

function decodeExplodedObject(
  parameter: ParameterDescriptor,
  pairs: readonly QueryPair[],
): JsonObject {
  const shape = objectShape(parameter.shape ?? "string") ?? { object: {} };
  const value: JsonObject = {};
  for (const [name, texts] of groupByName(pairs)) {
    const { style: own, in: location } = parameter;
    const style: ParameterStyle = own === "cookie" ? own : "form";
    const member = { name, in: location, style, shape: memberShape(shape, name) };
    setMember(value, name, decodeTexts(member, texts));
  }
  return value;
}

/**
 * Describes the properties of an `application/x-www-form-urlencoded` body as query parameters: by default
 * an object is JSON and everything else `form` (OpenAPI 3.1, Encoding Object).
 */
function formParameters(
  media: MediaTypeDescriptor,
  names: Iterable<string>,
): ParameterDescriptor[] {
  const shape = objectShape(media.shape ?? "any") ?? { object: {} };
  return Array.from(new Set(names), (name) => {
    const { contentType, ...styled } = getEncoding(media, name);
    const property = memberShape(shape, name);
    const isStyled = Object.keys(styled).length > 0;
    const content = contentType ?? (isJsonProperty(property) ? "application/json" : undefined);
    const described = { name, in: "query", shape: property, ...styled } as const;
    return !isStyled && content && isJsonMediaType(content) ? { ...described, content } : described;
  });
}

/** The Encoding Object of a form property; empty without one. */
export const getEncoding = (media: MediaTypeDescriptor, name: string): EncodingDescriptor =>
  (media.encoding && Object.hasOwn(media.encoding, name) && media.encoding[name]) || {};

function isJsonProperty(shape: ValueShape): boolean {
  const compound = compoundShape(shape);
  if (compound === undefined) return false;
  return "object" in compound || compoundShape(compound.array) !== undefined;
}

/** Serializes an object as an `application/x-www-form-urlencoded` body. */
export function encodeForm(media: MediaTypeDescriptor, value: object): string {
  const parameters = formParameters(media, Object.keys(value)).map((parameter) => {
    const isUndescribed = parameter.shape === "any" && !parameter.style && !parameter.content;
    const isNested = isObject(getMember(value, parameter.name));
    return isUndescribed && isNested ? { ...parameter, content: "application/json" } : parameter;
  });
  return encodeQuery(parameters, value, "form field");
}

/** Decodes an `application/x-www-form-urlencoded` body, the inverse of `encodeForm`. */
export function decodeForm(media: MediaTypeDescriptor, text: string): JsonObject {
  const pairs = parseQuery(text);
  const declared = Object.keys(objectShape(media.shape ?? "any")?.object ?? {});
  const styledNames = new Set([...declared, ...Object.keys(media.encoding ?? {})]);
  const parameters = formParameters(media, styledNames);
  const others = pairs.filter(({ name }) => !ownsName(parameters, name));
  const rest = formParameters(
    media,
    others.map(({ name }) => name),
  );
  return { ...decodePairs(parameters, pairs), ...decodePairs(rest, others) };
}

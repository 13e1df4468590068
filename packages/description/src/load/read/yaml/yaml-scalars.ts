import { CST, isScalar, Schema } from "yaml";
import type { Json } from "../../../json/json.ts";

/**
 * Returns the value of a scalar in the core schema (YAML 1.2.2, section 10.3). Only a plain one may be
 * something else than a string.
 *
 * @throws {YAMLParseError} if it has a fault
 */
export function scalarValue(source: string): Json {
  const first = source[0] ?? "";
  if (first === '"' || first === "'") return quotedText(source, first);
  const text = mayBeFaulty.test(source) ? resolved("scalar", source) : source;
  return mayBeTyped.test(text) ? typedValue(text) : text;
}

/**
 * Returns the text of a block scalar.
 *
 * @param indent the column of the collection that it is in
 * @throws {YAMLParseError} if it has a fault
 */
export function blockScalarText(header: string, source: string, indent: number): string {
  const props: CST.Token[] = [{ type: "block-scalar-header", offset: 0, indent, source: header }];
  const token: CST.BlockScalar = { type: "block-scalar", offset: 0, indent, props, source };
  return CST.resolveAsScalar(token, true).value;
}

/** Returns the name that a key gives to a member. */
export function memberName(key: Json): string {
  return key === null ? "" : String(key);
}

function quotedText(source: string, quote: string): string {
  const isDouble = quote === '"';
  const content = source.slice(1, -1);
  const isPlain = isDouble ? !/[\\\n]/.test(content) : !/['\n]/.test(content);
  if (isPlain && source.length > 1 && source.endsWith(quote)) return content;
  return resolved(isDouble ? "double-quoted-scalar" : "single-quoted-scalar", source);
}

function resolved(type: CST.FlowScalar["type"], source: string): string {
  return CST.resolveAsScalar({ type, offset: 0, indent: 0, source }, true)?.value ?? "";
}

/** Matches plain scalars of several lines, and those that begin with what must not begin one. */
const mayBeFaulty = /^[\t,%|>@`]|\n/;

/** Matches the first character of plain scalars that may be something else than strings. */
const mayBeTyped = /^[-+.\d~nNtTfF]|^$/;

const core = new Schema({ schema: "core" });

function typedValue(text: string): Json {
  for (const tag of core.tags) {
    if (tag.collection !== undefined || tag.test?.test(text) !== true) continue;
    const value = tag.resolve(text, () => {}, {});
    return (isScalar(value) ? value.value : value) as Json;
  }
  return text;
}

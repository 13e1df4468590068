import { getMember, isObject, setMember } from "@openapi-packages/runtime/internals";
import type { JsonObject } from "@openapi-packages/runtime/internals";

/** Splits a JSON pointer into its reference tokens (RFC 6901, section 4). */
export function tokensOf(pointer: string): string[] {
  if (pointer === "") return [];
  return pointer
    .slice(1)
    .split("/")
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Returns the value at a place of a document; `undefined` if there is none. */
export function valueAt(document: unknown, tokens: readonly string[]): unknown {
  let value = document;
  for (const token of tokens) {
    if (typeof value !== "object" || value === null) return undefined;
    value = getMember(value, token);
  }
  return value;
}

/** Returns a document with another value at a place. Other parts are shared with the original. */
export function withValueAt(
  document: unknown,
  tokens: readonly string[],
  value: unknown,
  depth = 0,
): unknown {
  const token = tokens[depth];
  if (token === undefined) return value;
  const inner = (from: unknown): unknown => withValueAt(from, tokens, value, depth + 1);
  if (Array.isArray(document))
    return document.map((item, index) => (String(index) === token ? inner(item) : item));
  const copy: JsonObject = isObject(document) ? { ...document } : {};
  setMember(copy, token, inner(Object.hasOwn(copy, token) ? copy[token] : undefined));
  return copy;
}

/** Returns a document without the value at a place. */
export function withoutValueAt(document: unknown, tokens: readonly string[], depth = 0): unknown {
  const token = tokens[depth];
  if (token === undefined || typeof document !== "object" || document === null) return document;
  if (!Object.hasOwn(document, token)) return document;
  const isLast = depth === tokens.length - 1;
  if (Array.isArray(document)) {
    const index = Number(token);
    return isLast
      ? document.toSpliced(index, 1)
      : document.with(index, withoutValueAt(document[index], tokens, depth + 1));
  }
  if (!isObject(document)) return document;
  if (isLast) {
    const { [token]: _, ...rest } = document;
    return rest;
  }
  return { ...document, [token]: withoutValueAt(document[token], tokens, depth + 1) };
}

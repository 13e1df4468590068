import { getMember, isObject, setMember } from "@openapi-packages/runtime/internals";
import type { JsonObject } from "@openapi-packages/runtime/internals";

/** The reference tokens of a JSON pointer (RFC 6901, section 4). */
export function tokensOf(pointer: string): string[] {
  if (pointer === "") return [];
  return pointer
    .slice(1)
    .split("/")
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The value at a place of a document; `undefined` where there is none. */
export function valueAt(document: unknown, tokens: readonly string[]): unknown {
  let value = document;
  for (const token of tokens) {
    if (typeof value !== "object" || value === null) return undefined;
    value = getMember(value, token);
  }
  return value;
}

/** A document with another value at a place; what lies beside it is shared with the first. */
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

/** A document without what is at a place. */
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

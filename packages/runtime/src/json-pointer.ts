import { getMember } from "./members.ts";

/** Escapes a reference token of a JSON pointer (RFC 6901, section 3). */
export function escapePointerToken(token: string): string {
  return token.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** Unescapes a reference token of a JSON pointer (RFC 6901, section 4). */
export function unescapePointerToken(token: string): string {
  return token.replaceAll("~1", "/").replaceAll("~0", "~");
}

/**
 * Evaluates a JSON pointer (RFC 6901, section 4); `undefined` if it refers to nothing.
 *
 * @throws {TypeError} if the pointer is neither empty nor begins with `/`.
 */
export function resolvePointer(document: unknown, pointer: string): unknown {
  if (pointer === "") return document;
  if (!pointer.startsWith("/"))
    throw new TypeError(`${JSON.stringify(pointer)} is not a JSON pointer`);
  let value = document;
  for (const token of pointer.slice(1).split("/")) {
    if (typeof value !== "object" || value === null) return undefined;
    value = getMember(value, unescapePointerToken(token));
  }
  return value;
}

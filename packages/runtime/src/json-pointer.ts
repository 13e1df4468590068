import { getMember } from "./members.ts";

/** A reference token as a JSON pointer writes it (RFC 6901, section 3). */
export function escapePointerToken(token: string): string {
  return token.replaceAll("~", "~0").replaceAll("/", "~1");
}

/**
 * The value that a JSON pointer refers to (RFC 6901, section 4); `undefined` where nothing is.
 *
 * @throws {TypeError} when the pointer is neither empty nor begins with `/`.
 */
export function resolvePointer(document: unknown, pointer: string): unknown {
  if (pointer === "") return document;
  if (!pointer.startsWith("/"))
    throw new TypeError(`${JSON.stringify(pointer)} is no JSON pointer`);
  let value = document;
  for (const token of pointer.slice(1).split("/")) {
    if (typeof value !== "object" || value === null) return undefined;
    value = getMember(value, token.replaceAll("~1", "/").replaceAll("~0", "~"));
  }
  return value;
}

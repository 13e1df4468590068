import { isSlowPattern } from "./load/check/slow-pattern.ts";

const known = new Map<string, Pick<RegExp, "test">>();

/**
 * A pattern to try texts of a description with. One that may take forever on some text is not tried:
 * it is said to match.
 *
 * @param pattern one that is valid with the `u` flag
 */
export function safePattern(pattern: string): Pick<RegExp, "test"> {
  let expression = known.get(pattern);
  if (expression === undefined) {
    expression = isSlowPattern(pattern) ? { test: () => true } : new RegExp(pattern, "u");
    known.set(pattern, expression);
  }
  return expression;
}

/** Characters that a Unicode pattern may escape to mean themselves (ECMA-262, section 22.2.1, `IdentityEscape` and `ClassEscape`). */
const escapable = /[\^$\\.*+?()[\]{}|/-]/;

/**
 * A pattern as ECMAScript reads it with the `u` flag, which is how JSON Schema 2020-12 (core, section
 * 6.4) wants it. Authors often escape characters that need none, which `u` refuses; those escapes
 * are undone. `undefined` where it is no regular expression at all.
 */
export function unicodePattern(pattern: string): string | undefined {
  if (isUnicodePattern(pattern)) return pattern;
  const relaxed = pattern
    .replace(/\\([^a-zA-Z0-9\s])/gu, (escape, character: string) =>
      escapable.test(character) ? escape : character,
    )
    // A dash may be escaped within brackets only; its code is allowed in both places.
    .replaceAll("\\-", "\\x2d");
  return isUnicodePattern(relaxed) ? relaxed : undefined;
}

function isUnicodePattern(pattern: string): boolean {
  try {
    // Engines find out that a pattern is too large when they first use it.
    return typeof new RegExp(pattern, "u").test("") === "boolean";
  } catch {
    return false;
  }
}

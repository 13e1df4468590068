import { RegExpParser, RegExpSyntaxError, type AST } from "@eslint-community/regexpp";
import { withUnicodeFlag } from "./legacy-pattern.ts";

/** Characters that a Unicode pattern may escape to mean themselves (ECMA-262, section 22.2.1, `IdentityEscape` and `ClassEscape`). */
const escapable = /[\^$\\.*+?()[\]{}|/-]/;

/**
 * Engines and parsers take no more than a moment to read a pattern of this size: characters, levels of parentheses,
 * and properties of Unicode, each of which is a list of hundreds of ranges.
 */
const largest = { characters: 20_000, levels: 250, properties: 200 };

/** A pattern for use with the `u` flag. */
export interface ReadPattern {
  readonly text: string;
  /** It was valid without the flag only, and has been written for it. */
  readonly isLegacy: boolean;
}

/**
 * A pattern as ECMAScript reads it with the `u` flag, which is how JSON Schema 2020-12 (core, section
 * 6.4) wants it. Authors often escape characters that need none, which `u` refuses; those escapes
 * are undone. What is valid without the flag only is written for it. `undefined` where it is no regular
 * expression at all, or is too large to be read.
 */
export function readPattern(pattern: string): ReadPattern | undefined {
  if (isTooLarge(pattern)) return undefined;
  if (isUnicodePattern(pattern)) return { text: pattern, isLegacy: false };
  const relaxed = pattern
    .replace(/\\([^a-zA-Z0-9\s])/gu, (escape, character: string) =>
      escapable.test(character) ? escape : character,
    )
    // A dash may be escaped within brackets only; its code is allowed in both places.
    .replaceAll("\\-", "\\x2d");
  if (isUnicodePattern(relaxed)) return { text: relaxed, isLegacy: false };
  const written = withUnicodeFlag(pattern);
  return written !== undefined && isUnicodePattern(written)
    ? { text: written, isLegacy: true }
    : undefined;
}

/** The text of {@link readPattern}. */
export function unicodePattern(pattern: string): string | undefined {
  return readPattern(pattern)?.text;
}

/** True of a pattern that could take long to read, whatever text it is for. */
export function isTooLarge(pattern: string): boolean {
  if (pattern.length > largest.characters) return true;
  if ((pattern.match(/\\[pP]\{/g) ?? []).length > largest.properties) return true;
  let [level, most] = [0, 0];
  for (const [sign] of pattern.matchAll(/\\[^]|\[(?:\\[^]|[^\\\]])*\]|[()]/g)) {
    level += sign === "(" ? 1 : sign === ")" ? -1 : 0;
    most = Math.max(most, level);
  }
  return most > largest.levels;
}

function isUnicodePattern(pattern: string): boolean {
  try {
    // Engines find out that a pattern is too large when they first use it; no text has a place to try this one at.
    return (
      new RegExp(pattern, "u") instanceof RegExp && !new RegExp(`x(?:${pattern})`, "u").test("")
    );
  } catch {
    return false;
  }
}

/**
 * The parts that a pattern is made of; `undefined` where it has syntax of an ECMAScript that the parser
 * does not know yet.
 *
 * @param pattern one that is valid with the `u` flag
 */
export function parsePattern(pattern: string): AST.Pattern | undefined {
  try {
    return new RegExpParser().parsePattern(pattern, 0, pattern.length, { unicode: true });
  } catch (error) {
    if (error instanceof RegExpSyntaxError) return undefined;
    throw error;
  }
}

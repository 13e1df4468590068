import { withUnicodeFlag } from "./legacy-pattern.ts";

/**
 * Characters that a Unicode pattern may escape to mean themselves (ECMA-262, section 22.2.1,
 * `IdentityEscape` and `ClassEscape`).
 */
const escapable = /[\^$\\.*+?()[\]{}|/-]/;

/**
 * The largest pattern that engines and parsers read quickly, in characters, levels of parentheses,
 * and Unicode properties, each of which covers hundreds of ranges.
 */
const largest = { characters: 20_000, levels: 250, properties: 200 };

/** A pattern for use with the `u` flag. */
export interface ReadPattern {
  readonly text: string;
  /** True if the pattern was only valid without the flag, and has been rewritten. */
  readonly isLegacy: boolean;
}

/**
 * Prepares a pattern for the `u` flag, as JSON Schema 2020-12 requires (core, section 6.4). Authors
 * often escape characters that need no escape, which `u` rejects, so these escapes are removed. A
 * pattern that is only valid without the flag is rewritten. `undefined` if it is not a regular
 * expression, or too large.
 */
export function readPattern(pattern: string): ReadPattern | undefined {
  if (isTooLarge(pattern)) return undefined;
  if (isUnicodePattern(pattern)) return { text: pattern, isLegacy: false };
  const relaxed = pattern
    .replace(/\\([^a-zA-Z0-9\s])/gu, (escape, character: string) =>
      escapable.test(character) ? escape : character,
    )
    // A dash may only be escaped in brackets; its code works everywhere.
    .replaceAll("\\-", "\\x2d");
  if (isUnicodePattern(relaxed)) return { text: relaxed, isLegacy: false };
  const written = withUnicodeFlag(pattern);
  return written !== undefined && isUnicodePattern(written)
    ? { text: written, isLegacy: true }
    : undefined;
}

/** Returns the text of {@link readPattern}. */
export function unicodePattern(pattern: string): string | undefined {
  return readPattern(pattern)?.text;
}

/** Returns true for a pattern that could take long to parse. */
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
    // Engines notice on first use that a pattern is too large. This one is used on an empty text,
    // where it cannot match.
    return (
      new RegExp(pattern, "u") instanceof RegExp && !new RegExp(`x(?:${pattern})`, "u").test("")
    );
  } catch {
    return false;
  }
}

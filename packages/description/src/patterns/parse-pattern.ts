import { RegExpParser, RegExpSyntaxError, type AST } from "@eslint-community/regexpp";

/**
 * Parses a pattern; `undefined` if it has syntax that the parser does not know yet.
 * @param pattern a pattern that is valid with the `u` flag
 */
export function parsePattern(pattern: string): AST.Pattern | undefined {
  try {
    return new RegExpParser().parsePattern(pattern, 0, pattern.length, { unicode: true });
  } catch (error) {
    if (error instanceof RegExpSyntaxError) return undefined;
    throw error;
  }
}

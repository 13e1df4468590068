/**
 * Returns the prefix of the names that a pattern matches, if the pattern only checks a prefix: `x-`
 * for `^x-`, and an empty one for `.*`. `undefined` for any other pattern.
 */
export function patternPrefix(pattern: string): string | undefined {
  const match = /^\^((?:[\w :@/,;=#%&~!-]|\\[.\-/$^*+?|])*)(?:\.[*+]\$?)?$/.exec(pattern);
  if (match !== null) return (match[1] ?? "").replace(/\\(.)/g, "$1");
  return ["", ".*", ".+"].includes(pattern) ? "" : undefined;
}

/**
 * The prefix of all names that a pattern matches, where the pattern says just that: `^x-` matches
 * names that start with `x-`, `.*` all names. `undefined` for any other pattern.
 */
export function patternPrefix(pattern: string): string | undefined {
  const match = /^\^((?:[\w :@/,;=#%&~!-]|\\[.\-/$^*+?|])*)(?:\.[*+]\$?)?$/.exec(pattern);
  if (match !== null) return (match[1] ?? "").replace(/\\(.)/g, "$1");
  return ["", ".*", ".+"].includes(pattern) ? "" : undefined;
}

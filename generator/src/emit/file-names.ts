/** The styles of names of files and folders: `api-keys.ts` or `apiKeys.ts`. */
export const fileNameStyles = ["kebab-case", "camelCase"] as const;

/** One of {@link fileNameStyles}. */
export type FileNameStyle = (typeof fileNameStyles)[number];

/**
 * Paths in another style, by the paths that emitters give. Those that a file system could take for one then stay
 * as they are.
 */
export function styledPaths(
  paths: readonly string[],
  style: FileNameStyle,
): ReadonlyMap<string, string> {
  if (style === "kebab-case") return new Map();
  const counts = new Map<string, number>();
  const styled = paths.map((path) => [path, camelCase(path)] as const);
  for (const [, to] of styled)
    counts.set(to.toLowerCase(), (counts.get(to.toLowerCase()) ?? 0) + 1);
  return new Map(styled.filter(([, to]) => counts.get(to.toLowerCase()) === 1));
}

/** The first segment, which is the part's own name, stays. */
function camelCase(path: string): string {
  const [part = "", ...rest] = path.split("/");
  const names = rest.map((name) =>
    name.replace(/(?<=[^-])-+(\p{L}|\d)/gu, (_dashes, letter: string) => letter.toUpperCase()),
  );
  return [part, ...names].join("/");
}

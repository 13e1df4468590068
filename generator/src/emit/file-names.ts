import type { fileNameStyles } from "@openapi-packages/cli/options/choices";

/** A style of file and folder names: `api-keys.ts` or `apiKeys.ts`. */
export type FileNameStyle = (typeof fileNameStyles)[number];

/**
 * Maps the paths of emitters to paths in another style. Paths that would collide on some file
 * system are unchanged.
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

/** Converts a path to camelCase, except its first segment, the part's name. */
function camelCase(path: string): string {
  const [part = "", ...rest] = path.split("/");
  const names = rest.map((name) =>
    name.replace(/(?<=[^-])-+(\p{L}|\d)/gu, (_dashes, letter: string) => letter.toUpperCase()),
  );
  return [part, ...names].join("/");
}

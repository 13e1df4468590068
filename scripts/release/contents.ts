import { matchesGlob } from "node:path";

/** What each kind of package has in it. */
const compiled = ["dist/**/*.js", "dist/**/*.d.ts"];
const always = ["package.json", "README.md", "LICENSE"];
const handWritten = [...always, ...compiled];
// Editors and debuggers show the sources, by the maps.
const generated = [...always, "AGENTS.md", ...compiled, "dist/**/*.map", "src/**/*.ts"];

/** The files that each package may have, as globs from its folder, each of which matches one file at least. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  "openapi-packages": [...handWritten, "*.schema.json", "DIAGNOSTICS.md", "KEYWORDS.md"],
  "@openapi-packages/runtime": handWritten,
  "@openapi-packages/mock": handWritten,
  "@openapi-packages/zod": handWritten,
  "@openapi-packages/mcp": handWritten,
  "@openapi-packages/verify": [...handWritten, "examples/*.py", "report.schema.json"],
  "@genai-app/contract": [...generated, "src/**/*.js", "NOT-SHOWN.md", "dist/reference/**/*.md"],
  "@genai-app/client": generated,
  "@genai-app/server": generated,
  "@genai-app/mocks": generated,
};

/**
 * Compares what a package has in it with what it may have.
 *
 * @param paths from the package's folder, with `/`
 * @returns messages: a file too much, or one that is missing
 */
export function contentFindings(
  name: string,
  paths: readonly string[],
  globs: readonly string[] | undefined = allowed[name],
): string[] {
  if (globs === undefined)
    return [`nothing says which files it has: scripts/release/contents.ts has no ${name}`];
  const isAllowed = (path: string): boolean => globs.some((glob) => matchesGlob(path, glob));
  const tooMuch = Map.groupBy(
    paths.filter((path) => !isAllowed(path)),
    (path) => /^[^/]+\//.exec(path)?.[0] ?? path,
  );
  return [
    ...[...tooMuch.values()].map((found) => {
      const others = found.length === 1 ? "" : ` and ${found.length - 1} more beside it`;
      return `has ${found[0]}${others}, which scripts/release/contents.ts does not list`;
    }),
    ...globs
      .filter((glob) => !paths.some((path) => matchesGlob(path, glob)))
      .map((glob) => `has no ${glob}`),
  ];
}

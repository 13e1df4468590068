import { matchesGlob } from "node:path";

/** The files of each kind of package, as globs. */
const compiled = ["dist/**/*.js", "dist/**/*.d.ts"];
const always = ["package.json", "README.md", "LICENSE"];
const handWritten = [...always, ...compiled];
const generated = [...always, "AGENTS.md", ...compiled, "src/**/*.ts"];

/** The files that each package may contain, as globs from its folder. Each glob has to match at least one file. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  "openapi-packages": [
    ...handWritten,
    "*.schema.json",
    "DIAGNOSTICS.md",
    "KEYWORDS.md",
    "dist/THIRD-PARTY-LICENSES.md",
    "dist/typescript/typescript.cjs",
  ],
  "@openapi-packages/runtime": handWritten,
  "@openapi-packages/mock": handWritten,
  "@openapi-packages/description": handWritten,
  "@openapi-packages/compiler": handWritten,
  "@openapi-packages/cli": handWritten,
  "@openapi-packages/zod": handWritten,
  "@openapi-packages/mcp": handWritten,
  "@openapi-packages/verify": [...handWritten, "examples/*.py", "report.schema.json"],
  "@genai-app/contract": [...generated, "src/**/*.js", "NOT-SHOWN.md", "dist/reference/**/*.md"],
  "@genai-app/client": generated,
  "@genai-app/server": generated,
  "@genai-app/mocks": generated,
};

/**
 * Compares the files of a package with those that it may contain.
 *
 * @param paths the paths from the package's folder, with `/`
 * @returns a message for each unexpected or missing file
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

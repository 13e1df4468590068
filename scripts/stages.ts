/**
 * The stages of each package that has them, in order: a file imports only from its own stage and earlier ones. A stage is a
 * folder of the package's sources; `base` is every other folder, and `entry` are the files beside the folders.
 */
export const stages: Readonly<Record<string, readonly string[]>> = {
  "packages/description": [
    "base",
    "load/openapi",
    "load/read",
    "load/edit",
    "load/overlay",
    "load/swagger",
    "load/bundle",
    "load/check",
    "load/name",
    "load/filter",
    "load",
    "model",
    "entry",
  ],
  "packages/compiler": ["symbols", "compile", "mock", "mock/serve", "entry"],
  generator: [
    "project",
    "redocly",
    "emit",
    "print",
    "surface",
    "write",
    "generate",
    "scaffold",
    "lint",
    "changes/diff",
    "changes/surface",
    "changes/impact",
    "changes/codemod",
    "changes/release",
    "config",
    "commands",
    "entry",
  ],
};

/** Files beside the folders that belong to a stage of another name than `entry`. */
const rootFiles: Readonly<Record<string, string>> = {
  "packages/description/src/own-version.ts": "base",
  "generator/src/generate.ts": "generate",
  "generator/src/generate-types.ts": "generate",
};

/** Returns the package of a source file: `packages/compiler`; `undefined` for other files. */
export function packageOf(path: string): string | undefined {
  return /^(generator|packages\/[^/]+)\/src\//.exec(path)?.[1];
}

/** Returns the stage of a file; `undefined` if its folder is not a stage. */
export function stageOf(path: string): string | undefined {
  const folder = packageOf(path) ?? "";
  const own = stages[folder] ?? [];
  const file = path.slice(folder.length + "/src/".length);
  if (!file.includes("/")) return rootFiles[path] ?? "entry";
  const found = own.filter((stage) => file.startsWith(`${stage}/`));
  const [longest] = found.toSorted((one, other) => other.length - one.length);
  return longest ?? (own.includes("base") ? "base" : undefined);
}

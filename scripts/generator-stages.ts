/** The sources of the generator. */
export const generatorFolder = "generator/src";

/** The stages of the generator and their folders, in order: each imports only from itself and earlier ones. */
export const stages = [
  "base",
  "project",
  "load/openapi",
  "load/read",
  "load/overlay",
  "load/swagger",
  "load/bundle",
  "load/check",
  "load/name",
  "load/filter",
  "load",
  "model",
  "redocly",
  "diff",
  "compile",
  "mock",
  "emit",
  "mock/serve",
  "print",
  "surface",
  "explain",
  "write",
  "generate",
  "release",
  "scaffold",
  "impact",
  "codemod",
  "cli",
  "entry",
] as const;

/** A stage: a folder or subfolder of the generator, or a group of files beside the folders. */
export type Stage = (typeof stages)[number];

/** Files beside the folders that do not belong to the base. */
const rootFiles: Readonly<Record<string, Stage>> = {
  "generate.ts": "generate",
  "generate-types.ts": "generate",
  "cli.ts": "entry",
  "description.ts": "entry",
  "emitter.ts": "entry",
  "emitter-testing.ts": "entry",
  "index.ts": "entry",
  "redocly.ts": "entry",
};

/** The stage of a file of the generator; `undefined` if its folder is not a stage. */
export function stageOf(path: string): Stage | undefined {
  const file = path.slice(generatorFolder.length + 1);
  if (!file.includes("/")) return rootFiles[file] ?? "base";
  const folders = stages.filter((stage) => file.startsWith(`${stage}/`));
  return folders.toSorted((one, other) => other.length - one.length)[0];
}

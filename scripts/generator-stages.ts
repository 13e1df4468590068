/** The folder of the generator's sources. */
export const generatorFolder = "generator/src";

/** The stages that read a description into a model. */
const description = [
  "base",
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
] as const;

/** The stages that compile a model into validators, serializers and the behavior of a mock. */
const compiler = ["compile", "mock", "mock/serve"] as const;

/** The stages that write packages, and compare the packages of two descriptions. */
const generator = [
  "project",
  "redocly",
  "diff",
  "emit",
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

/**
 * The stages of the generator and their folders, in order: each imports only from itself and earlier ones. Mocks and
 * `verify` need only the stages of `description` and `compiler`, which know nothing of emitters, packages or TypeScript.
 */
export const stages = [...description, ...compiler, ...generator] as const;

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

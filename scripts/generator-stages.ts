/** The sources of the generator. */
export const generatorFolder = "generator/src";

/** Reads any description to its model. */
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

/** Makes of a model the code of validators and serializers, and what a mock does. */
const compiler = ["compile", "mock", "mock/serve"] as const;

/** Writes packages, and compares what two descriptions make of them. */
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
 * The stages of the generator and their folders, in order: each imports only from itself and earlier ones. Descriptions
 * know nothing of compiled code, and neither of emitters, files of packages or TypeScript: a mock and `verify` run on
 * these two alone.
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

/** The sources of the generator. */
export const generatorFolder = "generator/src";

/** The stages of the generator, and their rooms: each imports from itself and from those before it, and from no other. */
export const stages = [
  "base",
  "load/openapi",
  "load/read",
  "load/bundle",
  "load/check",
  "load/name",
  "load/filter",
  "load",
  "model",
  "compile",
  "mock",
  "emit",
  "mock/serve",
  "print",
  "write",
  "generate",
  "scaffold",
  "cli",
  "entry",
] as const;

/** A stage: a folder of the generator, a room of one, or a kind of file beside the folders. */
export type Stage = (typeof stages)[number];

/** Files beside the folders that do not belong to the base. */
const rootFiles: Readonly<Record<string, Stage>> = {
  "generate.ts": "generate",
  "generate-types.ts": "generate",
  "cli.ts": "entry",
  "index.ts": "entry",
};

/** The stage of a file of the generator; `undefined` where its folder is none. */
export function stageOf(path: string): Stage | undefined {
  const file = path.slice(generatorFolder.length + 1);
  if (!file.includes("/")) return rootFiles[file] ?? "base";
  const folders = stages.filter((stage) => file.startsWith(`${stage}/`));
  return folders.toSorted((one, other) => other.length - one.length)[0];
}

import { listFiles, readSources, type SourceText } from "../repository.ts";
import { releasedPackages } from "../release/released-packages.ts";
import type { Weight } from "./weight.ts";

/** Counts files and their lines. */
export function countFiles(name: string, files: readonly Pick<SourceText, "text">[]): Weight[] {
  return [
    { name: `${name}, files`, value: files.length },
    { name: `${name}, lines`, value: linesOf(files) },
  ];
}

/** Counts the sources of the hand-written packages, and the committed files of the generated ones. */
export function measureFiles(): Weight[] {
  const packages = releasedPackages();
  const generated = packages.filter(({ isGenerated }) => isGenerated);
  const committed = readSources(listFiles(...generated.map(({ folder }) => folder)));
  const written = packages.filter(({ isGenerated }) => !isGenerated);
  return [
    ...countFiles("all generated packages", committed),
    {
      name: "generated lines an operation",
      value: Math.round(linesOf(committed) / operationCount()),
    },
    ...written.flatMap(({ folder, manifest }) =>
      countFiles(`sources of ${manifest.name}`, readSources(listFiles(`${folder}/src`))),
    ),
  ];
}

function linesOf(files: readonly Pick<SourceText, "text">[]): number {
  return files.reduce((sum, { text }) => sum + text.split("\n").length - 1, 0);
}

function operationCount(): number {
  return readSources(listFiles("spec/paths/*.yaml"))
    .map(({ text }) => [...text.matchAll(/^\s*operationId:/gm)].length)
    .reduce((sum, operations) => sum + operations);
}

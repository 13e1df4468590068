/**
 * Packs the hand-written packages as they would be published, for projects on this machine: `npm run pack -- <folder>`. With
 * `npm pack` alone their exports would be the sources, which are not in the tarballs.
 */
import { cpSync, mkdirSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { buildTarballs } from "./release/build.ts";
import { releasedPackages } from "./release/released-packages.ts";
import { repositoryRoot } from "./repository.ts";

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("name the folder for the tarballs: npm run pack -- ..");
const published = releasedPackages().filter(({ isGenerated }) => !isGenerated);
const packed = join(repositoryRoot, "node_modules", ".cache", "release", "packed");
mkdirSync(folder, { recursive: true });
for (const { file } of buildTarballs(published, packed)) {
  const target = resolve(folder, basename(file));
  cpSync(file, target);
  console.log(target);
}

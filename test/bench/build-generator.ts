import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeModules } from "../../scripts/release/bundle/write-modules.ts";
import { publishedManifest } from "../../scripts/release/published-manifest.ts";
import type { Manifest } from "../../scripts/release/released-packages.ts";
import { buildPackage } from "./build-package.ts";
import { repositoryRoot } from "./tools.ts";

/**
 * Builds the generator as it is published, in a folder where it finds what it depends on.
 *
 * @returns its package's folder, and what removes it
 */
export async function buildGenerator(): Promise<{
  readonly built: string;
  readonly remove: () => void;
}> {
  const cache = join(repositoryRoot, "node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "bench-generator-"));
  for (const name of ["packages/runtime", "packages/mock"])
    buildPackage(join(repositoryRoot, name), "tsconfig.build.json", folder);
  const own = join(repositoryRoot, "generator");
  const built = join(folder, "node_modules", "openapi-packages");
  await writeModules(join(built, "dist"));
  const manifest = JSON.parse(readFileSync(join(own, "package.json"), "utf8")) as Manifest;
  writeFileSync(join(built, "package.json"), JSON.stringify(publishedManifest(manifest)));
  // npm installs these for the generator alone: its formatter and its compiler of modules.
  symlinkSync(join(own, "node_modules"), join(built, "node_modules"));
  return { built, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

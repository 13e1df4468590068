import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { buildPackage } from "./build-package.ts";
import { repositoryRoot } from "./tools.ts";

/** The packages that the generator consists of, itself the last. */
const generating = [
  "packages/runtime",
  "packages/mock",
  "packages/description",
  "packages/compiler",
  "packages/cli",
  "generator",
];

/**
 * Builds the generator as it is published, in a folder where it finds what it depends on.
 *
 * @returns its package's folder, and what removes it
 */
export function buildGenerator(): { readonly built: string; readonly remove: () => void } {
  const cache = join(repositoryRoot, "node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "bench-generator-"));
  const built = generating.map((name) =>
    buildPackage(join(repositoryRoot, name), "tsconfig.build.json", folder),
  );
  const generator = built.at(-1) ?? "";
  // npm installs these for the generator alone: its formatter and its compiler of modules.
  symlinkSync(join(repositoryRoot, "generator/node_modules"), join(generator, "node_modules"));
  return {
    built: generator,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

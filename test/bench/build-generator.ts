import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildPackage } from "./build-package.ts";
import { repositoryRoot } from "./tools.ts";

/**
 * Builds the generator as it is published, in a folder where it finds what it depends on.
 *
 * @returns its package's folder, and what removes it
 */
export function buildGenerator(): { readonly built: string; readonly remove: () => void } {
  const cache = join(repositoryRoot, "node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "bench-generator-"));
  const [, , built = ""] = ["packages/runtime", "packages/mock", "generator"].map((name) =>
    buildPackage(join(repositoryRoot, name), "tsconfig.build.json", folder),
  );
  return { built, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

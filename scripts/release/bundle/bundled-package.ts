import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../../repository.ts";
import type { Manifest } from "../released-packages.ts";

/** The folder of the package that is published as a few bundled modules. */
export const bundledFolder = "generator";

/** The packages of this repository whose modules are within the bundle. */
export const bundledPackages: readonly string[] = ["description", "compiler", "cli"];

/**
 * The dependencies that npm installs beside the bundle: binaries, and what generated code and mocks import too.
 */
const keptDependencies: readonly string[] = [
  "@openapi-packages/mock",
  "@openapi-packages/runtime",
  "oxc-transform",
  "oxfmt",
];

/** True for the manifest of the package that is published as a bundle. */
export const isBundled = ({ name }: Manifest): boolean => name === "openapi-packages";

/** True for a module that is no part of the bundle, by the specifier of an import. */
export function isKept(specifier: string): boolean {
  return (
    specifier.startsWith("node:") ||
    keptDependencies.some((name) => specifier === name || specifier.startsWith(`${name}/`))
  );
}

/** Returns the dependencies that the published package has. */
export function keptOf(dependencies: Manifest["dependencies"] = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(dependencies).filter(([name]) => isKept(name)));
}

/** Returns the entries of the package that are modules, its command included: the names of their sources without `.ts`. */
export function entryNames(): string[] {
  const text = readFileSync(join(repositoryRoot, bundledFolder, "package.json"), "utf8");
  const { exports } = JSON.parse(text) as Manifest;
  const names = Object.entries(exports as Readonly<Record<string, string>>).flatMap(
    ([entry, target]) => {
      const [, name] = /^\.\/src\/(.+)\.ts$/.exec(target) ?? [];
      return name === undefined || entry.includes("*") ? [] : [name];
    },
  );
  return ["cli", ...names];
}

import { posix } from "node:path";
import ts from "typescript";
import { isObject, member, type Json } from "@openapi-packages/description/json/json";
import type { DeclarationPrinter } from "../print/compile-module.ts";

/**
 * The public API of a package: the TypeScript declarations of its entries and of the modules they
 * import.
 */
export interface PackageSurface {
  /** The folder of the package in the output: `client`. */
  readonly folder: string;
  /** The name of the package: `@acme/client`. */
  readonly packageName: string;
  /** Maps import paths to the modules behind them: `@acme/client/pets` → `pets`. */
  readonly entries: ReadonlyMap<string, string>;
  /** The declarations of the modules, by path in the source folder without extension. */
  readonly modules: ReadonlyMap<string, string>;
}

/**
 * The files of generated packages. Paths are relative to the folder of the packages:
 * `client/src/index.ts`.
 */
export interface SurfaceFiles {
  readonly paths: readonly string[];
  /** Returns the text of a file; `undefined` if it does not exist. */
  read(path: string): string | undefined;
}

/**
 * Builds the surfaces of generated packages, one for each package.json with entries.
 * @throws {SyntaxError} when a module cannot be compiled by itself
 */
export function packageSurfaces(
  files: SurfaceFiles,
  declare: DeclarationPrinter,
): readonly PackageSurface[] {
  const folders = files.paths.flatMap((path) => /^([^/]+)\/package\.json$/.exec(path)?.[1] ?? []);
  return folders
    .toSorted()
    .map((folder) => packageSurface(folder, files, declare))
    .filter(({ entries }) => entries.size > 0);
}

function packageSurface(
  folder: string,
  files: SurfaceFiles,
  declare: DeclarationPrinter,
): PackageSurface {
  const packageJson = JSON.parse(files.read(`${folder}/package.json`) ?? "{}") as Json;
  const packageName = String(member(packageJson, "name"));
  const sources = files.paths.flatMap((path) => sourceModule(path, folder));
  const entries = entriesOf(packageName, member(packageJson, "exports"), sources);
  const modules = new Map<string, string>();
  const waiting = [...entries.values()];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (modules.has(path)) continue;
    const text = declarationsOf(`${folder}/src/${path}`, files, declare);
    if (text === undefined) continue;
    modules.set(path, text);
    waiting.push(...importedModules(path, text));
  }
  return { folder, packageName, entries, modules };
}

/**
 * Returns the entries in `exports` that have types, with their modules. A `*` gives one entry per
 * matching module.
 */
function entriesOf(
  packageName: string,
  exports: unknown,
  sources: readonly string[],
): ReadonlyMap<string, string> {
  const entries = Object.entries(isObject(exports) ? exports : {}).flatMap(([entry, target]) => {
    const types = isObject(target) ? target["types"] : undefined;
    const [, pattern] =
      /^\.\/[^/]+\/(.+)\.d\.ts$/.exec(typeof types === "string" ? types : "") ?? [];
    return sources.flatMap((module) => {
      const part = pattern === undefined ? undefined : entryPart(pattern, module);
      const specifier = `${packageName}${entry.slice(1).replace("*", part ?? "")}`;
      return part === undefined ? [] : [[specifier, module] as const];
    });
  });
  return new Map(entries);
}

/**
 * Returns what the `*` of a target matches in the path of a module; empty for a target without `*`,
 * `undefined` if the module does not match.
 */
function entryPart(target: string, path: string): string | undefined {
  const [start = "", end] = target.split("*");
  if (end === undefined) return path === target ? "" : undefined;
  const isOf =
    path.startsWith(start) && path.endsWith(end) && path.length > start.length + end.length;
  return isOf ? path.slice(start.length, path.length - end.length) : undefined;
}

/** Returns the module of a source file, without extension. */
function sourceModule(path: string, folder: string): string[] {
  const prefix = `${folder}/src/`;
  if (!path.startsWith(prefix) || !path.endsWith(".ts")) return [];
  return [path.slice(prefix.length).replace(/(?:\.d)?\.ts$/, "")];
}

function declarationsOf(
  source: string,
  files: SurfaceFiles,
  declare: DeclarationPrinter,
): string | undefined {
  const text = files.read(`${source}.ts`);
  return text === undefined ? files.read(`${source}.d.ts`) : declare(`${source}.ts`, text);
}

/** Returns the modules of the same package that a module imports. */
function importedModules(path: string, text: string): string[] {
  return ts
    .preProcessFile(text, true, false)
    .importedFiles.filter(({ fileName }) => isRelative(fileName))
    .map(({ fileName }) => modulePath(path, fileName));
}

/** Returns true for an import of a module of the same package. */
export const isRelative = (specifier: string): boolean => specifier.startsWith(".");

/**
 * Returns the path of a module that another one imports, in the source folder and without
 * extension.
 */
export function modulePath(from: string, specifier: string): string {
  return posix.join(posix.dirname(from), specifier.replace(/(?:\.d)?\.[jt]s$/, ""));
}

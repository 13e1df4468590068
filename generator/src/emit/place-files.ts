import { posix } from "node:path";
import { StructureKind } from "ts-morph";
import {
  withExtension,
  type ImportExtension,
} from "@openapi-packages/cli/project/import-extension";
import type { EmittedFile, ModuleStatement } from "./emitted-file.ts";
import { styledPaths, type FileNameStyle } from "./file-names.ts";
import { placedPath, relativeSpecifier, type Layout } from "./package-names.ts";
import type { EmittedFiles } from "./run-emitters.ts";
import { packageOf, TakenPaths } from "./taken-paths.ts";

/**
 * Matches the files of a package that a folder of an app does not get. It only gets those that say
 * how to use the code, `AGENTS.md`.
 */
const packageFile = /^[^/]+\/(package\.json|tsconfig\.json|(?!AGENTS\.md$)[^/]+\.md)$/;

/** The layout of the files. */
export interface Placing {
  readonly layout?: Layout;
  readonly extension: ImportExtension;
  readonly fileNames?: FileNameStyle;
}

/**
 * Converts the files of packages to a layout. A folder has no `src`, no package.json and no README,
 * and its relative imports have the extension that the project's tools require.
 *
 * @throws {EmitterError} if two files get the same path
 */
export function placeFiles(
  emitted: EmittedFiles,
  { layout, extension, fileNames = "kebab-case" }: Placing,
): EmittedFiles {
  if (layout !== "folder") return emitted;
  const files = emitted.files.filter(({ path }) => !packageFile.test(path));
  const placed = files.map(({ path }) => placedPath(path));
  const styled = styledPaths(placed, fileNames);
  const finalPath = (path: string): string => styled.get(path) ?? path;
  const emitters = new Map<string, string>();
  const taken = new TakenPaths();
  for (const { path } of files) {
    const owner = emitted.emitters.get(path);
    const final = finalPath(placedPath(path));
    taken.take(final, owner ?? packageOf(path));
    if (owner !== undefined) emitters.set(final, owner);
  }
  return {
    notes: emitted.notes,
    files: files.map((file) => place(file, extension, finalPath)),
    emitters,
  };
}

function place(
  file: EmittedFile,
  extension: ImportExtension,
  finalPath: (path: string) => string,
): EmittedFile {
  const placed = placedPath(file.path);
  const path = finalPath(placed);
  if (file.kind !== "module") return { ...file, path };
  const specifier = (given: string): string => {
    if (!given.startsWith(".")) return given;
    const module = finalPath(posix.join(posix.dirname(placed), given));
    return withExtension(relativeSpecifier(path, module), extension);
  };
  const statements = file.structure.statements.map((one) => withImport(one, specifier));
  return { ...file, path, structure: { statements } };
}

function withImport(
  statement: ModuleStatement,
  specifier: (given: string) => string,
): ModuleStatement {
  if (typeof statement === "string") return statement;
  const isImport =
    statement.kind === StructureKind.ImportDeclaration ||
    statement.kind === StructureKind.ExportDeclaration;
  if (!isImport || statement.moduleSpecifier === undefined) return statement;
  return { ...statement, moduleSpecifier: specifier(statement.moduleSpecifier) };
}

/**
 * Returns the packages that modules import, each once, in alphabetical order:
 * `@openapi-packages/runtime`.
 */
export function importedPackages(files: readonly EmittedFile[]): string[] {
  const specifiers = files.flatMap((file) =>
    file.kind === "module" ? file.structure.statements.flatMap(specifierOf) : [],
  );
  const names = specifiers.flatMap((one) => /^(@[^/]+\/)?[^./][^/]*/.exec(one)?.[0] ?? []);
  return [...new Set(names)].toSorted();
}

function specifierOf(statement: ModuleStatement): readonly string[] {
  if (typeof statement === "string") return [];
  const isImport =
    statement.kind === StructureKind.ImportDeclaration ||
    statement.kind === StructureKind.ExportDeclaration;
  return isImport && statement.moduleSpecifier !== undefined ? [statement.moduleSpecifier] : [];
}

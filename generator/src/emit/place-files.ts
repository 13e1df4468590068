import { StructureKind } from "ts-morph";
import { withExtension, type ImportExtension } from "../import-extension.ts";
import type { EmittedFile, ModuleStatement } from "./emitted-file.ts";
import { placedPath, type Layout } from "./package-names.ts";
import type { EmittedFiles } from "./run-emitters.ts";

/** What a package has beside its code; a folder inside of an app has none of it. */
const packageFile = /^[^/]+\/(package\.json|tsconfig\.json|[^/]+\.md)$/;

/**
 * The files as a layout has them. Emitters write packages; in a folder there is no `src`, no package.json and
 * no page to read, and relative imports end as the project's tools want it.
 */
export function placeFiles(
  emitted: EmittedFiles,
  layout: Layout | undefined,
  extension: ImportExtension,
): EmittedFiles {
  if (layout !== "folder") return emitted;
  const files = emitted.files.filter(({ path }) => !packageFile.test(path));
  const emitters = [...emitted.emitters].map(([path, name]) => [placedPath(path), name] as const);
  return { files: files.map((file) => place(file, extension)), emitters: new Map(emitters) };
}

function place(file: EmittedFile, extension: ImportExtension): EmittedFile {
  const path = placedPath(file.path);
  if (file.kind === "text") return { ...file, path };
  const statements = file.structure.statements.map((one) => withImport(one, extension));
  return { ...file, path, structure: { statements } };
}

function withImport(statement: ModuleStatement, extension: ImportExtension): ModuleStatement {
  if (typeof statement === "string") return statement;
  const isImport =
    statement.kind === StructureKind.ImportDeclaration ||
    statement.kind === StructureKind.ExportDeclaration;
  if (!isImport || statement.moduleSpecifier === undefined) return statement;
  return { ...statement, moduleSpecifier: withExtension(statement.moduleSpecifier, extension) };
}

/** The packages that modules import, each once, in alphabetical order: `@openapi-packages/runtime`. */
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

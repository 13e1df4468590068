import { ts } from "ts-morph";
import type { EditableFile } from "./editable-file.ts";
import { importedName } from "./imports.ts";

/** Returns the names that a file exports. */
export function exportedNames({ tree }: EditableFile): Set<string> {
  const names = new Set<string>();
  for (const statement of tree.statements) {
    if (ts.isExportDeclaration(statement)) {
      const { exportClause } = statement;
      if (exportClause !== undefined && ts.isNamedExports(exportClause))
        for (const { name } of exportClause.elements) names.add(name.text);
    } else if (isExported(statement)) for (const name of declaredNames(statement)) names.add(name);
  }
  return names;
}

function isExported(statement: ts.Statement): boolean {
  if (!ts.canHaveModifiers(statement)) return false;
  const modifiers = ts.getModifiers(statement) ?? [];
  return modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
}

function declaredNames(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) =>
      ts.isIdentifier(name) ? [name.text] : [],
    );
  const isNamed = ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement);
  return isNamed && statement.name !== undefined ? [statement.name.text] : [];
}

/** A top-level constant, alone in its statement. */
export interface Constant {
  readonly statement: ts.VariableStatement;
  readonly initializer: ts.Expression;
}

/** Returns a top-level constant; `undefined` if the name is something else. */
export function constantOf({ tree }: EditableFile, name: string): Constant | undefined {
  for (const statement of tree.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    const [declaration, ...others] = statement.declarationList.declarations;
    if (declaration?.initializer === undefined || others.length > 0) continue;
    if (ts.isIdentifier(declaration.name) && declaration.name.text === name)
      return { statement, initializer: declaration.initializer };
  }
  return undefined;
}

/** True if a constant is a function that returns a handler, as in the template with a store. */
export function isStoreFunction(file: EditableFile, name: string): boolean {
  const { initializer } = constantOf(file, name) ?? {};
  return (
    initializer !== undefined &&
    ts.isArrowFunction(initializer) &&
    (ts.isArrowFunction(initializer.body) || ts.isFunctionExpression(initializer.body))
  );
}

/** A name imported from another file of the folder. */
export interface Imported {
  /** `undefined` if it comes from a package. */
  readonly path: string | undefined;
  readonly name: string;
}

/**
 * Returns where a name is imported from; `undefined` if the file declares it, or it is a namespace import.
 */
export function importOf({ path, tree }: EditableFile, local: string): Imported | undefined {
  for (const { moduleSpecifier, importClause } of tree.statements.filter(ts.isImportDeclaration)) {
    const bindings = importClause?.namedBindings;
    if (bindings === undefined || !ts.isNamedImports(bindings)) continue;
    const specifier = bindings.elements.find(({ name }) => name.text === local);
    if (specifier !== undefined && ts.isStringLiteralLike(moduleSpecifier))
      return { path: resolved(path, moduleSpecifier.text), name: importedName(specifier) };
  }
  return undefined;
}

/** Returns the exported names that a file imports from another one; `*` for a namespace import. */
export function importsOf({ path, tree }: EditableFile, target: string): string[] {
  return tree.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    const { moduleSpecifier } = statement;
    if (moduleSpecifier === undefined || !ts.isStringLiteralLike(moduleSpecifier)) return [];
    if (resolved(path, moduleSpecifier.text) !== target) return [];
    const list = ts.isImportDeclaration(statement)
      ? statement.importClause?.namedBindings
      : statement.exportClause;
    if (list === undefined || !("elements" in list)) return ["*"];
    return list.elements.map(({ propertyName, name }) => (propertyName ?? name).text);
  });
}

/** Returns the path of a relative import's file; `undefined` for a package. */
function resolved(from: string, specifier: string): string | undefined {
  if (!specifier.startsWith(".")) return undefined;
  const parts = from.split("/").slice(0, -1);
  for (const part of specifier.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  return `${parts.join("/").replace(/\.[jt]s$/, "")}.ts`;
}

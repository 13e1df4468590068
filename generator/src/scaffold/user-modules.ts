import { ts } from "ts-morph";
import type { EditableFile } from "./editable-file.ts";
import { importedName } from "./imports.ts";

/** The names that a file exports. */
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

/** A constant of a file's top level, alone in its statement. */
export interface Constant {
  readonly statement: ts.VariableStatement;
  readonly initializer: ts.Expression;
}

/** A constant of a file's top level; `undefined` where the name is something else. */
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

/** True if a constant is a function that gives a handler, of the template with a store. */
export function isStoreFunction(file: EditableFile, name: string): boolean {
  const { initializer } = constantOf(file, name) ?? {};
  return (
    initializer !== undefined &&
    ts.isArrowFunction(initializer) &&
    (ts.isArrowFunction(initializer.body) || ts.isFunctionExpression(initializer.body))
  );
}

/** A name of another file of the folder. */
export interface Imported {
  /** `undefined` where it is of a package. */
  readonly path: string | undefined;
  readonly name: string;
}

/** The origin of a name in a file; `undefined` where it is its own, or of all of a module. */
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

/** The names that a file imports of another one, each as it is called there; `*` for all of it. */
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

/** The path of a file that a relative import means; `undefined` for a package. */
function resolved(from: string, specifier: string): string | undefined {
  if (!specifier.startsWith(".")) return undefined;
  const parts = from.split("/").slice(0, -1);
  for (const part of specifier.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  return `${parts.join("/").replace(/\.[jt]s$/, "")}.ts`;
}

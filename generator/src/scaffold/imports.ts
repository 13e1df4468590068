import { ts } from "ts-morph";
import { freeName, identifiersOf, type EditableFile } from "./editable-file.ts";
import { insertElements, removeSpecifier } from "./element-lists.ts";

/** An export of a module to import. */
export interface WantedImport {
  readonly name: string;
  readonly isType: boolean;
}

/** Returns a file's import declarations for a module. */
export function importsFrom(tree: ts.SourceFile, module: string): ts.ImportDeclaration[] {
  return tree.statements
    .filter(ts.isImportDeclaration)
    .filter(({ moduleSpecifier }) => textOf(moduleSpecifier) === module);
}

const textOf = (node: ts.Expression): string | undefined =>
  ts.isStringLiteralLike(node) ? node.text : undefined;

/** Returns the specifiers of the names that a file imports from a module. */
export function importSpecifiers(tree: ts.SourceFile, module: string): ts.ImportSpecifier[] {
  return importsFrom(tree, module).flatMap((declaration) => [
    ...(namedImports(declaration)?.elements ?? []),
  ]);
}

function namedImports(declaration: ts.ImportDeclaration): ts.NamedImports | undefined {
  const bindings = declaration.importClause?.namedBindings;
  return bindings !== undefined && ts.isNamedImports(bindings) ? bindings : undefined;
}

/** Returns the exported name of an import specifier. */
export const importedName = ({ propertyName, name }: ts.ImportSpecifier): string =>
  (propertyName ?? name).text;

/** Returns the local name of a module's export; `undefined` if the file does not import it by name. */
export function localName(
  tree: ts.SourceFile,
  module: string,
  name: string,
  isValue = false,
): string | undefined {
  const found = importSpecifiers(tree, module).find(
    (specifier) => importedName(specifier) === name && !(isValue && isTypeOnly(specifier)),
  );
  return found?.name.text;
}

const isTypeOnly = (specifier: ts.ImportSpecifier): boolean =>
  specifier.isTypeOnly || specifier.parent.parent.isTypeOnly;

/**
 * Makes sure that a file imports names from a module: in an existing declaration, or in a new one after the
 * last.
 *
 * @param taken names that the file will get besides its own; the imported names are added
 * @returns the local name of each import
 */
export function addImports(
  file: EditableFile,
  module: string,
  wanted: readonly WantedImport[],
  taken: Set<string>,
): Map<string, string> {
  const locals = new Map<string, string>();
  const missing: (WantedImport & { local: string })[] = [];
  for (const { name, isType } of wanted) {
    if (locals.has(name)) continue;
    const known = localName(file.tree, module, name, !isType);
    const local = known ?? freeName(file.tree, name, taken);
    locals.set(name, local);
    taken.add(local);
    if (known === undefined) missing.push({ name, isType, local });
  }
  const lists = importsFrom(file.tree, module).filter((one) => namedImports(one) !== undefined);
  const forTypes = lists.find(({ importClause }) => importClause?.isTypeOnly);
  const forAll = lists.find(({ importClause }) => !importClause?.isTypeOnly);
  const types = missing.filter(({ isType }) => isType && (forTypes ?? forAll) !== undefined);
  const others = missing.filter((one) => !types.includes(one));
  const typeList = forTypes ?? forAll;
  if (typeList === forAll) insertSpecifiers(file, forAll, [...others, ...types]);
  else {
    insertSpecifiers(file, typeList, types);
    insertSpecifiers(file, forAll, others);
  }
  if (forAll === undefined && others.length > 0) addDeclaration(file, module, others);
  return locals;
}

type Missing = WantedImport & { readonly local: string };

function insertSpecifiers(
  file: EditableFile,
  declaration: ts.ImportDeclaration | undefined,
  missing: readonly Missing[],
): void {
  const list = declaration && namedImports(declaration);
  if (list === undefined || missing.length === 0) return;
  const isTypes = declaration?.importClause?.isTypeOnly === true;
  insertElements(
    file,
    list,
    missing.map((one) => () => specifierText(one, isTypes)),
  );
}

function specifierText({ name, local, isType }: Missing, isTypes: boolean): string {
  const text = name === local ? name : `${name} as ${local}`;
  return isType && !isTypes ? `type ${text}` : text;
}

function addDeclaration(file: EditableFile, module: string, missing: readonly Missing[]): void {
  const { lineEnd, quote, semicolon } = file.style;
  const isTypes = missing.every(({ isType }) => isType);
  const names = missing.map((one) => specifierText(one, isTypes)).join(", ");
  const keyword = isTypes ? "import type" : "import";
  const text = `${keyword} { ${names} } from ${quote}${module}${quote}${semicolon}`;
  const last = file.tree.statements.findLast(ts.isImportDeclaration);
  const [first] = file.tree.statements;
  if (last !== undefined) file.insert(file.afterComments(last.end), `${lineEnd}${text}`);
  else if (first !== undefined)
    file.insert(first.getStart(file.tree, true), `${text}${lineEnd}${lineEnd}`);
  else file.insert(file.text.length, `${lineEnd}${text}${lineEnd}`);
}

/**
 * Re-exports a name from a module, after the last import, and applies the edits.
 *
 * @returns `false`, without a change, if the file already uses the name or the module
 */
export function addExport(file: EditableFile, module: string, name: string): boolean {
  const isNamed = identifiersOf(file.tree, name).length > 0;
  if (isNamed || importsFrom(file.tree, module).length > 0) return false;
  const { lineEnd, quote, semicolon } = file.style;
  const text = `export { ${name} } from ${quote}${module}${quote}${semicolon}`;
  const last = file.tree.statements.findLast(ts.isImportDeclaration);
  const place = last === undefined ? file.text.length : file.afterComments(last.end);
  file.insert(place, `${lineEnd}${lineEnd}${text}`);
  file.applyEdits();
  return true;
}

/** Removes the import of a local name that is not used any more, and applies the edits. */
export function removeUnusedImport(file: EditableFile, local: string): void {
  for (const declaration of file.tree.statements.filter(ts.isImportDeclaration)) {
    const list = namedImports(declaration);
    const specifier = list?.elements.find(({ name }) => name.text === local);
    if (list === undefined || specifier === undefined) continue;
    const uses = identifiersOf(file.tree, local).filter(({ parent }) => parent !== specifier);
    if (uses.length > 0) return;
    if (list.elements.length > 1) removeSpecifier(file, list, specifier);
    else if (declaration.importClause?.name === undefined) {
      const start = declaration.getStart(file.tree);
      removeLines(file, { start, end: declaration.end });
    }
    return;
  }
}

/** Removes whole lines of a file, and one of the blank lines around them, and applies the edits. */
export function removeLines(
  file: EditableFile,
  { start, end }: { readonly start: number; readonly end: number },
): void {
  const { text } = file;
  const lineEndAt = (position: number): number =>
    /^[ \t]*\r?\n/.exec(text.slice(position))?.[0].length ?? 0;
  const below = end + lineEndAt(end);
  const above = /\n[ \t]*(\r?\n)$/.exec(text.slice(0, start))?.[1];
  if (above !== undefined && below === text.length) file.replace(start - above.length, below, "");
  else file.replace(start, above === undefined ? below : below + lineEndAt(below), "");
  file.applyEdits();
}

/**
 * Returns the range of a statement with the comments directly above it and those after it on its last line.
 */
export function statementRange(
  file: EditableFile,
  statement: ts.Statement,
): { start: number; end: number } {
  const code = statement.getStart(file.tree);
  const comments = ts.getLeadingCommentRanges(file.text, statement.pos) ?? [];
  let start = code;
  for (const { pos, end } of comments.toReversed()) {
    const gap = file.text.slice(end, start);
    const isOwnLine = file.text.slice(file.lineStart(pos), pos).trim() === "";
    if (!isOwnLine || /\n[ \t]*\r?\n/.test(gap) || gap.trim() !== "") break;
    start = pos;
  }
  return { start, end: file.afterComments(statement.end) };
}

import { ts } from "ts-morph";
import { identifiersOf, type EditableFile } from "./editable-file.ts";
import { importsFrom, importedName } from "./imports.ts";

/** A type of a package with its old and its new name. */
export interface TypeRename {
  readonly module: string;
  readonly from: string;
  readonly to: string;
}

/** Renames types wherever a file imports them from their module, and applies the edits. */
export function renameTypes(file: EditableFile, renames: readonly TypeRename[]): void {
  for (const rename of renames) if (file.text.includes(rename.from)) renameType(file, rename);
  file.applyEdits();
}

function renameType(file: EditableFile, rename: TypeRename): void {
  const { module, from } = rename;
  const { tree } = file;
  for (const declaration of importsFrom(tree, module)) {
    const bindings = declaration.importClause?.namedBindings;
    if (bindings === undefined) continue;
    if (ts.isNamespaceImport(bindings)) renameMembers(file, bindings.name.text, rename);
    else {
      const specifier = bindings.elements.find((one) => importedName(one) === from);
      if (specifier !== undefined) renameSpecifier(file, specifier, rename);
    }
  }
  for (const identifier of identifiersOf(tree, from)) {
    const { parent } = identifier;
    if (ts.isImportTypeNode(parent) && isOf(parent.argument, module))
      put(file, identifier, rename.to);
    if (!ts.isExportSpecifier(parent)) continue;
    const { moduleSpecifier } = parent.parent.parent;
    if (moduleSpecifier === undefined || !isText(moduleSpecifier, module)) continue;
    if (parent.propertyName === identifier) put(file, identifier, rename.to);
    else if (parent.propertyName === undefined) put(file, identifier, `${rename.to} as ${from}`);
  }
}

const put = (file: EditableFile, node: ts.Node, text: string): void =>
  file.replace(node.getStart(file.tree), node.end, text);

const isText = (node: ts.Node, text: string): boolean =>
  ts.isStringLiteralLike(node) && node.text === text;

const isOf = (argument: ts.TypeNode, module: string): boolean =>
  ts.isLiteralTypeNode(argument) && isText(argument.literal, module);

/** Renames members of a namespace import, such as `server.OldHandler`. */
function renameMembers(file: EditableFile, namespace: string, { from, to }: TypeRename): void {
  for (const identifier of identifiersOf(file.tree, from)) {
    const { parent } = identifier;
    if (!ts.isQualifiedName(parent) || parent.right !== identifier) continue;
    if (ts.isIdentifier(parent.left) && parent.left.text === namespace) put(file, identifier, to);
  }
}

/**
 * Renames an imported type. It keeps the old name as an alias if that is also used for something else, or if
 * the new name is taken.
 */
function renameSpecifier(
  file: EditableFile,
  specifier: ts.ImportSpecifier,
  { from, to }: TypeRename,
): void {
  const { propertyName, name } = specifier;
  if (propertyName !== undefined) {
    put(file, propertyName, to);
    return;
  }
  const others = identifiersOf(file.tree, from).filter((identifier) => identifier !== name);
  const uses = others.filter((identifier) => !isMemberName(identifier));
  if (identifiersOf(file.tree, to).length > 0 || uses.some(isDeclaredOrExported)) {
    put(file, name, `${to} as ${from}`);
    return;
  }
  for (const identifier of [name, ...uses]) put(file, identifier, to);
}

/** True if an identifier is a member of something, as in `a.name` or `{ name: 1 }`. */
function isMemberName(identifier: ts.Identifier): boolean {
  const { parent } = identifier;
  if (ts.isQualifiedName(parent)) return parent.right === identifier;
  if (ts.isPropertyAccessExpression(parent)) return parent.name === identifier;
  if (ts.isImportTypeNode(parent) || ts.isImportSpecifier(parent)) return true;
  if (ts.isExportSpecifier(parent)) return parent.parent.parent.moduleSpecifier !== undefined;
  const isMember =
    ts.isPropertyAssignment(parent) ||
    ts.isMethodSignature(parent) ||
    ts.isMethodDeclaration(parent) ||
    ts.isPropertySignature(parent) ||
    ts.isPropertyDeclaration(parent) ||
    ts.isAccessor(parent) ||
    ts.isEnumMember(parent);
  return isMember && parent.name === identifier;
}

function isDeclaredOrExported(identifier: ts.Identifier): boolean {
  const { parent } = identifier;
  if (ts.isExportSpecifier(parent) || ts.isShorthandPropertyAssignment(parent)) return true;
  if (ts.isBindingElement(parent)) return true;
  return "name" in parent && parent.name === identifier;
}

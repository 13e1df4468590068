import { ts } from "ts-morph";
import { identifiersOf, type EditableFile } from "./editable-file.ts";
import { insertElements, removeElement, type ElementText } from "./element-lists.ts";
import { memberText, relativeImport, type IndexEntry } from "./handler-files.ts";
import { addImports, removeUnusedImport } from "./imports.ts";
import type { ImportExtension } from "@openapi-packages/cli/project/import-extension";
import { findWiring, groupWiring, hasSpread, memberOf, storeName, valueOf } from "./wiring.ts";

/** A user's index of handlers. */
export interface IndexContext {
  readonly file: EditableFile;
  /** The import specifier of the module that exports `Handlers`. */
  readonly server: string;
  readonly importExtension: ImportExtension;
}

/** True if an index lists a handler; `unknown` if its code does not show that. */
export function isWired(
  { file, server }: IndexContext,
  group: string,
  member: string,
): boolean | "unknown" {
  const root = findWiring(file.tree, server);
  if (root === undefined) return "unknown";
  const wiring = groupWiring(root, group);
  if (wiring === undefined) return hasSpread(root) ? "unknown" : false;
  if (wiring.kind === "other") return "unknown";
  if (memberOf(wiring.object, member) !== undefined) return true;
  return hasSpread(wiring.object) ? "unknown" : false;
}

/** Adds handlers to an index and applies the edits. Returns those that could not be added. */
export function addToIndex(context: IndexContext, entries: readonly IndexEntry[]): IndexEntry[] {
  const { file, server } = context;
  const root = findWiring(file.tree, server);
  const store = root && storeName(root);
  const isPossible = ({ group, isStore }: IndexEntry): boolean =>
    root !== undefined &&
    groupWiring(root, group.name)?.kind !== "other" &&
    !(isStore && store === undefined);
  const possible = entries.filter(isPossible);
  if (root === undefined || possible.length === 0) return [...entries];
  const values = importAll(context, possible, store ?? "");
  const newGroups: ElementText[] = [];
  for (const group of new Set(possible.map((entry) => entry.group))) {
    const own = possible.filter((entry) => entry.group === group);
    const texts = own.map((entry) =>
      memberText(entry.operation.methodName, values.get(entry) ?? entry.export),
    );
    const wiring = groupWiring(root, group.name);
    if (wiring?.kind === "object")
      insertElements(
        file,
        wiring.object,
        texts.map((text) => () => text),
      );
    else newGroups.push(groupText(group.name, texts, file));
  }
  if (newGroups.length > 0) insertElements(file, root, newGroups);
  file.applyEdits();
  return entries.filter((entry) => !isPossible(entry));
}

function groupText(name: string, texts: readonly string[], { style }: EditableFile): ElementText {
  return (indent) => {
    if (indent === undefined) return `${name}: { ${texts.join(", ")} }`;
    const lines = texts.map((text) => `${style.lineEnd}${indent}${style.indent}${text},`);
    return `${name}: {${lines.join("")}${style.lineEnd}${indent}}`;
  };
}

/** Imports handlers, file by file. Returns the expression for each in the index. */
function importAll(
  { file, importExtension }: IndexContext,
  entries: readonly IndexEntry[],
  store: string,
): Map<IndexEntry, string> {
  const taken = new Set<string>();
  const values = new Map<IndexEntry, string>();
  for (const path of new Set(entries.map((entry) => entry.file))) {
    const own = entries.filter((entry) => entry.file === path);
    const module = relativeImport("index.ts", path, importExtension);
    const wanted = own.map((entry) => ({ name: entry.export, isType: false }));
    const locals = addImports(file, module, wanted, taken);
    for (const entry of own) {
      const local = locals.get(entry.export) ?? entry.export;
      values.set(entry, entry.isStore ? `${local}(${store})` : local);
    }
  }
  return values;
}

/** The place of a handler in `Handlers`. */
export interface Place {
  readonly group: string;
  readonly member: string;
}

/**
 * Moves a handler in the index to its new place and applies the edits. Returns `false` if the user has to do
 * that.
 */
export function renameInIndex(context: IndexContext, from: Place, to: Place): boolean {
  const { file } = context;
  const root = findWiring(file.tree, context.server);
  const old = root && groupWiring(root, from.group);
  if (root === undefined || old?.kind !== "object")
    return isWired(context, to.group, to.member) !== false;
  const element = memberOf(old.object, from.member);
  if (element === undefined || isWired(context, to.group, to.member) === true) return true;
  if (from.group === to.group) {
    renameMember(file, element, to.member);
    file.applyEdits();
    return true;
  }
  const target = groupWiring(root, to.group);
  const value = valueOf(element)?.getText(file.tree);
  if (value === undefined || value.includes("\n") || target?.kind === "other") return false;
  const text = memberText(to.member, value);
  if (target !== undefined) insertElements(file, target.object, [() => text]);
  else insertElements(file, root, [groupText(to.group, [text], file)]);
  file.applyEdits();
  removeMember(context, from);
  return true;
}

function renameMember(
  file: EditableFile,
  element: ts.ObjectLiteralElementLike,
  member: string,
): void {
  const { name } = element;
  if (name === undefined) return;
  const old = name.getText(file.tree);
  const quote = /^["']/.exec(old)?.[0] ?? "";
  const key = `${quote}${member}${quote}`;
  const text = ts.isShorthandPropertyAssignment(element) ? memberText(member, old) : key;
  file.replace(name.getStart(file.tree), name.end, text);
}

/** Removes a member from the index, and its tag if it becomes empty, and applies the edits. */
function removeMember(context: IndexContext, place: Place): void {
  const { file } = context;
  const found = elementAt(context, place);
  if (found === undefined) return;
  const { object, element } = found;
  removeElement(file, object, element);
  const rest = elementlessGroup(context, place.group);
  if (rest !== undefined) removeElement(file, rest.root, rest.owner);
}

/** True if a tag in an index contains nothing but comments. */
export function isBare({ file, server }: IndexContext, group: string): boolean {
  const root = findWiring(file.tree, server);
  const wiring = root && groupWiring(root, group);
  return wiring?.kind === "object" && wiring.object.properties.length === 0;
}

/** Returns the member of a tag with empty braces, without even a comment. */
function elementlessGroup(
  { file, server }: IndexContext,
  group: string,
): { root: ts.ObjectLiteralExpression; owner: ts.ObjectLiteralElementLike } | undefined {
  const root = findWiring(file.tree, server);
  const owner = root && memberOf(root, group);
  const value = owner && valueOf(owner);
  if (root === undefined || owner === undefined || value === undefined) return undefined;
  return /^\{\s*\}$/.test(value.getText(file.tree)) ? { root, owner } : undefined;
}

function elementAt(
  { file, server }: IndexContext,
  { group, member }: Place,
):
  | {
      readonly object: ts.ObjectLiteralExpression;
      readonly element: ts.ObjectLiteralElementLike;
    }
  | undefined {
  const root = findWiring(file.tree, server);
  const wiring = root && groupWiring(root, group);
  const object = wiring?.kind === "object" ? wiring.object : undefined;
  const element = object && memberOf(object, member);
  return object && element && { object, element };
}

/** Returns the name of the handler at a place of the index; `undefined` if it is not a simple expression. */
export function wiredName(context: IndexContext, place: Place): string | undefined {
  const found = elementAt(context, place);
  const value = found && valueOf(found.element);
  const called = value && ts.isCallExpression(value) ? value.expression : value;
  return called !== undefined && ts.isIdentifier(called) ? called.text : undefined;
}

/** True if a handler can be removed from the index, because nothing else there uses it. */
export function isRemovable(context: IndexContext, place: Place): boolean {
  const wired = isWired(context, place.group, place.member);
  if (wired !== true) return wired === false;
  const name = wiredName(context, place);
  const element = elementAt(context, place)?.element;
  if (name === undefined) return false;
  return identifiersOf(context.file.tree, name).every(
    (node) =>
      ts.isImportSpecifier(node.parent) ||
      ts.findAncestor(node, (one) => one === element) !== undefined,
  );
}

/** Removes a handler and its import from the index, and applies the edits. */
export function removeFromIndex(context: IndexContext, place: Place): void {
  const name = wiredName(context, place);
  removeMember(context, place);
  if (name !== undefined) removeUnusedImport(context.file, name);
}

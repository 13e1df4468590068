import type { Operation } from "@openapi-packages/description/model/api-model";
import { generatedModule } from "./generated-module.ts";
import { formatted } from "./formatted.ts";
import { freeName, inStyle, type EditableFile } from "./editable-file.ts";
import {
  handlerFile,
  handlerNames,
  handlerPath,
  handlerStatement,
  handlerTypes,
  relativeImport,
} from "./handler-files.ts";
import { addImports, localName, removeUnusedImport } from "./imports.ts";
import { isWired, wiredName } from "./index-edits.ts";
import { routeOf, type Selected } from "./match-operations.ts";
import { freePath, indexOf, type PlanContext } from "./plan-context.ts";
import { typesOf } from "./plan-renames.ts";
import { answerTypeOf, innerHandler, isStub } from "./promoted-body.ts";
import { constantOf, exportedNames, importOf } from "./user-modules.ts";

/** The place of an operation's handler. */
interface Found {
  readonly file: string;
  readonly export: string;
}

/** A handler to write. */
interface Missing extends Selected {
  readonly path: string;
}

/**
 * Plans the missing handlers, each in a file of its own or in that of its tag.
 *
 * @returns the operations whose handlers this run writes
 */
export async function planHandlers(context: PlanContext): Promise<Set<Operation>> {
  const { selected, matches, operations } = context;
  // Operations outside this run keep their record.
  for (const [operation, { from, scaffolded }] of matches.known)
    if (!selected.some((one) => one.operation === operation)) operations.set(from, scaffolded);
  for (const [id, scaffolded] of matches.leftOut) operations.set(id, scaffolded);
  const missing: Missing[] = [];
  for (const one of selected) {
    const found = find(context, one);
    const place = matches.known.get(one.operation)?.scaffolded;
    if (found === "by hand" && place === undefined) continue;
    const { file, export: name } = (found === "by hand" ? place : found) ?? {};
    if (file !== undefined && name !== undefined) keep(context, one, { file, export: name });
    else missing.push({ ...one, path: newPath(context, one) });
  }
  for (const [path, handlers] of Map.groupBy(missing, (one) => one.path)) {
    const file = context.folder.file(path);
    if (file === undefined) await createFile(context, path, handlers);
    else await append(context, file, handlers);
  }
  await promoteStubs(context, new Set(missing.map(({ operation }) => operation)));
  return new Set(missing.map(({ operation }) => operation));
}

function keep({ operations }: PlanContext, { group, operation }: Selected, found: Found): void {
  operations.set(operation.id, {
    route: routeOf(operation),
    group: group.name,
    member: operation.methodName,
    ...found,
    types: typesOf(operation),
  });
}

/** Returns the handler of an operation; `by hand` if the file in its place does not contain it. */
function find(context: PlanContext, one: Selected): Found | "by hand" | undefined {
  const { matches, folder, style } = context;
  const scaffolded = matches.known.get(one.operation)?.scaffolded;
  if (scaffolded !== undefined) {
    const { file: path, export: name } = scaffolded;
    const file = folder.file(path);
    if (file !== undefined && exportedNames(file).has(name)) return { file: path, export: name };
  }
  const wired = wiredAt(context, one, scaffolded);
  if (wired !== undefined) return wired;
  const path = scaffolded?.file ?? handlerPath(one, style.layout);
  const file = folder.file(path);
  const { variableName } = one.operation;
  if (file === undefined || isOthers(context, one, path, variableName)) return undefined;
  if (exportedNames(file).has(variableName)) return { file: path, export: variableName };
  if (path === handlerPath(one, "tag")) return undefined;
  const message = `exports no ${variableName}: write the handler of ${one.operation.id} there, or move what is there`;
  context.byHand.push({ path, message });
  return "by hand";
}

/** Returns the handler that the index lists, wherever the user moved it; `undefined` if it is missing. */
function wiredAt(
  context: PlanContext,
  { group, operation }: Selected,
  scaffolded: Found | undefined,
): Found | undefined {
  const index = indexOf(context);
  if (index === undefined) return undefined;
  const place = { group: group.name, member: operation.methodName };
  const isListed = isWired(index, place.group, place.member);
  const unseen = scaffolded ?? { file: "index.ts", export: place.member };
  if (isListed === "unknown")
    return scaffolded !== undefined && context.folder.exists(scaffolded.file)
      ? scaffolded
      : undefined;
  if (!isListed) return undefined;
  const name = wiredName(index, place);
  const imported = name === undefined ? undefined : importOf(index.file, name);
  if (imported === undefined || imported.path === undefined) return unseen;
  const file = context.folder.file(imported.path);
  if (file === undefined) return undefined;
  const { file: path, export: known } = scaffolded ?? {};
  // A constant deleted from its recorded place is missing; one that the user moved is not.
  const isGone = imported.path === path && imported.name === known;
  return isGone ? undefined : { file: imported.path, export: imported.name };
}

/** True if a constant is the handler of another operation. */
function isOthers(
  { matches, operations }: PlanContext,
  { operation }: Selected,
  path: string,
  name: string,
): boolean {
  const others = [...matches.known.values()]
    .filter((known) => known.operation !== operation)
    .map(({ scaffolded }) => scaffolded);
  return [...others, ...operations.values(), ...matches.orphans.values()].some(
    (other) => other.file === path && other.export === name,
  );
}

function newPath(context: PlanContext, one: Selected): string {
  const { matches, style, folder } = context;
  const path = matches.known.get(one.operation)?.scaffolded.file ?? handlerPath(one, style.layout);
  return path === handlerPath(one, "tag") || !folder.exists(path) ? path : freePath(context, path);
}

async function createFile(
  context: PlanContext,
  path: string,
  handlers: readonly Missing[],
): Promise<void> {
  const { style, store, bodies, created } = context;
  const texts = handlers.map(({ operation }) => ({ operation, body: bodies.get(operation) }));
  created.set(path, await formatted(handlerFile(path, texts, style, store)));
  for (const one of handlers) {
    keep(context, one, { file: path, export: one.operation.variableName });
  }
}

/** Appends handlers to a file, and adds what they need to its imports. */
async function append(
  context: PlanContext,
  file: EditableFile,
  handlers: readonly Missing[],
): Promise<void> {
  const { style, store, bodies } = context;
  const taken = new Set<string>();
  const variables = handlers.map(({ operation }) => {
    const name = freeName(file.tree, operation.variableName, taken);
    taken.add(name);
    return name;
  });
  const hasStub = handlers.some(({ operation }) => !bodies.has(operation));
  const wanted = [
    ...(hasStub ? [{ name: "NotImplementedError", isType: false }] : []),
    ...handlers.flatMap(({ operation }) =>
      handlerTypes(operation, bodies.get(operation)).map((name) => ({ name, isType: true })),
    ),
  ];
  const locals = addImports(file, generatedModule(style, "server", file.path), wanted, taken);
  const storeModule = relativeImport(file.path, store, style.importExtension);
  const storeType =
    style.template === "plain"
      ? undefined
      : addImports(file, storeModule, [{ name: "Store", isType: true }], taken).get("Store");
  const statements: string[] = [];
  for (const [index, one] of handlers.entries()) {
    const { operation } = one;
    const variable = variables[index] ?? operation.variableName;
    const own = handlerNames(operation);
    const names = {
      variable,
      handlerType: locals.get(own.handlerType) ?? own.handlerType,
      answerType: locals.get(own.answerType) ?? own.answerType,
      notImplemented: locals.get("NotImplementedError") ?? "NotImplementedError",
      storeType: storeType ?? "Store",
    };
    const text = handlerStatement(operation, names, style.template, bodies.get(operation));
    statements.push(await formatted(text));
    keep(context, one, { file: file.path, export: variable });
  }
  const { lineEnd } = file.style;
  const isEnded = file.text === "" || file.text.endsWith("\n");
  const isBlank = file.text.trim() === "" || /\n[ \t]*\r?\n$/.test(file.text);
  const gap = (isEnded ? "" : lineEnd) + (isBlank ? "" : lineEnd);
  const text = inStyle(statements.join("\n").trimEnd(), file.style);
  file.insert(file.text.length, gap + text + (isEnded ? lineEnd : ""));
  file.applyEdits();
}

/** Replaces empty handlers by those with answers. */
async function promoteStubs(context: PlanContext, written: ReadonlySet<Operation>): Promise<void> {
  const { bodies, operations, folder, style, byHand } = context;
  for (const [operation, body] of bodies) {
    const place = operations.get(operation.id);
    if (place === undefined || written.has(operation)) continue;
    const file = folder.file(place.file);
    const constant = file && constantOf(file, place.export);
    const server = generatedModule(style, "server", place.file);
    const error = file && localName(file.tree, server, "NotImplementedError", true);
    const handler = constant && innerHandler(constant.initializer);
    if (
      file === undefined ||
      error === undefined ||
      handler === undefined ||
      !isStub(handler, error)
    ) {
      const message = `${place.export} is written already; it stays as it is`;
      byHand.push({ path: place.file, message });
      continue;
    }
    const answerType = answerTypeOf(handler);
    const start = handler.getStart(file.tree);
    const text = (await formatted(`x = ${body}`)).replace(/^x = |;\n$/g, "");
    file.replace(start, handler.end, inStyle(text, file.style, file.indentAt(start)));
    file.applyEdits();
    removeUnusedImport(file, error);
    if (answerType !== undefined) removeUnusedImport(file, answerType);
  }
}

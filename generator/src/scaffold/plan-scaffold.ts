import type { Operation } from "@openapi-packages/description/model/api-model";
import { planEntry } from "./entry/plan-entry.ts";
import { formatted } from "./formatted.ts";
import { indexFile, relativeImport, storeFile, type IndexEntry } from "./handler-files.ts";
import { addToIndex, isBare, isWired } from "./index-edits.ts";
import { lineChanges } from "./line-changes.ts";
import { allOperations } from "./match-operations.ts";
import { indexOf, indexPath, type PlanContext } from "./plan-context.ts";
import { planHandlers } from "./plan-handlers.ts";
import { planOrphans } from "./plan-orphans.ts";
import { planSecurity } from "./plan-security.ts";
import { planRenames } from "./plan-renames.ts";
import { isSameRecord, recordName, recordText, type ScaffoldRecord } from "./record.ts";
import { securityName } from "./security-file.ts";
import type { ScaffoldResult } from "./scaffold-types.ts";
import { isStoreFunction } from "./user-modules.ts";

/** A file to write. */
export interface PlannedWrite {
  readonly path: string;
  /** Its current text; `undefined` if the file does not exist. */
  readonly before: string | undefined;
  readonly text: string;
}

/** The changes that a run makes to the folder, with its report. */
export interface ScaffoldPlan {
  /** New path by old path. */
  readonly moved: ReadonlyMap<string, string>;
  readonly writes: readonly PlannedWrite[];
  readonly result: ScaffoldResult;
}

/** Plans a run. It reads the folder and writes nothing. */
export async function planScaffold(
  context: PlanContext,
  known: ScaffoldRecord | undefined,
): Promise<ScaffoldPlan> {
  const { folder, style, store, created, operations, moved, leftOut, orphaned, byHand } = context;
  planOrphans(context);
  const renamed = planRenames(context);
  reportBareTags(context, known);
  const written = await planHandlers(context);
  const security = await planSecurity(context, known);
  await planIndex(context, written, security);
  if (style.template === "store" && created.size > 0 && !folder.exists(store))
    created.set(store, storeFile);
  const entry = await planEntry(context, security);
  const { layout, template, importExtension } = style;
  const record = { layout, template, importExtension, security, operations };
  const edited = folder.files.filter(({ isChanged }) => isChanged);
  const writes: PlannedWrite[] = [
    ...[...created].map(([path, text]) => ({ path, before: undefined, text })),
    ...edited.map(({ path, original, text }) => ({ path, before: original, text })),
  ];
  if (!isSameRecord(known, record)) {
    const before = known && recordText(known);
    writes.push({ path: recordName, before, text: recordText(record) });
  }
  const ours = [
    ...[...operations.values()].map(({ file }) => file),
    ...(security === undefined ? [] : [security]),
    indexPath,
  ];
  const kept = new Set(ours.filter((path) => folder.file(path)?.isChanged === false));
  if (entry?.isNew === false) kept.add(entry.path);
  const result: ScaffoldResult = {
    created: writes.flatMap(({ path, before }) => (before === undefined ? [path] : [])),
    edited: edited.map(({ path, original, text }) => ({
      path,
      changes: lineChanges(original, text),
    })),
    renamed,
    orphaned,
    byHand,
    kept: [...kept],
    leftOut,
    ...(entry === undefined ? {} : { entry }),
  };
  return { moved, writes, result };
}

/** Reports a removed tag of which only comments are left in the index, for their author to remove. */
function reportBareTags(context: PlanContext, known: ScaffoldRecord | undefined): void {
  const { model, byHand } = context;
  const index = indexOf(context);
  const before = new Set([...(known?.operations.values() ?? [])].map(({ group }) => group));
  for (const group of before) {
    const isThere = model.groups.some(({ name }) => name === group);
    if (isThere || index === undefined || !isBare(index, group)) continue;
    const message = `take ${group} out: nothing but your comments is left of it`;
    byHand.push({ path: indexPath, message });
  }
}

/** Creates the index, or adds the missing handlers to it. */
async function planIndex(
  context: PlanContext,
  written: ReadonlySet<Operation>,
  security: string | undefined,
): Promise<void> {
  const { model, folder, style, store, created, matches, byHand } = context;
  const index = indexOf(context);
  const entries = entriesOf(context);
  if (index === undefined) {
    const isComplete = entries.length === allOperations(model).length;
    const isThere = security !== undefined && (created.has(security) || folder.exists(security));
    const passed = isThere ? { name: securityName(style), path: security } : undefined;
    const text = indexFile(entries, isComplete, style, { store, security: passed });
    if (entries.length > 0) created.set(indexPath, await formatted(text));
    return;
  }
  const lacking = entries.filter(({ group, operation }) => {
    const wired = isWired(index, group.name, operation.methodName);
    const isNew = written.has(operation) || !matches.known.has(operation);
    return wired === false || (wired === "unknown" && isNew);
  });
  const chosen = lacking.filter((entry) =>
    context.selected.some(({ operation }) => operation === entry.operation),
  );
  for (const { group, operation, file, export: name } of addToIndex(index, chosen)) {
    const module = relativeImport(indexPath, file, style.importExtension);
    const message = `list ${name} of ${module} as ${group.name}.${operation.methodName}`;
    byHand.push({ path: indexPath, message });
  }
}

/** Returns the handlers for the index: those of this run and those made before. */
function entriesOf({ model, operations, folder, created, style }: PlanContext): IndexEntry[] {
  return allOperations(model).flatMap(({ group, operation }) => {
    const place = operations.get(operation.id);
    if (place === undefined) return [];
    const { file: path, export: name } = place;
    const file = folder.file(path);
    if (file === undefined && !created.has(path)) return [];
    const isStore =
      file === undefined || created.has(path)
        ? style.template === "store"
        : isStoreFunction(file, name);
    return [{ group, operation, file: path, export: name, isStore }];
  });
}

import { lettersOf } from "../../../records/letters-of.ts";
import type { CallInput } from "@openapi-packages/runtime/client";
import type { VerifiedApi, VerifiedOperation } from "../../../description/verified-api.ts";
import type { FoundOperation } from "../../../records/made-record.ts";
import { sentencesOfDeletion } from "./deleted-below.ts";
import { isDone, isGone, isSuccess, type Flow } from "./flow.ts";

/** A list whose entries are stored under the keys of records, such as `/watchlist/{filmId}`. */
export interface EntryList {
  readonly store: VerifiedOperation;
  /** The path parameter with the key of the record. */
  readonly parameter: string;
  readonly list: VerifiedOperation;
}

/** The shortest name of a list that a sentence can be about: `favorites`, `watch-list`. */
const shortest = 5;

/** Returns the lists of entries about a record which its deletion names: "and takes it off your watch list". */
export function entriesOfDeletion(
  api: VerifiedApi,
  read: FoundOperation,
  { operation: { model } }: FoundOperation,
): readonly EntryList[] {
  const sentences = sentencesOfDeletion(model).map(lettersOf);
  const parameter = read.state.path.at(-1)?.parameter ?? "";
  const ending = `/{${parameter}}`;
  return api.operations.flatMap((store): EntryList[] => {
    const { path, method } = store.model;
    const above = path.slice(0, -ending.length);
    const name = lettersOf(above.split("/").at(-1) ?? "");
    const isStore = method === "PUT" && path.endsWith(ending) && path !== read.operation.model.path;
    if (!isStore || above.includes("{")) return [];
    const list = api.operations.find(
      (one) => one.model.path === above && one.model.method === "GET",
    );
    const isNamed = name.length >= shortest && sentences.some((one) => one.includes(name));
    return list === undefined || !isNamed ? [] : [{ store, parameter, list }];
  });
}

/**
 * Stores an entry about a record, and deletes the record: a list that showed its key does not show it any more. 6 requests,
 * and those for the record.
 */
export async function deletedEntries(
  flow: Flow,
  remove: FoundOperation,
  { store, parameter, list }: EntryList,
): Promise<void> {
  const made = await flow.create();
  if (made === undefined) return;
  const { probe } = flow;
  const { record } = made;
  const { input } = await probe.records.inputFor(store, "new");
  const { input: asked = {} } = await probe.records.inputFor(list, false);
  const own: CallInput = { ...input, path: { ...input?.path, [parameter]: record.key } };
  const stored = await probe.call(store, own);
  const before = isDone(stored) ? await probe.call(list, asked) : stored;
  const isShown = (value: unknown): boolean =>
    (JSON.stringify(value) ?? "").includes(JSON.stringify(record.key));
  if (before === stored || !isSuccess(before) || !isShown(before.value)) return;
  const deletion = (await flow.on(remove, record))?.exchange;
  if (deletion === undefined || !isDone(deletion)) return;
  const gone = await flow.read(record);
  if (gone === undefined || !isGone(gone)) return;
  const after = await probe.call(list, asked);
  if (!isSuccess(after) || !isShown(after.value)) return;
  const message = `lists an entry of a deleted ${flow.resource.name}, which ${remove.operation.id} says is gone with it`;
  const steps = [made.exchange, stored, before, deletion, gone, after];
  const { pointer } = list.model;
  probe.report({ check: "lists-deleted", message, pointer }, list, steps);
}

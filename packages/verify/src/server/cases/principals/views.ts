import type { CallInput } from "@openapi-packages/runtime/client";
import type { VerifiedApi, VerifiedOperation } from "../../../description/verified-api.ts";
import type { FoundOperation, MadeRecord } from "../../../records/made-record.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { inputBelow } from "../flows/below.ts";
import { isDone, isGone, isSuccess, type Flow, type Made } from "../flows/flow.ts";
import type { ResourceFlow } from "../flows/resources.ts";
import { hasContent, isSameContent } from "../flows/same-content.ts";
import { reachedBelow } from "./below.ts";
import { hasChosenKey } from "./changes.ts";
import { isForOthers } from "./files-of-others.ts";
import { otherKey } from "./other-key.ts";
import { refusesOthers } from "./owner-words.ts";
import { isRefused, type Access, type ReportAccess } from "./reach.ts";

/** The most GETs that are tried until one shows something. */
const mostViews = 2;

/** How often the owner reads a record. */
const readings = 2;

/** What shows a record that no operation reads by itself, as `/artworks/{artworkId}/content` does. */
export interface Views {
  /** The operation whose path names the record. */
  readonly at: FoundOperation;
  readonly gets: readonly VerifiedOperation[];
}

/** A GET that shows the record to its owner. */
interface View {
  readonly get: VerifiedOperation;
  readonly input: CallInput;
  readonly shown: Exchange;
}

/** What the first principal made, with what shows it. */
interface Viewed extends Access {
  readonly view: View;
}

/** Returns the secured GETs below the path of a record that no operation reads by itself; `undefined` if there are none. */
export function viewsOf(
  api: VerifiedApi,
  { read, remove, update, replace }: ResourceFlow,
): Views | undefined {
  const at = remove ?? update ?? replace;
  if (read !== undefined || at === undefined) return undefined;
  const { path } = at.operation.model;
  const gets = api.operations.filter(
    ({ model }) =>
      model.method === "GET" &&
      model.path.startsWith(`${path}/`) &&
      !model.path.slice(path.length).includes("{") &&
      model.security.length > 0 &&
      model.security.every((one) => Object.keys(one).length > 0),
  );
  return gets.length === 0 ? undefined : { at, gets: gets.slice(0, mostViews) };
}

/**
 * Checks that a record which is shown below its path alone is neither shown to the other principal there, nor changed nor
 * deleted by it. It counts as private if the user says so, if the other one's reading is refused, or its list does not
 * have it. At most 10 requests, those below its path, and 3 to be sure that the record is not gone by itself.
 */
export async function reachedByViews(
  own: Flow,
  other: Flow,
  { at, gets }: Views,
  isSaidPrivate: boolean,
  report: ReportAccess,
): Promise<void> {
  const { name } = own.resource;
  const made = await own.create();
  const view = made && (await viewOf(own, at, gets, made.record));
  if (made === undefined || view === undefined || !other.probe.mayCall(view.get)) return;
  const access: Viewed = { own, other, made, view };
  const listed = await isListedTo(access);
  if (listed === true && !isSaidPrivate) return;
  const seen = await other.probe.call(view.get, view.input);
  const isSame = isSuccess(seen) && isSameContent(view.shown, seen);
  const isSeen = isSame && !(await isThereForAnyKey(own, at, view, made.record));
  const isPrivate = isSaidPrivate || isRefused(seen) || listed === false;
  if (isPrivate && isSeen && (isSaidPrivate || !isForOthers(view.get)))
    report({ operation: view.get }, `shows another principal's ${name}`, [made.exchange, seen]);
  if (isRefused(seen)) {
    await reachedBelow(access, at, report, [view.get]);
    await changedUnseen(access, report);
  }
  await deletedUnseen(access, isPrivate, isSeen ? seen : undefined, report);
}

/** Returns the first GET that shows something of the record to its owner. */
async function viewOf(
  { probe }: Flow,
  at: FoundOperation,
  gets: readonly VerifiedOperation[],
  record: MadeRecord,
): Promise<View | undefined> {
  for (const get of gets) {
    const { input } = await probe.records.inputFor(get, false);
    if (input === undefined) continue;
    const placed = inputBelow(get, input, at, record);
    const shown = await probe.call(get, placed);
    if (isSuccess(shown) && hasContent(shown)) return { get, input: placed, shown };
  }
  return undefined;
}

/** True if a GET answers the same whatever its path names. */
async function isThereForAnyKey(
  { probe }: Flow,
  at: FoundOperation,
  { get, input }: View,
  record: MadeRecord,
): Promise<boolean> {
  const nothing = { ...record, key: otherKey(record.key) };
  return !isGone(await probe.call(get, inputBelow(get, input, at, nothing)));
}

/** True if the other principal's list has the record, and false if only its owner's has it; `undefined` if neither tells. */
async function isListedTo({ own, other, made: { record } }: Access): Promise<boolean | undefined> {
  const mine = await own.list(record);
  if (mine === undefined || own.found(mine, record).length === 0) return undefined;
  const theirs = await other.list(record);
  if (theirs === undefined) return undefined;
  if (other.found(theirs, record).length > 0) return true;
  return theirs.isWhole ? false : undefined;
}

/** Checks that the other principal cannot change or replace the record. Under a key of its own choice it may have another one. */
async function changedUnseen({ own, other, made }: Viewed, report: ReportAccess): Promise<void> {
  const { update, replace, name } = own.resource;
  if (hasChosenKey(own.resource)) return;
  for (const change of [update, replace]) {
    const sent = change && (await other.on(change, made.record))?.exchange;
    if (change !== undefined && sent !== undefined && isSuccess(sent))
      report(change, `changes another principal's ${name}`, [made.exchange, sent]);
  }
}

/**
 * Checks that the owner still reads the record after the other principal's DELETE, and that nobody is shown a record which
 * DELETE says does not exist for the caller.
 *
 * @param seen what the other principal was shown
 */
async function deletedUnseen(
  { own, other, made, view: { get, input, shown } }: Viewed,
  isPrivate: boolean,
  seen: Exchange | undefined,
  report: ReportAccess,
): Promise<void> {
  const { remove, name, list } = own.resource;
  if (remove === undefined || !other.probe.mayCall(remove.operation)) return;
  const denied = (await other.on(remove, made.record))?.exchange;
  if (denied === undefined) return;
  const after = await own.probe.call(get, input);
  if (isGone(after)) {
    const isAllowed = isSuccess(denied) && !isPrivate && !refusesOthers(remove.operation);
    if (isAllowed || !(await lasts(own, get, remove))) return;
    const status = isSuccess(denied) ? "" : `, though it answers ${denied.response?.status}`;
    const steps = [made.exchange, shown, denied, after];
    report(remove, `deletes another principal's ${name}${status}`, steps);
    return;
  }
  if (seen === undefined || isPrivate || list !== undefined || isForOthers(get)) return;
  if (!isGone(denied)) return;
  const done = (await own.on(remove, made.record))?.exchange;
  if (done === undefined || !isDone(done)) return;
  const text = `shows another principal's ${name}, which ${remove.operation.id} says does not exist`;
  report({ operation: get }, text, [made.exchange, seen, denied, done]);
}

/** True if a record that nobody deletes can be read as often as the other one was: some can be read once alone. */
async function lasts(own: Flow, get: VerifiedOperation, at: FoundOperation): Promise<boolean> {
  const made: Made | undefined = await own.create();
  if (made === undefined) return false;
  for (let reading = 0; reading < readings; reading += 1) {
    const view = await viewOf(own, at, [get], made.record);
    if (view === undefined) return false;
  }
  return true;
}

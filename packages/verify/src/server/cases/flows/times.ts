import type { CallInput } from "@openapi-packages/runtime/client";
import { equal, getMember, isObject } from "@openapi-packages/runtime/internals";
import type { FoundOperation } from "../../../records/made-record.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { allListed } from "../states/listed-records.ts";
import { isDone, isSuccess, type Flow } from "./flow.ts";
import { alteredMember } from "./left-out.ts";

/** Members with the time when a record was made, which stays. */
const ofCreation = /^(?:created|inserted)_?(?:at|on|date|time)?$/i;

/** Members with the time of its last change. */
const ofChange = /^(?:(?:last_?)?(?:updated|modified|changed)_?(?:at|on|date|time)?)$/i;

/** How old a record has to be, in milliseconds, so that the time of a change is another one whatever its precision. */
const oldEnough = 60_000;

/** The most pages on which an old record is looked for. */
const mostPages = 5;

/** A change of a record, and what reading it showed before and after. */
interface SeenChange {
  readonly exchange: Exchange;
  readonly input: CallInput;
  readonly shown: Exchange;
  readonly seen: Exchange;
}

/** Reports a change that makes a record begin at another time, or its last change an earlier one. */
export function reportTimes(flow: Flow, by: FoundOperation, change: SeenChange): void {
  const { read } = flow.resource;
  const { exchange, input, shown, seen } = change;
  if (read === undefined) return;
  const [before, after] = [shown, seen].map((one) => flow.shown(read, one));
  if (!isObject(before) || !isObject(after)) return;
  for (const [name, value] of Object.entries(before)) {
    const now = after[name];
    const isSent = isObject(input.body) && Object.hasOwn(input.body, name);
    const times = [value, now].map((one) => (typeof one === "string" ? Date.parse(one) : NaN));
    const [old = NaN, later = NaN] = times;
    if (isSent || Number.isNaN(old) || Number.isNaN(later) || old === later) continue;
    const isMoved = ofCreation.test(name) || (ofChange.test(name) && later < old);
    if (!isMoved) continue;
    const text = `changes \`${name}\` from ${String(value)} to ${String(now)}`;
    flow.report("read-after-update", by, text, [shown, exchange, seen]);
    return;
  }
}

/**
 * Changes a record of the list that was changed last more than a minute ago, if the service exists for the test alone: the
 * time of its last change is another one afterwards. 3 requests, and 1 for each page of the list.
 */
export async function timeOfChange(flow: Flow, update: FoundOperation): Promise<void> {
  const { probe, resource } = flow;
  const { read } = resource;
  if (read === undefined || !probe.isDisposable) return;
  const listed = await allListed(probe, resource.name, mostPages);
  const record = listed.find(({ value }) => nameOfOld(value) !== undefined);
  const shown = record && (await flow.read(record));
  if (record === undefined || shown === undefined || !isSuccess(shown)) return;
  const before = flow.shown(read, shown);
  const name = nameOfOld(before);
  const { input } = await probe.records.inputFor(update.operation, record);
  const body = input && alteredMember(flow, update, input);
  const changed = body && (await flow.on(update, record, (own) => ({ ...own, body })));
  if (name === undefined || changed === undefined || !isDone(changed.exchange)) return;
  const seen = await flow.read(record);
  const after = seen && isSuccess(seen) ? flow.shown(read, seen) : undefined;
  if (seen === undefined || !isObject(before) || !isObject(after)) return;
  const [altered = ""] = Object.keys(body ?? {});
  const isOther = !equal(getMember(before, altered), getMember(after, altered));
  if (!isOther || !equal(getMember(before, name), getMember(after, name))) return;
  const text = `changes \`${altered}\` and leaves \`${name}\` at ${String(getMember(before, name))}`;
  flow.report("read-after-update", update, text, [shown, changed.exchange, seen]);
}

/** Returns the member of a record that has the time of its last change, if that is long ago. */
function nameOfOld(value: unknown): string | undefined {
  const now = Date.now();
  return Object.entries(isObject(value) ? value : {}).find(
    ([name, own]) =>
      ofChange.test(name) && typeof own === "string" && Date.parse(own) < now - oldEnough,
  )?.[0];
}

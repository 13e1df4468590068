import type { CallInput } from "@openapi-packages/runtime/client";
import { pointerParts, toPointer } from "@openapi-packages/description";
import { equal, isObject } from "@openapi-packages/runtime/internals";
import type { FoundOperation } from "../../../records/made-record.ts";
import { valuesAt } from "../../../records/places.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import type { Walk } from "../pages/walk.ts";
import { reportLeftOut } from "./left-out.ts";
import { reportOldTag } from "./old-tag.ts";
import { reportTimes } from "./times.ts";
import { differenceText, isDone, isGone, isSuccess, type Flow, type Made } from "./flow.ts";

/**
 * Checks that a change is visible in the record and its list, leaves other members alone (RFC 5789), and changes
 * no other record: 9 requests.
 */
export async function updated(flow: Flow, update: FoundOperation): Promise<void> {
  const { read, create } = flow.resource;
  const made = await flow.createFull();
  if (made === undefined || read === undefined) return;
  // Fills caches, which the change must invalidate.
  const shown = await flow.read(made.record);
  const listed = await flow.list(made.record);
  const other = await flow.create((input) => flow.varied(create, input));
  const otherBefore = other === undefined ? undefined : await flow.read(other.record);
  const changed = await change(flow, update, made);
  if (changed === undefined) return;
  const seen = await flow.read(made.record);
  if (seen === undefined || !isSuccess(seen)) return;
  await reportLost(flow, update, made, { ...changed, seen });
  await reportStale(flow, update, made, { ...changed, seen, listed });
  if (shown !== undefined) {
    reportTimes(flow, update, { ...changed, shown, seen });
    reportOldTag(flow, update, shown, changed.exchange, seen);
  }
  if (update.operation.model.method === "PATCH" && shown !== undefined)
    await reportLeftOut(flow, update, made, { ...changed, shown, seen });
  if (other === undefined || otherBefore === undefined || other.record.key === made.record.key)
    return;
  const otherAfter = await flow.read(other.record);
  if (otherAfter === undefined || !isSuccess(otherAfter) || !isSuccess(otherBefore)) return;
  const before = flow.lost(create, other.input, read, otherBefore);
  const after = flow.lost(create, other.input, read, otherAfter);
  if (before.length === 0 && after.length > 0)
    flow.report(
      "changes-others",
      update,
      `changes ${other.record.key} beside ${made.record.key}: ${differenceText(after)}`,
      [otherBefore, changed.exchange, otherAfter],
    );
}

/** Changes a record. If the varied texts are refused, other values are tried. */
async function change(flow: Flow, writer: FoundOperation, { record }: Made) {
  const varied = await flow.on(writer, record, (input) => flow.varied(writer, input));
  if (varied === undefined || isDone(varied.exchange)) return varied;
  const { input } = await flow.probe.records.inputFor(writer.operation, record);
  const changed = input && (await flow.probe.records.change(writer.operation, input));
  return changed !== undefined && isDone(changed.exchange) ? changed : undefined;
}

/** Reports that reading does not show what was written: of the reading, if the list shows it. */
async function reportLost(
  flow: Flow,
  writer: FoundOperation,
  { record }: Made,
  { exchange, input, seen }: Omit<Change, "listed">,
): Promise<void> {
  const { read, list } = flow.resource;
  if (read === undefined) return;
  const lost = flow.lost(writer, input, read, seen);
  if (lost.length === 0) return;
  const listed = list === undefined ? undefined : await flow.list(record);
  const [item] = listed === undefined ? [] : flow.found(listed, record);
  const isListed = lost.every(({ pointer, written }) =>
    equal(valuesAt(item, pointerParts(pointer))[0], written),
  );
  const { id } = writer.operation;
  flow.report(
    "read-after-update",
    isListed ? read : writer,
    isListed
      ? `still shows what ${id} replaced, and a list shows the change: ${differenceText(lost)}`
      : `what it writes is not what ${read.operation.id} shows: ${differenceText(lost)}`,
    [exchange, seen, ...(isListed ? (listed?.exchanges ?? []) : [])],
    lost.map(({ pointer }) => pointer),
  );
}

/** A change of a record, the answer to reading it, and the list before. */
interface Change {
  readonly exchange: Exchange;
  readonly input: CallInput;
  readonly seen: Exchange;
  readonly listed: Walk | undefined;
}

/** Reports that a list still shows what a change replaced, while reading shows what was written. */
async function reportStale(
  flow: Flow,
  writer: FoundOperation,
  { record }: Made,
  { exchange, input, seen, listed }: Change,
): Promise<void> {
  const { read, list } = flow.resource;
  if (list === undefined || read === undefined || listed === undefined || !isObject(input.body))
    return;
  if (flow.lost(writer, input, read, seen).length > 0) return;
  const later = await flow.list(record);
  const [old] = flow.found(listed, record);
  const [item] = later === undefined ? [] : flow.found(later, record);
  const shown = flow.shown(read, seen);
  if (later === undefined || !isObject(old) || !isObject(item) || !isObject(shown)) return;
  const written = input.body;
  const stale = Object.keys(written).filter(
    (name) =>
      equal(shown[name], written[name]) &&
      !equal(old[name], written[name]) &&
      Object.hasOwn(old, name) &&
      equal(item[name], old[name]),
  );
  if (stale.length === 0) return;
  flow.report(
    "read-after-update",
    list,
    `still lists the ${stale.join(", ")} that ${writer.operation.id} replaced`,
    [exchange, seen, ...later.exchanges],
    stale.map((name) => toPointer([name])),
  );
}

/** Checks that repeating a PUT leaves the same state (RFC 9110, section 9.2.2): 9 requests. */
export async function replaced(flow: Flow, replace: FoundOperation): Promise<void> {
  const { read } = flow.resource;
  const made = await flow.createFull();
  if (made === undefined || read === undefined) return;
  // Fills caches, which the change must invalidate.
  const shown = await flow.read(made.record);
  const listed = await flow.list(made.record);
  const { record } = made;
  const first = await change(flow, replace, made);
  if (first === undefined) return;
  const before = await flow.read(record);
  if (before === undefined || !isSuccess(before)) return;
  if (shown !== undefined) {
    reportTimes(flow, replace, { ...first, shown, seen: before });
    reportOldTag(flow, replace, shown, first.exchange, before);
  }
  await reportLost(flow, replace, made, { ...first, seen: before });
  await reportStale(flow, replace, made, { ...first, seen: before, listed });
  const second = await flow.on(replace, record, () => first.input);
  const after = await flow.read(record);
  if (second === undefined || after === undefined) return;
  const exchanges = [first.exchange, before, second.exchange, after];
  const isStill = isSuccess(after) && flow.lost(replace, first.input, read, after).length === 0;
  const wasThere = flow.lost(replace, first.input, read, before).length === 0;
  if (wasThere && (isGone(after) || (isSuccess(after) && !isStill)))
    flow.report("repeats", replace, "a second PUT of the same leaves another state", exchanges);
  await listedOnce(flow, replace, made, first, exchanges);
}

/** Reports a PUT that adds a record each time: where a list has two of them, a third PUT tells whether it does. */
async function listedOnce(
  flow: Flow,
  replace: FoundOperation,
  { record }: Made,
  { input }: Pick<Made, "input">,
  exchanges: readonly Exchange[],
): Promise<void> {
  const beside = await flow.list(record);
  const count = beside === undefined ? 0 : flow.found(beside, record).length;
  if (count < 2) return;
  const third = await flow.on(replace, record, () => input);
  const later = await flow.list(record);
  if (third === undefined || later === undefined) return;
  if (flow.found(later, record).length <= count) return;
  const steps = [...exchanges, third.exchange, ...later.exchanges];
  flow.report("repeats", replace, "each PUT of the same makes another record", steps);
}

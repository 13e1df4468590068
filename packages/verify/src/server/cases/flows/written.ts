import type { CallInput } from "@openapi-packages/runtime/client";
import type { FoundOperation } from "../../../records/made-record.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { differenceText, isDone, isGone, isSuccess, type Flow } from "./flow.ts";

/** What was created is shown as it was written, by reading and once in its list: 3 requests. */
export async function created(flow: Flow): Promise<void> {
  const { create, read, list } = flow.resource;
  const made = await flow.create();
  if (made === undefined) return;
  const { record, exchange } = made;
  const seen = await flow.read(record);
  const beside = await flow.list(record);
  const listed = beside === undefined ? [] : flow.found(beside, record);
  if (read !== undefined && seen !== undefined && isGone(seen))
    flow.report(
      "not-created",
      read,
      `answers ${seen.response?.status} for ${record.key}, which was created just before`,
      [exchange, seen],
    );
  const [by, shown] = read !== undefined && seen !== undefined ? [read, seen] : [create, exchange];
  const lost = isSuccess(shown) ? flow.lost(create, made.input, by, shown) : [];
  if (lost.length > 0)
    flow.report(
      "not-as-written",
      by,
      differenceText(lost),
      [...new Set([exchange, shown])],
      lost.map(({ pointer }) => pointer),
    );
  if (list === undefined || beside === undefined) return;
  if (listed.length === 0 && beside.isWhole)
    flow.report("not-created", list, `does not list ${record.key}, which was created just before`, [
      exchange,
      ...beside.exchanges,
    ]);
  if (listed.length > 1)
    flow.report("listed-twice", list, `lists ${record.key} ${listed.length} times`, [
      exchange,
      ...beside.exchanges,
    ]);
}

/** A change is seen by who reads the record after it: 3 requests. */
export async function updated(flow: Flow, update: FoundOperation): Promise<void> {
  const { read } = flow.resource;
  const made = await flow.create();
  if (made === undefined || read === undefined) return;
  const { operation } = update;
  const change = (input: CallInput): CallInput =>
    flow.probe.records.varied(operation, input, 0) ?? input;
  // What its schema takes may still be refused, as a name that is none: then the example has to do.
  let changed = await flow.on(update, made.record, change);
  if (changed !== undefined && !isSuccess(changed.exchange))
    changed = await flow.on(update, made.record);
  if (changed === undefined || !isDone(changed.exchange)) return;
  const seen = await flow.read(made.record);
  if (seen === undefined || !isSuccess(seen)) return;
  reportLost(flow, update, changed.input, [changed.exchange, seen]);
}

function reportLost(
  flow: Flow,
  writer: FoundOperation,
  input: CallInput,
  exchanges: readonly Exchange[],
): void {
  const { read } = flow.resource;
  const seen = exchanges.at(-1);
  if (read === undefined || seen === undefined) return;
  const lost = flow.lost(writer, input, read, seen);
  if (lost.length > 0)
    flow.report(
      "not-as-written",
      writer,
      `what it writes is not what ${read.operation.id} shows: ${differenceText(lost)}`,
      exchanges,
      lost.map(({ pointer }) => pointer),
    );
}

/** A second PUT of the same leaves the same (RFC 9110, section 9.2.2): 5 requests. */
export async function replaced(flow: Flow, replace: FoundOperation): Promise<void> {
  const { read, list } = flow.resource;
  const made = await flow.create();
  if (made === undefined || read === undefined) return;
  const { record } = made;
  const change = (input: CallInput): CallInput =>
    flow.probe.records.varied(replace.operation, input, 0) ?? input;
  const first = await flow.on(replace, record, change);
  if (first === undefined || !isDone(first.exchange)) return;
  const before = await flow.read(record);
  if (before === undefined || !isSuccess(before)) return;
  reportLost(flow, replace, first.input, [first.exchange, before]);
  const second = await flow.on(replace, record, () => first.input);
  const after = await flow.read(record);
  if (second === undefined || after === undefined) return;
  const exchanges = [first.exchange, before, second.exchange, after];
  const isStill = isSuccess(after) && flow.lost(replace, first.input, read, after).length === 0;
  const wasThere = flow.lost(replace, first.input, read, before).length === 0;
  if (wasThere && (isGone(after) || (isSuccess(after) && !isStill)))
    flow.report(
      "not-idempotent",
      replace,
      "a second PUT of the same leaves another state",
      exchanges,
    );
  const beside = list === undefined ? undefined : await flow.list(record);
  if (beside !== undefined && flow.found(beside, record).length > 1)
    flow.report("not-idempotent", replace, "a second PUT of the same makes another record", [
      ...exchanges,
      ...beside.exchanges,
    ]);
}

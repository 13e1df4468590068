import type { CallInput } from "@openapi-packages/runtime/client";
import { resolvePointer } from "@openapi-packages/runtime";
import { equal } from "@openapi-packages/runtime/internals";
import { isStore } from "../../../records/effects.ts";
import type { FoundOperation, MadeRecord } from "../../../records/made-record.ts";
import { recordIn } from "../../../records/record-keys.ts";
import { isServerError } from "../../judge/refusal.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { isDone, isGone, isSuccess, type Flow } from "../flows/flow.ts";
import { fullerInput } from "../../../records/fuller.ts";
import { callsAtOnce, distinctInputs } from "./distinct-inputs.ts";
import { ownNumbers, sameNumber } from "./own-numbers.ts";

/** One of the calls at once. */
interface OwnCall {
  readonly input: CallInput;
  readonly exchange: Exchange;
  readonly record: MadeRecord | undefined;
}

/**
 * Creates records one by one, to see that it works, then several at once, and reads them at once: each call gets
 * its own answer, and each record is there, with its own key and its own number: 13 requests, 2 more if the service
 * numbers them, and a walk through the list.
 */
export async function createdAtOnce(flow: Flow): Promise<void> {
  const { create, read } = flow.resource;
  const { records } = flow.probe;
  const { input } = await records.inputFor(create.operation, "new");
  if (input === undefined) return;
  const all = inputsFor(flow, input);
  const own = isStore(create) ? await withOwnKeys(flow, all) : all;
  const [single, next, last, ...inputs] = own;
  const first = single && (await called(flow, create, single));
  if (first === undefined || !(await worksAlone(flow, first))) return;
  // Those that name one key are meant to replace each other.
  if (String(flow.keyOf(first.input.body)) === first.record?.key) return;
  const isNumbered = ownNumbers(flow, [first]).length > 0;
  const second = isNumbered && next !== undefined ? await called(flow, create, next) : undefined;
  const calls = await Promise.all(inputs.map((one) => called(flow, create, one)));
  await reportFailing(flow, calls);
  reportMixed(flow, create, calls);
  const made = calls.filter(({ record, exchange }) => record !== undefined && isDone(exchange));
  if (second !== undefined && last !== undefined)
    await reportSameNumber(flow, [first, second], made, last);
  if (reportSameKey(flow, made) || read === undefined) return;
  const seen = await Promise.all(
    made.map(async (one): Promise<OwnCall> => {
      const exchange = one.record && (await flow.read(one.record));
      return { ...one, exchange: exchange ?? one.exchange };
    }),
  );
  reportMixed(flow, read, seen);
  for (const [index, { exchange, record }] of seen.entries())
    if (isGone(exchange) && record !== undefined)
      report(
        flow,
        read,
        `answers ${exchange.response?.status} for ${record.key}, which was created with ${calls.length} calls at once`,
        [made[index]?.exchange ?? exchange, exchange],
      );
  await reportUnlisted(flow, first, made);
}

/** Returns inputs that differ in their texts, with optional members where the example has no texts. */
function inputsFor(flow: Flow, input: CallInput): readonly CallInput[] {
  const { create } = flow.resource;
  const count = callsAtOnce + 3;
  const plain = distinctInputs(flow, create, input, count, 20);
  if (plain.length > 0) return plain;
  const full = fullerInput(flow.probe.api, create.operation, input);
  return distinctInputs(flow, create, full, count, 20);
}

/** Gives each PUT a key of its own, since those of one key are meant to replace each other. */
async function withOwnKeys(
  { probe, resource: { create } }: Flow,
  inputs: readonly CallInput[],
): Promise<readonly CallInput[]> {
  const keyed: CallInput[] = [];
  for (const one of inputs) {
    const { input } = await probe.records.inputFor(create.operation, "new");
    keyed.push({ ...one, ...(input?.path && { path: input.path }) });
  }
  return keyed;
}

async function called(flow: Flow, by: FoundOperation, input: CallInput): Promise<OwnCall> {
  const exchange = await flow.probe.call(by.operation, input);
  const record = recordIn(flow.probe.api, by.operation, exchange, input);
  return { input, exchange, record };
}

/** True if a record is made and shown as it was sent when nothing else happens. */
async function worksAlone(flow: Flow, { input, exchange, record }: OwnCall): Promise<boolean> {
  const { create, read } = flow.resource;
  if (record === undefined || !isDone(exchange)) return false;
  if (flow.lost(create, input, create, exchange).length > 0) return false;
  const seen = await flow.read(record);
  if (read === undefined || seen === undefined) return true;
  return isSuccess(seen) && flow.lost(create, input, read, seen).length === 0;
}

/** Reports server errors of calls that succeed by themselves. */
async function reportFailing(flow: Flow, calls: readonly OwnCall[]): Promise<void> {
  const { create } = flow.resource;
  const failing = calls.find(({ exchange: { response } }) => isServerError(response?.status ?? 0));
  if (failing === undefined) return;
  const again = await called(flow, create, failing.input);
  if (!isSuccess(again.exchange)) return;
  const { status } = failing.exchange.response ?? {};
  const message = `answers ${status} to one of ${calls.length} calls at once, which it takes by itself`;
  report(flow, create, message, [failing.exchange, again.exchange]);
}

/** Reports answers with a value that another call sent. */
function reportMixed(flow: Flow, by: FoundOperation, calls: readonly OwnCall[]): void {
  const { create } = flow.resource;
  for (const { input, exchange } of calls) {
    if (!isSuccess(exchange)) continue;
    for (const { pointer, shown } of flow.lost(create, input, by, exchange)) {
      const other = calls.find(
        (one) => one.input !== input && equal(resolvePointer(one.input.body, pointer), shown),
      );
      if (other === undefined) continue;
      const message = `one of ${calls.length} calls at once gets the answer of another: ${pointer} is ${JSON.stringify(shown)}`;
      report(flow, by, message, [other.exchange, exchange]);
      return;
    }
  }
}

/** @returns true if two records have the same key */
function reportSameKey(flow: Flow, calls: readonly OwnCall[]): boolean {
  const { create, descriptor } = flow.resource;
  if (descriptor.keyType === "given") return false;
  for (const [index, { record, exchange }] of calls.entries()) {
    const other = calls.slice(0, index).find((one) => one.record?.key === record?.key);
    if (other === undefined) continue;
    const message = `gives two of ${callsAtOnce} calls at once the key ${record?.key}`;
    report(flow, create, message, [other.exchange, exchange]);
    return true;
  }
  return false;
}

/** Reports a number that two records have, if it goes up when they are made one by one, also afterwards: 1 request. */
async function reportSameNumber(
  flow: Flow,
  before: readonly OwnCall[],
  made: readonly OwnCall[],
  last: CallInput,
): Promise<void> {
  const { create } = flow.resource;
  const names = ownNumbers(flow, before);
  if (sameNumber(flow, made, names) === undefined) return;
  const after = await called(flow, create, last);
  const found = sameNumber(flow, made, ownNumbers(flow, [...before, after]));
  if (found === undefined || !isDone(after.exchange)) return;
  const message = `gives two of ${callsAtOnce} calls at once the same \`${found.name}\`, ${found.value}, which goes up from one to the next if they come one by one`;
  report(flow, create, message, [...found.two.map(({ exchange }) => exchange), after.exchange]);
}

/** Reports records that are not listed, if one that was made by itself is. */
async function reportUnlisted(
  flow: Flow,
  { record: first }: OwnCall,
  made: readonly OwnCall[],
): Promise<void> {
  const { list } = flow.resource;
  const walk = first === undefined ? undefined : await flow.list(first);
  if (list === undefined || first === undefined || walk?.isWhole !== true) return;
  const isListed = ({ key }: MadeRecord): boolean => flow.found(walk, { key }).length > 0;
  const isSibling = (one: MadeRecord): boolean => equal(one.path, first.path);
  if (!isListed(first)) return;
  const lost = made.find(({ record }) => record && isSibling(record) && !isListed(record));
  if (lost?.record === undefined) return;
  const message = `does not list ${lost.record.key}, which was created with ${callsAtOnce} calls at once`;
  report(flow, list, message, [lost.exchange, ...walk.exchanges]);
}

function report(
  flow: Flow,
  by: FoundOperation,
  message: string,
  exchanges: readonly Exchange[],
): void {
  flow.report("concurrent-calls", by, message, exchanges);
}

import { equal, isObject } from "@openapi-packages/runtime/internals";
import type { CallInput } from "@openapi-packages/runtime/client";
import type { JsonObject } from "@openapi-packages/description";
import type { MadeRecord } from "../../../records/made-record.ts";
import { LiveRecord, isTaken } from "../../../records/stories/live-record.ts";
import { choosingMember, type Choice } from "../../../records/stories/record-writes.ts";
import type { Probe } from "../../../run/probe.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { reportAnswer } from "../../judge/refusal.ts";
import type { StateRule } from "./state-rule.ts";
import type { StateTest, StateTests } from "./state-tests.ts";

/** A call of an operation on a record in a state. */
export interface StateCall {
  readonly test: StateTest;
  readonly choice: Choice;
  readonly rule: StateRule;
}

/** A call and its outcome. */
export interface Seen {
  readonly exchange: Exchange;
  /** The record after a call that was taken, or what is below it; `undefined` if it cannot be read. */
  readonly reading: Exchange | undefined;
}

/** Members that change with whatever else changes. */
const times = /(at|on|date|time|version|revision|etag)$/i;

/** Calls an operation on a record, and reads what it has changed; `undefined` if it has no input. */
export async function callIn(
  probe: Probe,
  found: StateTests,
  live: LiveRecord,
  { test, choice }: StateCall,
): Promise<Seen | undefined> {
  const input = await inputOf(probe, found, live, test, choice);
  if (input === undefined) return undefined;
  const { operation } = test.write;
  const exchange = await probe.call(operation, input);
  reportAnswer(probe, operation, exchange);
  if (isTaken(exchange)) return { exchange, reading: await readAfter(probe, live, test, input) };
  if (test.about !== "child") live.noteRefusal({ write: test.write, choice });
  return { exchange, reading: undefined };
}

async function inputOf(
  probe: Probe,
  found: StateTests,
  live: LiveRecord,
  test: StateTest,
  choice: Choice,
): Promise<CallInput | undefined> {
  const { write, about } = test;
  const { records } = probe;
  const child = about === "child" ? childOf(live, test) : undefined;
  if (about === "child" && child === undefined) return undefined;
  const on =
    child === undefined ? live : new LiveRecord(records.stories.contextOf(child.resource), child);
  const input = await on.inputOf(write, choice);
  // Another record may be there at the times of the example.
  if (input !== undefined && write.key.in === "body")
    return records.withTimesToCome(write.operation, input) ?? input;
  const isChange = ["PATCH", "PUT"].includes(write.operation.model.method);
  if (input === undefined || !isChange || choice.body !== undefined) return input;
  const other = records.varied(write.operation, input, 1) ?? input;
  return about === "child" ? other : withoutState(probe, found, test, other);
}

/** Returns an input that does not ask for another state, unless it asks for nothing else. */
function withoutState(
  { api }: Probe,
  { state }: StateTests,
  { write }: StateTest,
  input: CallInput,
): CallInput {
  if (!isObject(input.body)) return input;
  const { name } = choosingMember(api, write, state) ?? state;
  const { [name]: _, ...rest } = input.body as JsonObject;
  return Object.keys(rest).length === 0 ? input : { ...input, body: rest };
}

/** Reads what an operation has changed, by GET of its path or of the record; `undefined` if that cannot be. */
async function readAfter(
  probe: Probe,
  live: LiveRecord,
  { write, about }: StateTest,
  input: CallInput,
): Promise<Exchange | undefined> {
  if (about !== "child") return live.read();
  const { path } = write.operation.model;
  const get = probe.api.operations.find(
    ({ model }) => model.path === path && model.method === "GET",
  );
  if (get === undefined) return undefined;
  return probe.call(get, input.path === undefined ? {} : { path: input.path });
}

/** True if a call has done what is refused in the state of the record. */
export function hasDone(
  live: LiveRecord,
  state: string,
  { test, rule }: StateCall,
  { exchange, reading }: Seen,
): boolean {
  if (!isTaken(exchange)) return false;
  if (test.write.operation.model.method === "DELETE") {
    const { status = 404 } = reading?.response ?? {};
    return status === 404 || status === 410;
  }
  if (rule.kind === "final") return live.state !== undefined && live.state !== state;
  if (!test.write.isOwn || rule.isOfConflict === true) return true;
  if (reading === undefined || !isTaken(reading)) return reading === undefined;
  const before = test.about === "child" ? childOf(live, test)?.value : live.before;
  return isChanged(before, reading.value);
}

const childOf = (live: LiveRecord, { write }: StateTest): MadeRecord | undefined =>
  live.below.find(({ resource }) => resource === write.resource);

/** True if two readings of a record differ in more than its times. */
function isChanged(before: unknown, after: unknown): boolean {
  if (!isObject(before) || !isObject(after)) return !equal(before, after);
  return Object.keys(after).some((name) => !times.test(name) && !equal(before[name], after[name]));
}

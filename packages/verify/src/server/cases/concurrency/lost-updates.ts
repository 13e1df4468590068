import type { CallInput } from "@openapi-packages/runtime/client";
import { equal, isObject } from "@openapi-packages/runtime/internals";
import type { FoundOperation, MadeRecord } from "../../../records/made-record.ts";
import { headerOf } from "../../../wire/wire-request.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { tagHeaderOf } from "../../../records/entity-tag.ts";
import { isDone, isSuccess, type Flow } from "../flows/flow.ts";
import type { Singleton } from "../flows/singleton.ts";
import type { VerifiedOperation } from "../../../description/verified-api.ts";
import type { Probe } from "../../../run/probe.ts";
import { callsAtOnce, distinctExamples, distinctNumbers } from "./distinct-inputs.ts";

/** How often changes at once are repeated: not every race is lost. */
const rounds = 3;

/** A value that is changed with `If-Match`. */
interface Tagged {
  readonly probe: Probe;
  readonly operation: VerifiedOperation;
  /** Inputs of the change that differ from each other. */
  readonly inputs: readonly CallInput[];
  read(): Promise<Exchange | undefined>;
}

/** Checks changes of a record with the same `If-Match`. */
export async function taggedChanges(flow: Flow, by: FoundOperation): Promise<void> {
  const made = await flow.createFull();
  if (made === undefined) return;
  const { probe } = flow;
  const { input } = await probe.records.inputFor(by.operation, made.record);
  if (input === undefined) return;
  await onlyFirst({
    probe,
    operation: by.operation,
    inputs: await distinctExamples(flow, by, input, callsAtOnce + 2, 80),
    read: () => flow.read(made.record),
  });
}

/** Checks changes of a value at a path of its own with the same `If-Match`. */
export async function taggedWrites(probe: Probe, { write, read }: Singleton): Promise<void> {
  const { input } = await probe.records.inputFor(write, true);
  const reading = await probe.records.inputFor(read, false);
  if (input === undefined) return;
  const { path } = input;
  await onlyFirst({
    probe,
    operation: write,
    inputs: distinctNumbers(probe.api, write, input, callsAtOnce + 2),
    read: () => probe.call(read, { ...reading.input, ...(path && { path }) }),
  });
}

/**
 * Checks that of changes with the same `If-Match` only the first one succeeds, one after the other and at once:
 * 12 requests.
 */
async function onlyFirst({ probe, operation, inputs, read }: Tagged): Promise<void> {
  const name = tagHeaderOf(operation);
  const [first, second, ...together] = inputs;
  const before = name === undefined || first === undefined ? undefined : await read();
  if (name === undefined || second === undefined || before === undefined) return;
  const change = async (own: CallInput, seen: Exchange): Promise<Exchange | undefined> => {
    const tag = strongTag(seen);
    if (tag === undefined) return undefined;
    return probe.call(operation, { ...own, header: { ...own.header, [name]: tag } });
  };
  const report = (message: string, exchanges: readonly Exchange[]): void => {
    const { pointer } = operation.model;
    probe.report({ check: "lost-update", message, pointer }, operation, exchanges);
  };
  const one = first && (await change(first, before));
  if (one === undefined || !isDone(one)) return;
  const between = await read();
  if (between === undefined || equal(between.value, before.value)) return;
  const two = await change(second, before);
  if (two !== undefined && isDone(two))
    return report("a second change with the same If-Match overwrites the first one", [
      before,
      one,
      two,
    ]);
  const current = await read();
  if (current === undefined) return;
  const answers = await Promise.all(together.map((own) => change(own, current)));
  const done = answers.filter((answer) => answer !== undefined).filter(isDone);
  if (done.length < 2) return;
  const message = `${done.length} of ${callsAtOnce} changes at once with the same If-Match succeed`;
  report(message, [current, ...done.slice(0, 2)]);
}

function strongTag({ response }: Exchange): string | undefined {
  const tag = headerOf(response?.headers ?? [], "etag");
  return tag?.startsWith('"') === true ? tag : undefined;
}

/**
 * Checks that two changes of different members at once are both there afterwards, as they are one after the
 * other: a PATCH is atomic (RFC 5789, section 2). 13 requests.
 */
export async function patchesAtOnce(flow: Flow, by: FoundOperation): Promise<void> {
  const made = await flow.createFull();
  if (made === undefined || flow.resource.read === undefined) return;
  const { record } = made;
  const { input } = await flow.probe.records.inputFor(by.operation, record);
  if (input === undefined) return;
  const all = await distinctExamples(flow, by, input, rounds + 1, 100);
  const inputs = all.map((one) => parts(flow, by, one));
  for (const [round, pair] of inputs.entries()) {
    if (pair === undefined) return;
    const [one, two] = pair;
    const send = (own: CallInput): Promise<Exchange> => flow.probe.call(by.operation, own);
    const answers =
      round === 0 ? [await send(one), await send(two)] : await Promise.all([send(one), send(two)]);
    if (!answers.every(isDone)) return;
    const lost = await lostOf(flow, by, record, pair);
    if (lost === undefined) continue;
    // If one after the other is lost, too, the change of a record is what is wrong.
    if (round === 0) return;
    const message = `two changes of different members at once: ${lost.pointer} is lost, which comes back if they come one by one`;
    flow.report("concurrent-calls", by, message, [...answers, lost.seen]);
    return;
  }
}

/** Returns two changes of one member each; `undefined` if there are none. */
function parts(
  { probe }: Flow,
  { operation }: FoundOperation,
  input: CallInput,
): readonly [CallInput, CallInput] | undefined {
  const { body } = input;
  const media = operation.model.requestBody?.content[0];
  const schema = media?.schema?.json;
  if (!isObject(body) || schema === undefined || media?.kind !== "json") return undefined;
  const alone = Object.entries(body)
    .filter(([, value]) => ["string", "number"].includes(typeof value))
    .map(([name, value]) => ({ [name]: value }))
    .filter((own) => probe.api.description.holds(schema, own as never));
  const [one, two] = alone;
  if (one === undefined || two === undefined) return undefined;
  return [
    { ...input, body: one },
    { ...input, body: two },
  ];
}

async function lostOf(
  flow: Flow,
  by: FoundOperation,
  record: MadeRecord,
  inputs: readonly CallInput[],
): Promise<{ readonly pointer: string; readonly seen: Exchange } | undefined> {
  const { read } = flow.resource;
  const seen = await flow.read(record);
  if (read === undefined || seen === undefined || !isSuccess(seen)) return undefined;
  const [lost] = inputs.flatMap((input) => flow.lost(by, input, read, seen));
  return lost && { pointer: lost.pointer, seen };
}

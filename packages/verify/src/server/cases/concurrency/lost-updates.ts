import type { CallInput } from "@openapi-packages/runtime/client";
import { equal, isObject } from "@openapi-packages/runtime/internals";
import type { FoundOperation, MadeRecord } from "../../../records/made-record.ts";
import { headerOf } from "../../../wire/wire-request.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { tagHeaderOf } from "../../../records/entity-tag.ts";
import { isDone, isSuccess, type Flow } from "../flows/flow.ts";
import { callsAtOnce, distinctInputs } from "./distinct-inputs.ts";

/** How often changes at once are repeated: not every race is lost. */
const rounds = 3;

/**
 * Checks that of changes with the same `If-Match` only the first one succeeds, one after the other and at once:
 * 12 requests.
 */
export async function taggedChanges(flow: Flow, by: FoundOperation): Promise<void> {
  const made = await flow.createFull();
  const name = tagHeaderOf(by.operation);
  if (made === undefined || name === undefined) return;
  const { record } = made;
  const before = await flow.read(record);
  const { input } = await flow.probe.records.inputFor(by.operation, record);
  if (input === undefined || before === undefined) return;
  const [first, second, ...together] = distinctInputs(flow, by, input, callsAtOnce + 2, 80);
  const change = async (own: CallInput, seen: Exchange): Promise<Exchange | undefined> => {
    const tag = strongTag(seen);
    if (tag === undefined) return undefined;
    return flow.probe.call(by.operation, { ...own, header: { ...own.header, [name]: tag } });
  };
  const one = first && (await change(first, before));
  if (second === undefined || one === undefined || !isDone(one)) return;
  const between = await flow.read(record);
  if (between === undefined || equal(between.value, before.value)) return;
  const two = await change(second, before);
  if (two !== undefined && isDone(two)) {
    const message = "a second change with the same If-Match overwrites the first one";
    flow.report("lost-update", by, message, [before, one, two]);
    return;
  }
  const current = await flow.read(record);
  if (current === undefined) return;
  const answers = await Promise.all(together.map((own) => change(own, current)));
  const done = answers.filter((answer) => answer !== undefined).filter(isDone);
  if (done.length < 2) return;
  const message = `${done.length} of ${callsAtOnce} changes at once with the same If-Match succeed`;
  flow.report("lost-update", by, message, [current, ...done.slice(0, 2)]);
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
  const inputs = distinctInputs(flow, by, input, rounds + 1, 100).map((one) =>
    parts(flow, by, one),
  );
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

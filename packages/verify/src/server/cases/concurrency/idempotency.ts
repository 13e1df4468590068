import type { CallInput } from "@openapi-packages/runtime/client";
import { equal, isObject } from "@openapi-packages/runtime/internals";
import type { FoundOperation } from "../../../records/made-record.ts";
import { recordIn } from "../../../records/record-keys.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { idempotencyHeader, withOwnKey } from "../../../records/own-key.ts";
import { isDone, isSuccess, type Flow } from "../flows/flow.ts";
import { otherValues } from "../flows/other-values.ts";
import { callsAtOnce } from "./distinct-inputs.ts";
import { refusesOtherBody } from "./said-of-keys.ts";

/**
 * Checks that the same request with the same idempotency key makes one record, one after the other and at once:
 * 7 requests. A refusal of the repeated one is no failure. With another body the key is refused, where the
 * description says so: 1 request.
 *
 * @param create what creates a record of the flow's resource, or something below it
 */
export async function idempotent(
  flow: Flow,
  create: FoundOperation = flow.resource.create,
): Promise<void> {
  const header = idempotencyHeader(create.operation);
  if (header === undefined) return;
  const { operation } = create;
  const { records, seed } = flow.probe;
  const { input } = await records.inputFor(operation, false);
  if (input === undefined) return;
  // A body without a text of its own makes another record by its key alone, and one whose texts may have no others.
  const vary = (from: CallInput, number: number): CallInput =>
    records.varied(operation, from, number) ?? from;
  const same = (from: CallInput): CallInput => from;
  const own = (change: typeof vary, from: CallInput, number: number): CallInput =>
    withOwnKey(operation, change(from, number), `verify-${operation.id}-${seed}-${number}`);
  let change = vary;
  // What is made below a record is none of the records that others refer to.
  const send = (request: CallInput) =>
    create.state.kind === "create"
      ? records.create(operation, request)
      : records.change(operation, request);
  let made = await send(own(change, input, 60));
  if (!isDone(made.exchange)) {
    change = same;
    made = await send(own(change, input, 62));
  }
  const { exchange: first, input: later } = made;
  if (!isDone(first)) return;
  const second = await flow.probe.call(operation, later);
  if (reportTwo(flow, create, later, [first, second], "a second request")) return;
  const together = own(change, later, 61);
  const calls = Array.from({ length: callsAtOnce }, () => flow.probe.call(operation, together));
  reportTwo(flow, create, together, await Promise.all(calls), `${callsAtOnce} requests at once`);
  await reportOtherBody(flow, create, later, first);
}

/** Reports a key that is taken with another body, although the description says that it is refused. */
async function reportOtherBody(
  flow: Flow,
  create: FoundOperation,
  input: CallInput,
  first: Exchange,
): Promise<void> {
  const { operation } = create;
  if (!refusesOtherBody(flow.probe.api, operation)) return;
  const other = withOtherBody(flow, create, input);
  const answer = other && (await flow.probe.call(operation, other));
  if (answer === undefined || !isSuccess(answer)) return;
  const message = `takes an idempotency key that was used with another body, which it refuses by its description: answers ${answer.response?.status}`;
  flow.report("idempotency-key", create, message, [first, answer]);
}

/** Returns an input with other values that names the same records: others may not exist. `undefined` if there is none. */
function withOtherBody(
  { probe: { api, records } }: Flow,
  { operation }: FoundOperation,
  input: CallInput,
): CallInput | undefined {
  const { body } = otherValues(api, operation, input) ?? {};
  if (!isObject(body) || !isObject(input.body)) return undefined;
  const named = records.referencesIn(operation, input.body).map(({ pointer: [name = ""] }) => name);
  const kept = Object.entries(input.body).filter(([name]) => named.includes(name));
  const other = { ...body, ...Object.fromEntries(kept) };
  return equal(other, input.body) ? undefined : { ...input, body: other };
}

/** @returns true if two records were made */
function reportTwo(
  flow: Flow,
  create: FoundOperation,
  input: CallInput,
  exchanges: readonly Exchange[],
  what: string,
): boolean {
  const byKey = new Map<string, Exchange>();
  for (const exchange of exchanges) {
    const record = recordIn(flow.probe.api, create.operation, exchange, input);
    if (record !== undefined && isDone(exchange)) byKey.set(record.key, exchange);
  }
  if (byKey.size < 2) return false;
  const message = `${what} with the same idempotency key makes ${byKey.size} records: ${[...byKey.keys()].join(", ")}`;
  flow.report("idempotency-key", create, message, [...byKey.values()].slice(0, 2));
  return true;
}

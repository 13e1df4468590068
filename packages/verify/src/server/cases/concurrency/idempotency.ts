import type { CallInput } from "@openapi-packages/runtime/client";
import type { FoundOperation } from "../../../records/made-record.ts";
import { recordIn } from "../../../records/record-keys.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { idempotencyHeader } from "../../places/change-input.ts";
import { isDone, type Flow } from "../flows/flow.ts";
import { callsAtOnce, distinctInputs } from "./distinct-inputs.ts";

/**
 * Checks that the same request with the same idempotency key makes one record, one after the other and at once:
 * 7 requests. A refusal of the repeated one is no failure.
 */
export async function idempotent(flow: Flow): Promise<void> {
  const { create } = flow.resource;
  const header = idempotencyHeader(create.operation);
  if (header === undefined) return;
  const { input } = await flow.probe.records.inputFor(create.operation, false);
  if (input === undefined) return;
  const [later, together] = distinctInputs(flow, create, input, 2, 60);
  if (later === undefined || together === undefined) return;
  const first = await flow.probe.call(create.operation, later);
  if (!isDone(first)) return;
  const second = await flow.probe.call(create.operation, later);
  if (reportTwo(flow, create, later, [first, second], "a second request")) return;
  const calls = Array.from({ length: callsAtOnce }, () =>
    flow.probe.call(create.operation, together),
  );
  reportTwo(flow, create, together, await Promise.all(calls), `${callsAtOnce} requests at once`);
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

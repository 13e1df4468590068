import type { CallInput } from "@openapi-packages/runtime/client";
import type { Exchange } from "../../../wire/exchange.ts";
import { withOwnKey } from "../../../records/own-key.ts";
import { isSuccess, type Flow } from "../flows/flow.ts";
import { callsAtOnce, distinctInputs } from "./distinct-inputs.ts";

/**
 * Checks that of several calls at once with the same unique value only one creates a record, if a second one by
 * itself is refused by a documented 409: 7 requests, and 2 to make sure.
 */
export async function uniqueAtOnce(flow: Flow): Promise<void> {
  const { create } = flow.resource;
  const { operation } = create;
  if (!operation.model.responses.some(({ status }) => status === "409")) return;
  const { input } = await flow.probe.records.inputFor(operation, false);
  if (input === undefined) return;
  const [alone, together, after] = distinctInputs(flow, create, input, 3, 40);
  if (alone === undefined || together === undefined || after === undefined) return;
  const refusal = await refusesSecond(flow, alone);
  if (refusal === undefined) return;
  const calls = Array.from({ length: callsAtOnce }, (_, index) =>
    flow.probe.call(operation, withOwnKey(operation, together, `verify-once-${index}`)),
  );
  const made = (await Promise.all(calls)).filter(isSuccess);
  // Something else may have run out at first.
  if (made.length < 2 || (await refusesSecond(flow, after)) === undefined) return;
  const message = `${made.length} of ${callsAtOnce} calls at once with the same values succeed: the second one is refused by 409 if it comes later`;
  flow.report("concurrent-calls", create, message, [...made.slice(0, 2), refusal]);
}

/** Returns the refusal of a repeated creation; `undefined` if the first was refused, or none. */
async function refusesSecond(flow: Flow, input: CallInput): Promise<Exchange | undefined> {
  const { operation } = flow.resource.create;
  if (!isSuccess(await flow.probe.call(operation, input))) return undefined;
  const second = await flow.probe.call(operation, withOwnKey(operation, input, "verify-second"));
  return second.response?.status === 409 ? second : undefined;
}

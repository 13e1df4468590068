import type { CallInput } from "@openapi-packages/runtime/client";
import type { Exchange } from "../../../wire/exchange.ts";
import { fullerInput } from "../../../records/fuller.ts";
import { renewedInput } from "../../../records/renewed.ts";
import { withOwnKey } from "../../../records/own-key.ts";
import { isSuccess, type Flow } from "../flows/flow.ts";
import { callsAtOnce, distinctInputs } from "./distinct-inputs.ts";

/** Inputs that differ from each other, of which the service refuses a second one that is the same. */
interface UniqueInputs {
  readonly together: CallInput;
  readonly after: CallInput;
  readonly refusal: Exchange;
}

/**
 * Checks that of several calls at once with the same unique value only one creates a record, if a second one by
 * itself is refused by a documented 409: 7 requests, and 2 to make sure. The value may be in an optional member.
 */
export async function uniqueAtOnce(flow: Flow): Promise<void> {
  const { create } = flow.resource;
  const { operation } = create;
  if (!operation.model.responses.some(({ status }) => status === "409")) return;
  const found = await uniqueInputs(flow);
  if (found === undefined) return;
  const { together, after, refusal } = found;
  const calls = Array.from({ length: callsAtOnce }, (_, index) =>
    flow.probe.call(operation, withOwnKey(operation, together, `verify-once-${index}`)),
  );
  const made = (await Promise.all(calls)).filter(isSuccess);
  // Something else may have run out at first.
  if (made.length < 2 || !isConflict(await second(flow, after))) return;
  const message = `${made.length} of ${callsAtOnce} calls at once with the same values succeed: the second one is refused by 409 if it comes later`;
  flow.report("concurrent-calls", create, message, [...made.slice(0, 2), refusal]);
}

/** Returns inputs with optional members, or without them where the service takes none with them. */
async function uniqueInputs(flow: Flow): Promise<UniqueInputs | undefined> {
  const { probe, resource } = flow;
  const { operation } = resource.create;
  const { input } = await probe.records.inputFor(operation, false);
  if (input === undefined) return undefined;
  for (const one of new Set([fullerInput(probe.api, operation, input), input])) {
    const [alone, together, after] = distinctInputs(flow, resource.create, one, 3, 40);
    if (alone === undefined || together === undefined || after === undefined) continue;
    const refusal = await second(flow, alone);
    if (refusal !== undefined)
      return isConflict(refusal) ? { together, after, refusal } : undefined;
  }
  return ofNewRecords(flow, input);
}

/** Returns inputs that name other records each, such as the copy that is lent. */
async function ofNewRecords(flow: Flow, input: CallInput): Promise<UniqueInputs | undefined> {
  const { probe, resource } = flow;
  const { operation } = resource.create;
  if (probe.records.referencesIn(operation, input.body).length === 0) return undefined;
  const renewed = async (use: string): Promise<CallInput | undefined> => {
    const other = await renewedInput(probe.api, probe.records, operation, input, false);
    return other && withOwnKey(operation, other, `verify-${operation.id}-${probe.seed}-${use}`);
  };
  const alone = await renewed("alone");
  const refusal = alone && (await second(flow, alone));
  if (refusal === undefined || !isConflict(refusal)) return undefined;
  const [together, after] = [await renewed("together"), await renewed("after")];
  return together && after && { together, after, refusal };
}

/** Sends a creation twice, and returns the second answer; `undefined` if the first one is a refusal. */
async function second({ probe, resource }: Flow, input: CallInput): Promise<Exchange | undefined> {
  const { operation } = resource.create;
  if (!isSuccess(await probe.call(operation, input))) return undefined;
  return probe.call(operation, withOwnKey(operation, input, "verify-second"));
}

const isConflict = (exchange: Exchange | undefined): boolean => exchange?.response?.status === 409;

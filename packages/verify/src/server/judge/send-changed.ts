import type { VerifiedOperation } from "../../description/verified-api.ts";
import { isForState } from "../../records/renewed.ts";
import { isServerError } from "./refusal.ts";
import { Undecided } from "../../run/left-alone.ts";
import type { Probe } from "../../run/probe.ts";
import type { Exchange } from "../../wire/exchange.ts";
import type { WireRequest } from "../../wire/wire-request.ts";
import type { SucceedingInput, SucceedingInputs } from "../succeeding-inputs.ts";

/** A change of a request that succeeded. */
export interface Change {
  /** What was changed, for the message: `body /age above-maximum (101)`. */
  readonly what: string;
  /** Returns the changed request; `undefined` if it must not be sent. */
  readonly of: (base: SucceedingInput) => Promise<WireRequest | undefined>;
  /** True if the change may name a record that is not there. */
  readonly isOfPath?: boolean;
}

/**
 * Sends a request that succeeded with a change, so that an answer is about the change. A refusal for the state of
 * records, as 409 for a stock that has run out, says nothing of it: the request is sent again with new records,
 * and once more without the change to see that they are taken. A failure of the server says nothing of it if it fails without the
 * change, too.
 *
 * @returns `undefined` if nothing was sent
 * @throws {Undecided} when it remains unknown what the refusal is about
 */
export async function sendChanged(
  inputs: SucceedingInputs,
  probe: Probe,
  operation: VerifiedOperation,
  change: Change,
): Promise<Exchange | undefined> {
  const base = await inputs.of(operation, probe);
  const request = base && (await change.of(base));
  if (base === undefined || request === undefined) return undefined;
  const exchange = await probe.send(operation, request);
  if (isServerError(exchange.response?.status ?? 0)) {
    const same = await probe.send(operation, base.request, base.input);
    if (isServerError(same.response?.status ?? 0)) throw undecided(operation, change, exchange);
    return exchange;
  }
  if (!isUndecided(change, exchange)) return exchange;
  const renewed = await inputs.renewed(operation, probe);
  const changed = renewed && (await change.of(renewed));
  if (renewed === undefined || changed === undefined) throw undecided(operation, change, exchange);
  const again = await probe.send(operation, changed);
  if (!isUndecided(change, again)) {
    inputs.replace(operation, renewed);
    return again;
  }
  const control = await probe.send(operation, renewed.request, renewed.input);
  const { status = 0 } = control.response ?? {};
  if (status < 200 || status > 299) throw undecided(operation, change, again);
  inputs.replace(operation, renewed);
  return again;
}

/** True if a refusal may be about the state of records, and not about a change. */
function isUndecided({ isOfPath = false }: Change, { response }: Exchange): boolean {
  const { status = 0 } = response ?? {};
  const isAbsent = status === 404 || status === 410;
  return isForState(status) && !(isAbsent && isOfPath);
}

function undecided(
  operation: VerifiedOperation,
  { what }: Change,
  { response }: Exchange,
): Undecided {
  const text = `whether ${operation.id} takes ${what}: it answers ${response?.status}, as it may for the state of its records`;
  return new Undecided(operation, text, `inputs.${operation.id}`);
}

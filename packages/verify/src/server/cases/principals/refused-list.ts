import type { FoundOperation } from "../../../records/made-record.ts";
import { operationsOn } from "../../../records/effects.ts";
import type { Probe } from "../../../run/probe.ts";
import type { Walk } from "../pages/walk.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { isGone, type Flow, type Made } from "../flows/flow.ts";

/**
 * Returns the answer by which the list below a parent is refused to the other principal, while it shows the record to
 * its owner; `undefined` if it is not refused. 404 says that the parent does not exist for the other one. 403 only
 * counts if the parent cannot be read either: others may be shown a record that they may not look for.
 *
 * @param own the list as its owner got it
 */
export async function refusedList(
  owner: Flow,
  other: Flow,
  { record }: Made,
  own: Walk | undefined,
): Promise<Exchange | undefined> {
  const { list } = owner.resource;
  if (list === undefined || own === undefined || owner.found(own, record).length === 0)
    return undefined;
  if (list.state.path.length === 0) return undefined;
  const { input } = await other.probe.records.inputFor(list.operation, record);
  if (input === undefined) return undefined;
  const refusal = await other.probe.call(list.operation, input);
  if (isGone(refusal)) return refusal;
  if (refusal.response?.status !== 403) return undefined;
  return (await isParentRefused(other.probe, list, input.path)) ? refusal : undefined;
}

async function isParentRefused(
  probe: Probe,
  { state }: FoundOperation,
  path: object = {},
): Promise<boolean> {
  const { parameter = "", resource = "" } = state.path.at(-1) ?? {};
  const read = operationsOn(probe.api, resource).find(
    (one) => one.state.kind === "read" && one.state.path.at(-1)?.parameter === parameter,
  );
  if (read === undefined) return false;
  const { input } = await probe.records.inputFor(read.operation, false);
  if (input === undefined) return false;
  const seen = await probe.call(read.operation, { ...input, path: { ...input.path, ...path } });
  return isGone(seen) || seen.response?.status === 403;
}

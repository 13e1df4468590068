import { isObject } from "@openapi-packages/runtime/internals";
import { diverging, type Found } from "./divergence.ts";
import { isSameValue } from "./same-value.ts";
import type { Observation } from "./sequence-run.ts";
import type { ComparisonContext, TrackedRecord } from "./tracked-record.ts";

/**
 * Checks the key of a new record: no other record has it, and it was not used before a deletion, unless it is
 * derived from the request.
 */
export function checkIdentifier(
  { records, result, api }: ComparisonContext,
  { step, given }: Observation,
  record: TrackedRecord,
): Found | undefined {
  const key = result.serviceKeys.get(record.number);
  const descriptor = api.description.mock.state?.resources[record.resource];
  if (key === undefined || descriptor === undefined || descriptor.keyType === "given")
    return undefined;
  if (isObject(given) && Object.values(given).some((value) => String(value) === key))
    return undefined;
  for (const other of records.values()) {
    const isSame =
      other.resource === record.resource &&
      result.serviceKeys.get(other.number) === key &&
      isSamePlace(other, record);
    if (!isSame || sharesText(other, record)) continue;
    const { id } = step.call.operation;
    if (other.presence === "there")
      return diverging("identifier", `${id} gives a record the key of another one that is there`);
    if (other.presence === "deleted")
      return diverging("identifier", `${id} gives a record the key of one that was deleted`);
  }
  return undefined;
}

const isSamePlace = (one: TrackedRecord, other: TrackedRecord): boolean =>
  Object.entries(one.path).every(([name, number]) => other.path[name] === number);

/** True if records were given a common text or number, from which keys may be derived, or none at all. */
function sharesText({ given }: TrackedRecord, other: TrackedRecord): boolean {
  const texts = [...given].filter(([, { service }]) => typeof service === "string");
  if (texts.length === 0) return true;
  const differing = texts.filter(
    ([name, { service }]) => !isSameValue(service, other.given.get(name)?.service),
  );
  return differing.length === 0;
}

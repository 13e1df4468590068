import { isObject, type JsonObject } from "@openapi-packages/runtime/internals";
import { diverging, type Found } from "./divergence.ts";
import { countsIn } from "./counts.ts";
import { saysMore } from "./page-size.ts";
import { itemsIn, keyOf } from "./record-values.ts";
import type { Observation } from "./sequence-run.ts";
import { isMarkedAsDeleted, type ComparisonContext, type TrackedRecord } from "./tracked-record.ts";
import { compareRecord } from "./value-comparison.ts";

/** The records of a list by their keys. */
interface ListedRecords {
  readonly items: readonly JsonObject[];
  readonly byKey: ReadonlyMap<string, JsonObject>;
  readonly mockByKey: ReadonlyMap<string, JsonObject>;
  readonly repeated: readonly string[];
}

/** Compares a list with the mock's: the records of the sequence, and the counts. */
export function compareList(
  comparison: ComparisonContext,
  observation: Observation,
): Found | undefined {
  const { step, service, mock } = observation;
  const { resource } = step.call.state;
  const descriptor = comparison.api.description.mock.state?.resources[resource];
  const items = itemsIn(step.call.state, service.value);
  const mockItems = itemsIn(step.call.state, mock?.value);
  if (items === undefined || mockItems === undefined || descriptor === undefined) return undefined;
  const keyed = (list: readonly JsonObject[]): (readonly [string, JsonObject])[] =>
    list.flatMap((item) => {
      const key = keyOf(descriptor, item);
      return key === undefined ? [] : [[key, item] as const];
    });
  const keys = keyed(items).map(([key]) => key);
  const listed: ListedRecords = {
    items,
    byKey: new Map(keyed(items)),
    mockByKey: new Map(keyed(mockItems)),
    repeated: keys.filter((key, index) => keys.indexOf(key) !== index),
  };
  for (const record of comparison.records.values()) {
    if (record.resource !== resource) continue;
    const difference = compareEntry(comparison, observation, record, listed);
    if (difference !== undefined) return difference;
  }
  return compareCounts(comparison, observation, listed);
}

function compareEntry(
  comparison: ComparisonContext,
  observation: Observation,
  record: TrackedRecord,
  { byKey, mockByKey, repeated, items }: ListedRecords,
): Found | undefined {
  const { serviceKeys, mockKeys } = comparison.result;
  const key = serviceKeys.get(record.number) ?? "";
  const { step } = observation;
  const { id } = step.call.operation;
  const shown = byKey.get(key);
  if (shown === undefined)
    return isToBeListed(comparison, observation, record, mockByKey, items.length)
      ? diverging("not-listed", `${id} does not list a record that was created and not deleted`)
      : undefined;
  const place = Object.entries(step.path);
  const isBelow = place.every(([name, number]) => record.path[name] === number);
  const isElsewhere = place.some(
    ([name, number]) => record.path[name] !== undefined && record.path[name] !== number,
  );
  const expected = mockByKey.get(mockKeys.get(record.number) ?? "");
  if (isElsewhere && expected === undefined && !isKeyOfAnother(comparison, record, key))
    return diverging("listed-elsewhere", `${id} lists a record below another one than its own`);
  if (!isBelow) return undefined;
  if (record.presence === "deleted")
    return expected !== undefined ||
      isMarkedAsDeleted(record, shown) ||
      isKeyOfAnother(comparison, record, key)
      ? undefined
      : diverging("listed-after-delete", `${id} lists a record that was deleted`);
  const isRepeated = repeated.includes(key) && !isKeyOfAnother(comparison, record, key);
  if (isRepeated && isOwnList(comparison, observation))
    return diverging("listed-twice", `${id} lists a record twice`);
  if (expected === undefined || record.presence !== "there") return undefined;
  return compareRecord(comparison, observation, record, { shown, expected });
}

/** True if a complete list must contain a record: it listed a similar one before, and nothing hides this one. */
function isToBeListed(
  comparison: ComparisonContext,
  observation: Observation,
  record: TrackedRecord,
  mockByKey: ReadonlyMap<string, JsonObject>,
  count: number,
): boolean {
  const { facts, result } = comparison;
  const { step, service } = observation;
  const { call } = step;
  const { id } = call.operation;
  const isExpected = mockByKey.has(result.mockKeys.get(record.number) ?? "");
  if (!isExpected || record.presence !== "there" || record.mayBeHidden) return false;
  if (!facts.isListing(id) || saysMore(service)) return false;
  if (!isOwnList(comparison, observation)) return false;
  const isWhole = count < (call.pageSize ?? 0) || count < facts.longestList(id);
  return call.pageSize === Number.POSITIVE_INFINITY || isWhole;
}

/** True if another record of the sequence has the same key: in another place, or after a deletion. */
const isKeyOfAnother = (
  { records, result }: ComparisonContext,
  record: TrackedRecord,
  key: string,
): boolean =>
  [...records.values()].some(
    (other) =>
      other !== record &&
      other.resource === record.resource &&
      result.serviceKeys.get(other.number) === key,
  );

/**
 * True if the list has the path at which such records are created. Other lists, such as searches, may choose
 * any.
 */
function isOwnList({ api }: ComparisonContext, { step }: Observation): boolean {
  const { path } = step.call.operation.model;
  const { operations = {} } = api.description.mock.state ?? {};
  return api.operations.some(
    ({ id, model }) => model.path === path && operations[id]?.kind === "create",
  );
}

function compareCounts(
  { facts }: ComparisonContext,
  { step, service, mock }: Observation,
  { items }: ListedRecords,
): Found | undefined {
  const { id } = step.call.operation;
  const isWhole = items.length < (step.call.pageSize ?? 0) && !saysMore(service);
  if (!isWhole || !isObject(mock?.value)) return undefined;
  const expected = new Set(countsIn(mock.value).map(({ pointer }) => pointer));
  for (const { pointer, value } of countsIn(service.value)) {
    const isCount =
      /count|total/i.test(pointer) && expected.has(pointer) && facts.isCount(id, pointer);
    if (!isCount || value === items.length) continue;
    const message = `${id} lists ${items.length} records, and ${pointer} is ${value}`;
    return diverging("count", message, pointer.replace(/^.*\//, ""));
  }
  return undefined;
}

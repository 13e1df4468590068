import { setMember } from "@openapi-packages/runtime/internals";
import type { JsonObject } from "@openapi-packages/runtime/internals";
import type { OperationPlan } from "./plan.ts";
import type { MockRecord } from "./record.ts";
import type { Resources } from "./resources.ts";
import { patternLike } from "./variants.ts";

/** The most validations of one value. */
const mostRounds = 16;

/** Returns a record as an operation shows it. The result is cached until the record changes. */
export function shownBy(resources: Resources, plan: OperationPlan, record: MockRecord): JsonObject {
  const known = record.shown?.find((one) => one.by === plan);
  if (known !== undefined) return known.value ?? record.value;
  const { hidden } = resources.relations.of(record.resource);
  return remembered(plan, record, fitted(plan, withoutHidden(plan, hidden, record.value)));
}

/** Returns the current value of a record that is known to be valid for the operation. */
export function shownAsIs(
  resources: Resources,
  plan: OperationPlan,
  record: MockRecord,
): JsonObject {
  const { hidden } = resources.relations.of(record.resource);
  if (hidden.size > 0) return shownBy(resources, plan, record);
  return remembered(plan, record, record.value);
}

function remembered(by: OperationPlan, record: MockRecord, value: JsonObject): JsonObject {
  const { asTheyAre } = by;
  const shown = value === record.value ? asTheyAre : [{ by, value }];
  record.shown = record.shown === undefined ? shown : [...record.shown, ...shown];
  return value;
}

/**
 * Returns a value that an operation may answer, because operations may use different schemas for one resource.
 * Missing or invalid members are copied from the example, forbidden ones are removed.
 */
export function fitted(plan: OperationPlan, given: JsonObject): JsonObject {
  const { store } = plan;
  const pattern = patternLike(store.descriptor, plan.pattern ?? {}, given);
  const key = store.descriptor.key ?? "";
  let value = given;
  for (let round = 0; round < mostRounds; round += 1) {
    const refused = plan.refusedIn(value);
    if (refused === undefined) return value;
    const next = completed(value, refused, pattern) ?? corrected(value, refused, pattern, key);
    if (next === undefined) break;
    value = next;
  }
  // An operation may only answer one kind, such as that of deleted records.
  for (const example of [pattern, plan.pattern ?? {}]) {
    const own = Object.hasOwn(given, key) ? { ...example, [key]: given[key] } : example;
    if (plan.refusedIn(own) === undefined) return withAccepted(plan, own, given);
  }
  return given;
}

/** Returns a value that an operation may answer, with as many members of another one as it accepts. */
function withAccepted(plan: OperationPlan, value: JsonObject, given: JsonObject): JsonObject {
  let accepted = value;
  for (const [name, own] of Object.entries(given)) {
    const next = { ...accepted };
    setMember(next, name, own);
    if (plan.refusedIn(next) === undefined) accepted = next;
  }
  return accepted;
}

/** Adds missing members and removes additional ones; `undefined` when there are none. */
function completed(
  value: JsonObject,
  refused: readonly string[],
  pattern: JsonObject,
): JsonObject | undefined {
  const next = { ...value };
  let isChanged = false;
  for (const name of refused) {
    const isThere = Object.hasOwn(next, name);
    if (isThere === Object.hasOwn(pattern, name)) continue;
    if (isThere) delete next[name];
    else setMember(next, name, pattern[name]);
    isChanged = true;
  }
  return isChanged ? next : undefined;
}

/** Copies the first rejected member from the example, except for those that identify the record. */
function corrected(
  value: JsonObject,
  refused: readonly string[],
  pattern: JsonObject,
  key: string,
): JsonObject | undefined {
  const name = refused.find(
    (one) => one !== key && Object.hasOwn(pattern, one) && value[one] !== pattern[one],
  );
  return name === undefined ? undefined : { ...value, [name]: pattern[name] };
}

function withoutHidden(
  { pattern = {}, state }: OperationPlan,
  hidden: ReadonlySet<string>,
  value: JsonObject,
): JsonObject {
  let shown = value;
  for (const name of hidden) {
    const isAlways = state.kind !== "read" && Object.hasOwn(pattern, name);
    if (isAlways || !Object.hasOwn(shown, name)) continue;
    if (shown === value) shown = { ...value };
    delete shown[name];
  }
  return shown;
}

import { getMember } from "@openapi-packages/runtime/internals";
import type { JsonObject } from "@openapi-packages/runtime/internals";
import type { RequestContext } from "@openapi-packages/runtime/server";
import { declaredMembers } from "./bodies.ts";
import type { Judge } from "./draft.ts";
import { givenMembers } from "./given-members.ts";
import { keyLike } from "./keys.ts";
import { withKindsNamed } from "./named-kinds.ts";
import type { OperationPlan } from "./plan.ts";
import { keyOf, textOf, typedLike } from "./record.ts";
import type { MockRecord, Scope } from "./record.ts";
import { checkReachable } from "./refusals.ts";
import { newValue, shapeFor } from "./shape-for.ts";
import type { Resources } from "./resources.ts";
import { withPresent } from "./present.ts";
import { fitted } from "./shown.ts";
import { checkKind, patternLike } from "./variants.ts";
import { statusOf } from "./status.ts";

/** The input for a new record. */
export interface Creation {
  readonly body: JsonObject;
  /** The key in the request. Default: the server generates one. */
  readonly key: string | undefined;
  readonly places: Scope;
  readonly context: RequestContext;
}

/** A new record, and its value in the answer of its creation. */
export interface Created {
  readonly record: MockRecord;
  readonly shown: JsonObject;
}

/** Creates and stores a record whose value the operations of its resource may return. */
export function createRecord(
  resources: Resources,
  plan: OperationPlan,
  { body: given, key, places, context }: Creation,
): Created {
  const { store } = plan;
  const view = resources.viewOf(store);
  checkKind(store.descriptor, given);
  if (key !== undefined) checkReachable(store, key);
  const body = withKindsNamed(store.descriptor, given);
  const said = givenMembers(resources, plan, body, places);
  const shown = plan.pattern ?? resources.patternOf(store);
  const pattern = patternLike(store.descriptor, shown, said);
  const keys =
    key === undefined ? resources.keys.keysFor(store, pattern) : [keyIn(body, pattern, store, key)];
  const once = onceOf(resources, plan);
  const now = resources.settings.clock.now();
  const taken = declaredMembers(resources, plan, said, pattern);
  const { principal } = context;
  const judge = plan.pattern === undefined ? view : plan;
  const refusedIn: Judge = (one) =>
    judge?.refusedIn(once === undefined ? one : { ...one, ...once });
  const shape = shapeFor(resources, plan, pattern, taken);
  const value = newValue(plan, shape, { taken, places, keys, principal, now }, refusedIn);
  if (view !== undefined && view !== judge) plan.completion ??= completionOf(view, value);
  const whole = plan.completion === undefined ? value : { ...plan.completion, ...value };
  const above = plan.parents.flatMap(({ member = "" }) =>
    Object.hasOwn(whole, member) ? [[member, whole[member]] as const] : [],
  );
  const own = { ...taken, ...Object.fromEntries(above) };
  const present = withPresent(resources, store, whole, own);
  const record = addRecord(resources, plan, present, { key: textOf(keys[0]), places, now });
  resources.keeper?.added(record);
  createNewest(resources, plan, record, context);
  resources.keeper?.settle(record);
  const names = new Set(Object.keys(value));
  const members = Object.entries(record.value).filter(([name]) => names.has(name));
  return { record, shown: { ...Object.fromEntries(members), ...once } };
}

/** Creates the newest record below a new one if it must refer to it, as if it had been requested. */
function createNewest(
  resources: Resources,
  plan: OperationPlan,
  record: MockRecord,
  context: RequestContext,
): void {
  for (const { pointer, resource, isNewest } of plan.store.descriptor.references ?? []) {
    const store = resources.storeOf(resource);
    const [member = ""] = pointer;
    if (isNewest !== true || store === undefined) continue;
    if ((getMember(record.value, member) ?? null) === null) continue;
    const creator = resources
      .creatorsOf(store)
      .find(({ parents }) => parents.some((parent) => parent.resource === record.resource));
    const parameter = creator?.parents.find((parent) => parent.resource === record.resource);
    if (creator === undefined || parameter === undefined) continue;
    const places = { ...record.scope, [parameter.parameter]: record.key };
    createRecord(resources, creator, { body: {}, key: undefined, places, context });
  }
}

/** Stores a new value. It replaces a record with the same key if servers can only use that key. */
function addRecord(
  resources: Resources,
  { store, parents }: OperationPlan,
  value: JsonObject,
  made: { readonly key: string; readonly places: Scope; readonly now: number },
): MockRecord {
  const { key: own, keyParameter, lifecycle } = store.descriptor;
  const isNamedByPath = own === undefined && keyParameter !== undefined;
  const scope = isNamedByPath ? { ...made.places, [keyParameter]: made.key } : made.places;
  const key = keyOf(store.descriptor, value, scope) ?? made.key;
  const same = store.find(key, parents, scope);
  if (same !== undefined) {
    resources.change(same, value);
    return same;
  }
  const start = lifecycle?.steps[0]?.value;
  const isMoving = lifecycle !== undefined && statusOf(lifecycle, value) === start;
  return resources.add({ store, key, scope, value, ...(isMoving ? { since: made.now } : {}) });
}

/** Returns the additional members that another operation requires. */
function completionOf(view: OperationPlan, value: JsonObject): JsonObject {
  const more = Object.entries(fitted(view, value)).filter(([name]) => !Object.hasOwn(value, name));
  return Object.fromEntries(more);
}

/** Returns the key as it is in the body if it is the same, else as it is in the path, converted to its type. */
function keyIn(
  body: JsonObject,
  pattern: JsonObject,
  { descriptor }: OperationPlan["store"],
  key: string,
): unknown {
  if (descriptor.key === undefined) return key;
  const own = getMember(body, descriptor.key);
  const isSame = own !== undefined && own !== null && textOf(own) === key;
  return isSame ? own : typedLike(key, getMember(pattern, descriptor.key));
}

/**
 * Returns the members that only this answer has, with values that differ from the example; `undefined` without
 * any.
 */
export function onceOf(resources: Resources, plan: OperationPlan): JsonObject | undefined {
  const { state, pattern = {} } = plan;
  if (state.kind !== "create" || state.once === undefined) return undefined;
  const once: JsonObject = {};
  for (const name of state.once) {
    const example = getMember(pattern, name);
    if (example === undefined) continue;
    once[name] = example;
    if (typeof example !== "string") continue;
    const other = keyLike(example, resources.keys.randomFor(plan.store.name, name), 16);
    if (isAccepted(plan, pattern, name, other)) once[name] = other;
  }
  return once;
}

/**
 * True if an answer may contain another secret than its example. The result for one secret applies to all of
 * the same format.
 */
function isAccepted(
  plan: OperationPlan,
  pattern: JsonObject,
  name: string,
  other: string,
): boolean {
  const known = plan.learned.get(name);
  if (known !== undefined) return known === 0;
  const isRefused = plan.refusedIn({ ...pattern, [name]: other }) !== undefined;
  plan.learned.set(name, isRefused ? 1 : 0);
  return !isRefused;
}

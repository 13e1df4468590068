import { eventFieldsOf } from "@openapi-packages/runtime/internals";
import { getMember, isObject, setMember } from "@openapi-packages/runtime/internals";
import type { JsonObject } from "@openapi-packages/runtime/internals";
import type { LifecycleDescriptor } from "../description.ts";
import { keyOf, placeOf, typedLike } from "./record.ts";
import type { MockRecord } from "./record.ts";
import type { Resources } from "./resources.ts";
import type { OperationPlan } from "./plan.ts";
import { isSame, replaceValues, replacementsOf } from "./replacements.ts";
import { timesOf } from "./roles.ts";
import { statusPlace } from "./status.ts";
import type { ResourceStore } from "./store.ts";

/** Adds the event of a step: the example's event, with the values of this record and the current time. */
export function addEvent(
  resources: Resources,
  { events }: LifecycleDescriptor,
  record: MockRecord,
  example: unknown,
  time: number,
): void {
  const plan = events && resources.planOf(events.operationId);
  const store = events && resources.storeOf(events.resource);
  if (plan === undefined || store === undefined || !isObject(example)) return;
  const { key: member, keyParameter } = store.descriptor;
  const times = timesOf(store.roles, ["created", "updated"], time);
  const value = { ...rewrittenExample(resources, plan, record, example), ...times };
  const scope: { [parameter: string]: string } = { ...record.scope };
  for (const parent of plan.parents) {
    const isOwn = parent.resource === record.resource;
    const place = isOwn ? record.key : placeOf(record, { parameter: parent.parameter });
    if (place === undefined) continue;
    scope[parent.parameter] = place;
    if (parent.member !== undefined)
      setMember(value, parent.member, typedLike(place, getMember(example, parent.member)));
  }
  const keys = resources.keys.keysFor(store, example);
  if (member === undefined) {
    if (keyParameter !== undefined) scope[keyParameter] = String(keys[0]);
  } else {
    const accepted = keys.find((key) => plan.refusedIn({ ...value, [member]: key }) === undefined);
    setMember(value, member, accepted ?? keys[0]);
  }
  const key = keyOf(store.descriptor, value, scope) ?? "";
  const event = eventFieldsOf(example)?.event;
  const named = event === undefined ? {} : { event };
  resources.keeper?.added(resources.add({ store, key, scope, value, ...named }));
}

/**
 * Returns the example of an event, with a record's input and result in place of those in the example's record.
 */
function rewrittenExample(
  resources: Resources,
  plan: OperationPlan,
  record: MockRecord,
  example: JsonObject,
): JsonObject {
  const store = resources.storeOf(record.resource);
  if (store === undefined) return example;
  const { lifecycle, seeds } = store.descriptor;
  const { member = "" } = plan.parents.find(({ resource }) => resource === store.name) ?? {};
  const key = getMember(example, member);
  const seed = seeds.find(({ value, scope }) => keyOf(store.descriptor, value, scope) === key);
  const shown = seed?.value ?? resources.patternOf(store);
  const own = { ...resultOf(resources, store, record.value), ...record.value };
  const names = [...givenIn(resources, store), ...Object.keys(lifecycle?.result ?? {})];
  const replacements = replacementsOf(shown, own, names);
  return replaceValues(example, replacements, (value) => plan.refusedIn(value) === undefined);
}

/**
 * Returns the members that a record gets at the end of its lifecycle: those of the example, with the record's
 * own input.
 */
export function resultOf(
  resources: Resources,
  store: ResourceStore,
  value: JsonObject,
): JsonObject {
  const { lifecycle, seeds } = store.descriptor;
  const result = lifecycle?.result ?? {};
  const names = Object.keys(result);
  if (names.length === 0) return result;
  const isShown = (shown: JsonObject): boolean =>
    names.every((name) => isSame(getMember(shown, name), getMember(result, name)));
  const shown = seeds.find((seed) => isShown(seed.value))?.value ?? resources.patternOf(store);
  const replacements = replacementsOf(shown, value, givenIn(resources, store));
  const view = resources.viewOf(store);
  return replaceValues(
    result,
    replacements,
    (own) => view?.refusedIn({ ...value, ...own }) === undefined,
  );
}

/** Returns the members that requests set, without the status. */
function givenIn(resources: Resources, { name, descriptor }: ResourceStore): readonly string[] {
  const { given = [] } = resources.relations.of(name);
  const { lifecycle } = descriptor;
  const status = lifecycle && statusPlace(lifecycle)[0];
  return given.filter((one) => one !== status);
}

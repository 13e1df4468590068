import { eventFieldsOf } from "@openapi-packages/runtime/internals";
import { getMember, isObject, setMember } from "@openapi-packages/runtime/internals";
import type { JsonObject } from "@openapi-packages/runtime/internals";
import type { LifecycleDescriptor } from "../description.ts";
import { absent } from "./draft.ts";
import { keyOf, placeOf, typedLike } from "./record.ts";
import type { MockRecord } from "./record.ts";
import type { Resources } from "./resources.ts";
import type { OperationPlan } from "./plan.ts";
import { retell, retoldOf } from "./retold.ts";
import { timesOf } from "./roles.ts";
import { statusPlace } from "./status.ts";

/** Adds the event of a step: the example's, with the values of this record and of now. */
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
  const value = { ...toldOf(resources, plan, record, example), ...times };
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

/** The example of an event, telling of a record's input and result instead of those of the example's record. */
function toldOf(
  resources: Resources,
  plan: OperationPlan,
  record: MockRecord,
  example: JsonObject,
): JsonObject {
  const store = resources.storeOf(record.resource);
  if (store === undefined) return example;
  const { lifecycle, seeds } = store.descriptor;
  const { given = [] } = resources.relations.of(record.resource);
  const names = [...given, ...Object.keys(lifecycle?.result ?? {})];
  const { member = "" } = plan.parents.find(({ resource }) => resource === store.name) ?? {};
  const key = getMember(example, member);
  const seed = seeds.find(({ value, scope }) => keyOf(store.descriptor, value, scope) === key);
  const shown = seed?.value ?? resources.patternOf(store);
  const whole = { ...lifecycle?.result, ...record.value };
  const told = retoldOf(
    shown,
    whole,
    names.filter((name) => lifecycle === undefined || name !== statusPlace(lifecycle)[0]),
  );
  if (told.length === 0) return example;
  for (const missing of [() => absent, () => null, emptyLike]) {
    const value = retell(example, told, missing);
    if (isObject(value) && plan.refusedIn(value) === undefined) return value;
  }
  return example;
}

/** The empty value of the same type. */
function emptyLike(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  return typeof value === "object" ? {} : "";
}

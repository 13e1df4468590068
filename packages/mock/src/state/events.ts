import { eventFieldsOf } from "@openapi-packages/runtime/internals";
import { getMember, isObject, setMember } from "@openapi-packages/runtime/internals";
import type { LifecycleDescriptor } from "../description.ts";
import { keyOf, placeOf, typedLike } from "./record.ts";
import type { MockRecord } from "./record.ts";
import type { Resources } from "./resources.ts";
import { timesOf } from "./roles.ts";

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
  const value = { ...example, ...timesOf(store.roles, ["created", "updated"], time) };
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
  resources.add({ store, key, scope, value, ...(event === undefined ? {} : { event }) });
}

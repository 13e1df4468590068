import type { JsonObject } from "@openapi-packages/runtime/internals";
import type { RecordReference } from "../description.ts";
import { materialized, mayBeKey } from "./materialize.ts";
import { namesAt, renamedAt, withoutName } from "./named.ts";
import { textOf } from "./record.ts";
import type { Resources } from "./resources.ts";
import type { ResourceStore } from "./store.ts";
import { emptyKinds, kindsOf } from "./variants.ts";

/**
 * Returns the value of a new record without references to missing records: those from an example are replaced
 * or removed, those from the client are created if the resource allows it.
 *
 * @param said the values of the request
 * @param kept the previous value of the record, which is not changed
 */
export function withPresent(
  resources: Resources,
  store: ResourceStore,
  value: JsonObject,
  said: JsonObject,
  kept: JsonObject = {},
): JsonObject {
  let present = value;
  for (const reference of store.descriptor.references ?? []) {
    const target = resources.storeOf(reference.resource);
    if (target === undefined || reference.isNewest === true) continue;
    for (const name of namesAt(present, reference.pointer)) {
      const key = textOf(name);
      if (target.has(key) || namesAt(kept, reference.pointer).includes(name)) continue;
      const isGiven = namesAt(said, reference.pointer).includes(name);
      const isMade = isGiven && target.isOpen && mayBeKey(resources, target, key);
      if (isMade) materialized(resources, { store: target, key });
      else if (!isGiven)
        present = withoutMissing(resources, store, present, reference, target, key);
    }
  }
  return present;
}

function withoutMissing(
  resources: Resources,
  store: ResourceStore,
  value: JsonObject,
  { pointer }: RecordReference,
  target: ResourceStore,
  key: string,
): JsonObject {
  const [first] = target.all();
  const views = resources.viewsOf(store.name);
  const isAccepted = (one: JsonObject): boolean =>
    views.every(
      (view) =>
        view.pattern === undefined ||
        view.refusedIn(one) === undefined ||
        view.refusedIn(value) !== undefined,
    );
  const empty = emptyKinds(kindsOf(store.descriptor, pointer[0] ?? ""));
  const others = withoutName(value, pointer, key, empty);
  if (first !== undefined && !pointer.includes("*"))
    return renamedAt(value, pointer, key, first.key);
  for (const without of others) if (isAccepted(without)) return without;
  const [made = ""] = resources.keys.keysFor(target, resources.patternOf(target));
  resources.keeper?.settle(materialized(resources, { store: target, key: textOf(made) }));
  return renamedAt(value, pointer, key, textOf(made));
}

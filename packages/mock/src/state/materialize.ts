import { getMember, setMember } from "@openapi-packages/runtime/internals";
import { distinct } from "./distinct.ts";
import { placeOf, typedLike } from "./record.ts";
import type { MockRecord, Scope } from "./record.ts";
import type { OperationPlan } from "./plan.ts";
import type { Resources } from "./resources.ts";
import type { ResourceStore } from "./store.ts";

/** True if a key is valid for a resource. A member that looks like a reference may contain something else. */
export function mayBeKey(resources: Resources, store: ResourceStore, key: string): boolean {
  const { key: own } = store.descriptor;
  if (store.deleted.has(key)) return false;
  if (own === undefined) return true;
  const pattern = resources.patternOf(store);
  const value = { ...pattern, [own]: typedLike(key, getMember(pattern, own)) };
  const refused = resources.viewOf(store)?.refusedIn(value);
  return refused?.includes(own) !== true;
}

/** A record that should exist. */
export interface Wanted {
  readonly store: ResourceStore;
  readonly key: string;
  /** True if it is an initial record. Default: false. */
  readonly isSeed?: boolean;
}

/**
 * Adds a record that others refer to and no example contains. It is like the examples of its resource.
 *
 * @param above its parent. Default: that of the first record
 */
export function materialized(
  resources: Resources,
  { store, key, isSeed = false }: Wanted,
  above?: MockRecord,
): MockRecord {
  const plan = above === undefined ? undefined : planBelow(resources, store, above);
  const [first] = store.all();
  const pattern = plan?.pattern ?? first?.value ?? resources.patternOf(store);
  const value = { ...pattern };
  const scope: { [parameter: string]: string } = { ...(above?.scope ?? first?.scope) };
  for (const parent of plan?.parents ?? []) {
    const place = placeIn(parent, above, first);
    if (place === undefined) continue;
    scope[parent.parameter] = place;
    if (parent.member !== undefined)
      setMember(value, parent.member, typedLike(place, getMember(pattern, parent.member)));
  }
  const { key: own, keyParameter } = store.descriptor;
  if (own !== undefined) setMember(value, own, typedLike(key, getMember(pattern, own)));
  else if (keyParameter !== undefined) scope[keyParameter] = key;
  const made = { store, key, scope, value: distinct(resources, store, value, scope) };
  return isSeed ? resources.addSeed(made) : resources.add(made);
}

/** Returns an operation that returns records of a resource below those of another. */
function planBelow(
  resources: Resources,
  { name }: ResourceStore,
  above: MockRecord,
): OperationPlan | undefined {
  const views = [...resources.viewsOf(name)];
  return views.find(
    ({ parents, pattern }) =>
      pattern !== undefined && parents.some(({ resource }) => resource === above.resource),
  );
}

function placeIn(
  parent: OperationPlan["parents"][number],
  above: MockRecord | undefined,
  first: MockRecord | undefined,
): string | undefined {
  if (above !== undefined && parent.resource === above.resource) return above.key;
  const from: { readonly value: MockRecord["value"]; readonly scope: Scope } | undefined =
    above ?? first;
  return from && placeOf(from, { parameter: parent.parameter });
}

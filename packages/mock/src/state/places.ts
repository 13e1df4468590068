import { getMember, setMember } from "@openapi-packages/runtime/internals";
import type { MockInput } from "./settings.ts";
import type { OperationPlan } from "./plan.ts";
import { namesAt } from "./named.ts";
import { textOf, typedLike } from "./record.ts";
import type { MockRecord, Scope } from "./record.ts";
import { notFound } from "./refusals.ts";
import type { Resources } from "./resources.ts";

/**
 * Returns the scope of a path: the records in it, and their own parents.
 *
 * @throws the refusal of the request when one of them does not exist.
 */
export function placesIn(resources: Resources, plan: OperationPlan, input: MockInput): Scope {
  const scope = plan.scopeIn(input);
  if (plan.parents.length === 0) return scope;
  const places: { [parameter: string]: string } = { ...scope };
  for (const [index, { resource, parameter }] of plan.parents.entries()) {
    const store = resource === undefined ? undefined : resources.storeOf(resource);
    const key = places[parameter];
    if (store === undefined || key === undefined) continue;
    const above = plan.parents.slice(0, index).map((one) => ({ parameter: one.parameter }));
    const parent = store.find(key, above, places);
    if (parent !== undefined) {
      for (const [name, place] of Object.entries(parent.scope)) places[name] ??= place;
    } else if (!store.isOpen || store.deleted.has(key)) throw notFound(resources, plan);
  }
  return places;
}

/** Returns the stored record of the path's last parent with a resource. */
export function parentOf(
  resources: Resources,
  plan: OperationPlan,
  places: Scope,
): MockRecord | undefined {
  const parent = plan.parents.findLast(({ resource }) => resource !== undefined);
  const key = parent && places[parent.parameter];
  if (parent?.resource === undefined || key === undefined) return undefined;
  const above = plan.parents.filter((one) => one !== parent);
  const parameters = above.map(({ parameter }) => ({ parameter }));
  return resources.storeOf(parent.resource)?.find(key, parameters, places);
}

/**
 * Returns the record in a path. If no operation creates records, it may be generated, and is then not stored.
 *
 * @throws the refusal of the request when it does not exist.
 */
export function recordIn(resources: Resources, plan: OperationPlan, input: MockInput): MockRecord {
  const { store, parents } = plan;
  const key = plan.keyIn(input);
  const found = store.find(key, parents, parents.length === 0 ? {} : plan.scopeIn(input));
  if (found !== undefined) return found;
  if (!store.isOpen || store.deleted.has(key)) throw notFound(resources, plan);
  const made = openRecord(resources, plan, key, placesIn(resources, plan, input));
  // A key that the answer's schema rejects belongs to no record.
  const own = store.descriptor.key;
  const view = plan.isShowing ? plan : resources.viewOf(store);
  const isKey = own === undefined || view?.refusedIn(made.value)?.includes(own) !== true;
  if (isKey && namesPresent(resources, made)) return made;
  throw notFound(resources, plan);
}

/** True if the records that a record refers to exist: a generated record cannot be below a deleted one. */
function namesPresent(resources: Resources, { resource, value }: MockRecord): boolean {
  const { references = [] } = resources.stores.get(resource)?.descriptor ?? {};
  return references.every(({ pointer, resource: other }) => {
    const store = resources.storeOf(other);
    return (
      store === undefined ||
      store.isOpen ||
      namesAt(value, pointer).every((name) => store.has(textOf(name)))
    );
  });
}

function openRecord(
  resources: Resources,
  plan: OperationPlan,
  key: string,
  places: Scope,
): MockRecord {
  const { store, item } = plan;
  const pattern = resources.patternOf(store);
  const value = { ...pattern };
  for (const { parameter, member } of plan.parents) {
    const place = places[parameter];
    if (member !== undefined && place !== undefined)
      setMember(value, member, typedLike(place, getMember(pattern, member)));
  }
  const own = store.descriptor.key;
  if (own !== undefined && item !== undefined) value[own] = typedLike(key, getMember(pattern, own));
  const isNamedByPath = own === undefined && item !== undefined;
  const scope = isNamedByPath ? { ...places, [item.parameter]: key } : places;
  return resources.make({ store, key, scope, value });
}

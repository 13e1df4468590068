import { isObject, setMember } from "@openapi-packages/runtime/internals";
import type { JsonObject } from "@openapi-packages/runtime/internals";
import { declaredMembers } from "./bodies.ts";
import { absent, firstAccepted } from "./draft.ts";
import type { Judge, Accepted } from "./draft.ts";
import { neutralOf } from "./drafts.ts";
import type { OperationPlan } from "./plan.ts";
import { isJson } from "./record.ts";
import type { MockRecord } from "./record.ts";
import type { Resources } from "./resources.ts";
import { timeIn, timeOfChange } from "./roles.ts";
import { exampleLike, formsOf, kindsOf, patternLike } from "./variants.ts";

/** How a request changes a record: by some members, by a merge patch (RFC 7396), or by all members. */
export type ChangeMode = "update" | "merge" | "replace";

/**
 * Returns the changed value of a record, adjusted so that the operation may answer it, and whether it is valid.
 */
export function changedValue(
  resources: Resources,
  plan: OperationPlan,
  record: MockRecord,
  body: JsonObject,
  mode: ChangeMode,
): Accepted {
  const { store } = plan;
  const { key, keyType } = store.descriptor;
  const old = patternLike(store.descriptor, record.value, body);
  const now = timeOfChange(store.roles, record.value, resources.settings.clock.now());
  const taken = declaredMembers(
    resources,
    plan,
    body,
    patternLike(store.descriptor, plan.pattern ?? {}, old),
    old,
  );
  const judge = plan.pattern === undefined ? resources.viewOf(store) : plan;
  const changes = new Map<string, Change>();
  const { given = [] } = resources.relations.of(store.name);
  if (mode === "replace") {
    for (const name of given)
      if (Object.hasOwn(old, name))
        changes.set(name, oneOf(neutralOf(old[name], kindsOf(store.descriptor, name))));
  }
  const isKeyFixed = key !== undefined && (keyType !== "given" || !Object.hasOwn(taken, key));
  for (const name of Object.keys(taken)) {
    const before = Object.hasOwn(old, name) ? old[name] : absent;
    const [wanted, ...preferred] = preferredValues(mode, before, taken[name]);
    const kinds = kindsOf(store.descriptor, name);
    // Otherwise, members keep values of a record of the same kind.
    const others = (): unknown[] => [
      ...preferred,
      ...[wanted, ...preferred].flatMap((one) => formsOf(one, exampleLike(kinds, one, before))),
      before,
    ];
    changes.set(name, { wanted, others });
  }
  for (const [name, role] of store.roles) {
    const before = Object.hasOwn(old, name) ? old[name] : absent;
    if (role.role === "updated") changes.set(name, oneOf([timeIn(role.format, now), before]));
    else if (role.role === "created") {
      const isNew = before !== absent && !Object.hasOwn(record.value, name);
      changes.set(name, oneOf([isNew ? timeIn(role.format, now) : before]));
    }
  }
  if (isKeyFixed) changes.set(key, oneOf([old[key]]));
  return withChanges(old, changes, (one) => judge?.refusedIn(one));
}

/** The preferred value of a member, and alternatives. */
interface Change {
  readonly wanted: unknown;
  readonly others: () => readonly unknown[];
}

const oneOf = ([wanted, ...others]: readonly unknown[]): Change => ({
  wanted,
  others: () => others,
});

function withChanges(
  old: JsonObject,
  changes: ReadonlyMap<string, Change>,
  refusedIn: Judge,
): Accepted {
  const value = { ...old };
  for (const [name, { wanted }] of changes) {
    if (wanted === absent || wanted === undefined) delete value[name];
    else setMember(value, name, wanted);
  }
  const refused = refusedIn(value);
  if (refused === undefined) return { value, at: new Map(), isAccepted: true };
  const choices = new Map<string, readonly unknown[]>();
  for (const [name, before] of Object.entries(old)) choices.set(name, [before]);
  for (const [name, { wanted, others }] of changes) choices.set(name, [wanted, ...others()]);
  return firstAccepted(choices, refusedIn, undefined, refused);
}

/**
 * Returns the values that a member may take for a request's value. `null` removes a member that cannot be null.
 */
function preferredValues(mode: ChangeMode, before: unknown, wanted: unknown): readonly unknown[] {
  if (wanted === null) return mode === "merge" ? [absent, null] : [null, absent];
  return [mode === "merge" ? merged(before, wanted) : wanted];
}

/** Applies a JSON Merge Patch (RFC 7396, section 2). */
function merged(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const result: JsonObject = isObject(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name];
    else if (isJson(value))
      setMember(
        result,
        name,
        merged(Object.hasOwn(result, name) ? result[name] : undefined, value),
      );
  }
  return result;
}

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

/** The way a request changes a record: it has some members, differences of them (RFC 7396), or all. */
export type ChangeMode = "update" | "merge" | "replace";

/** The value of a record with changes in it, as the operation may answer it if it is accepted. */
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
    // What a record of the same kind has said stays, as far as the request is silent.
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

/** The value that a member is to have, and others that it may have instead. */
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

/** The values that a member may take by a request's value for it. `null` removes one that may not be null. */
function preferredValues(mode: ChangeMode, before: unknown, wanted: unknown): readonly unknown[] {
  if (wanted === null) return mode === "merge" ? [absent, null] : [null, absent];
  return [mode === "merge" ? merged(before, wanted) : wanted];
}

/** JSON Merge Patch (RFC 7396, section 2). */
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

import { getMember, setMember } from "@openapi-packages/runtime/internals";
import type { JsonObject } from "@openapi-packages/runtime/internals";
import type { StateOperation } from "../description.ts";
import type { OperationPlan } from "./plan.ts";
import { parentOf } from "./places.ts";
import type { Scope } from "./record.ts";
import type { Resources } from "./resources.ts";
import { kindsOf, partOfKind } from "./variants.ts";

type Create = Extract<StateOperation, { kind: "create" }>;

/** Returns the members that a request gives a new record: those of its body, and those derived from it. */
export function givenMembers(
  resources: Resources,
  plan: OperationPlan,
  body: JsonObject,
  places: Scope,
): JsonObject {
  const { state } = plan;
  if (state.kind !== "create") return body;
  const { merges, makes, derives } = state;
  if (merges === undefined && makes === undefined && derives === undefined) return body;
  const above = parentOf(resources, plan, places)?.value ?? {};
  return {
    ...derived(plan, derives, above),
    ...body,
    ...merged(merges, body, above),
    ...made(resources, plan, makes, body),
  };
}

/** Returns members with values of the parent record, if they are valid in the new record. */
function derived(
  { store }: OperationPlan,
  derives: Create["derives"],
  above: JsonObject,
): JsonObject {
  const members: JsonObject = {};
  for (const [member, source] of Object.entries(derives ?? {})) {
    const part = partOfKind(getMember(above, source), kindsOf(store.descriptor, member));
    if (part !== undefined) setMember(members, member, part);
  }
  return members;
}

/** Returns lists with the added items: appended to those of the request, else to those of the parent record. */
function merged(merges: Create["merges"], body: JsonObject, above: JsonObject): JsonObject {
  const members: JsonObject = {};
  for (const { from, into } of merges ?? []) {
    const base = getMember(body, into) ?? getMember(above, into);
    const more = getMember(body, from);
    if (!Array.isArray(base) && !Array.isArray(more)) continue;
    setMember(members, into, [...new Set([base ?? [], more ?? []].flat())]);
  }
  return members;
}

/** Returns keys that the server generates because of a flag. A key in the request takes precedence. */
function made(
  resources: Resources,
  plan: OperationPlan,
  makes: Create["makes"],
  body: JsonObject,
): JsonObject {
  const members: JsonObject = {};
  for (const { flag, member } of makes ?? []) {
    if (getMember(body, flag) !== true || (getMember(body, member) ?? null) !== null) continue;
    const example = getMember(plan.pattern, member);
    setMember(members, member, resources.keys.newLike(`${plan.store.name} ${member}`, example));
  }
  return members;
}

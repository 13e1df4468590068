import { bodyIssue } from "@openapi-packages/runtime/internals";
import { escapePointerToken } from "@openapi-packages/runtime/internals";
import { getMember } from "@openapi-packages/runtime/internals";
import type { Issue } from "@openapi-packages/runtime";
import type { OperationPlan } from "./plan.ts";
import { textOf } from "./record.ts";
import { unresolved } from "./refusals.ts";
import type { Resources } from "./resources.ts";
import type { ResourceStore } from "./store.ts";

/**
 * Checks that the records that a request's body refers to exist.
 *
 * @throws the refusal of the request if one of them is missing.
 */
export function checkReferences(resources: Resources, plan: OperationPlan, body: unknown): void {
  const { references } = plan.state;
  if (references === undefined || body === undefined) return;
  const unknown = references.filter(({ pointer, resource }) => {
    const store = resources.storeOf(resource);
    return store !== undefined && !store.isOpen && !isKnown(store, body, pointer, 0);
  });
  if (unknown.length === 0) return;
  const issues: Issue[] = [];
  for (const { pointer, resource } of unknown) {
    const store = resources.storeOf(resource);
    if (store !== undefined) addIssues(store, body, pointer, "", issues);
  }
  throw unresolved(resources, plan, issues);
}

/** True if all referenced records exist. */
function isKnown(
  store: ResourceStore,
  value: unknown,
  pointer: readonly string[],
  depth: number,
): boolean {
  const token = pointer[depth];
  if (value === undefined || value === null) return true;
  if (token === undefined) return !isName(value) || store.has(textOf(value));
  if (token !== "*")
    return typeof value !== "object" || isKnown(store, getMember(value, token), pointer, depth + 1);
  return !Array.isArray(value) || value.every((item) => isKnown(store, item, pointer, depth + 1));
}

const isName = (value: unknown): boolean => typeof value === "string" || typeof value === "number";

function addIssues(
  store: ResourceStore,
  value: unknown,
  [token, ...rest]: readonly string[],
  path: string,
  issues: Issue[],
): void {
  if (value === undefined || value === null) return;
  if (token === "*") {
    if (!Array.isArray(value)) return;
    for (const [index, item] of value.entries())
      addIssues(store, item, rest, `${path}/${index}`, issues);
  } else if (token !== undefined) {
    if (typeof value !== "object") return;
    const inner = `${path}/${escapePointerToken(token)}`;
    addIssues(store, getMember(value, token), rest, inner, issues);
  } else if (isName(value) && !store.has(textOf(value)))
    issues.push(bodyIssue("reference", `names no ${store.name}`, path));
}

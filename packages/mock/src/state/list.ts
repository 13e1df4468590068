import { escapePointerToken } from "@openapi-packages/runtime/internals";
import { getMember, isObject, RequestFailure } from "@openapi-packages/runtime/internals";
import type { AnyResult } from "@openapi-packages/runtime";
import type { Answer, RequestContext } from "@openapi-packages/runtime/server";
import { filtered } from "./filters.ts";
import { pageOf, type Page } from "./pages.ts";
import type { ListPlan } from "./paging.ts";
import { placesIn } from "./places.ts";
import { withoutValueAt, withValueAt } from "./pointers.ts";
import { textOf } from "./record.ts";
import { unresolved } from "./refusals.ts";
import type { Resources } from "./resources.ts";
import type { MockInput } from "./settings.ts";
import { shownBy } from "./shown.ts";
import { isBelow } from "./store.ts";

/** Answers a page of the records below the path, in the order of their creation. */
export function list(
  resources: Resources,
  plan: ListPlan,
  input: MockInput,
  context: RequestContext,
): Answer<AnyResult> {
  const places = placesIn(resources, plan, input);
  const { parents, state, store, success } = plan;
  if (state.at === undefined) return success;
  const all = store.all();
  const below =
    parents.length === 0 ? all : all.filter((record) => isBelow(record, parents, places, false));
  const matching = filtered(below, state.filters ?? [], input.query);
  const page = askedPage(resources, plan, matching, input.query, context.request.url);
  const items = page.records.map((record) => shownBy(resources, plan, record));
  let body = withValueAt(success.body, plan.placeAt(state.at).tokens, items);
  for (const [pointer, value] of page.metadata) body = withMetadata(plan, body, pointer, value);
  for (const [member, parameter] of Object.entries(state.echoes ?? {})) {
    const pointer = `/${escapePointerToken(member)}`;
    const value = echoed(plan, member, getMember(input.query, parameter));
    // A parameter may accept values that the member of the same name does not allow.
    if (value === undefined || plan.takesAt(pointer, value))
      body = withMetadata(plan, body, pointer, value);
  }
  if (page.link === undefined) return { ...success, body };
  return { ...success, body, headers: { ...success.headers, link: page.link } };
}

/** Returns the requested page. An invalid one is refused as the operation documents. */
function askedPage(resources: Resources, ...asked: Parameters<typeof pageOf>): Page {
  try {
    return pageOf(...asked);
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error;
    throw unresolved(resources, asked[0], error.issues);
  }
}

/** Converts a parameter's value to the type of the member in the example. */
function echoed({ success: { body } }: ListPlan, member: string, value: unknown): unknown {
  const example = isObject(body) ? getMember(body, member) : undefined;
  if (value === undefined || typeof example !== "string") return value;
  return Array.isArray(value) ? value.map(textOf).join(",") : textOf(value);
}

/** Sets a value of the page in a body; `undefined` removes it in the way that the schema allows. */
function withMetadata(plan: ListPlan, body: unknown, pointer: string, value: unknown): unknown {
  const { tokens } = plan.placeAt(pointer);
  if (value !== undefined) return withValueAt(body, tokens, value);
  switch (plan.absenceAt(pointer)) {
    case "remove":
      return withoutValueAt(body, tokens);
    case "null":
      return withValueAt(body, tokens, null);
    case "empty":
      return withValueAt(body, tokens, "");
    case "fixed":
      return body;
  }
}

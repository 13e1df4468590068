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

/** Answers a page of the records below what the path names, in the order of their creation. */
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
    // A parameter may take what the member of the same name may not be.
    if (value === undefined || plan.takesAt(pointer, value))
      body = withMetadata(plan, body, pointer, value);
  }
  if (page.link === undefined) return { ...success, body };
  return { ...success, body, headers: { ...success.headers, link: page.link } };
}

/** The page that a request asks for, refused as the operation documents where it makes no sense. */
function askedPage(resources: Resources, ...asked: Parameters<typeof pageOf>): Page {
  try {
    return pageOf(...asked);
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error;
    throw unresolved(resources, asked[0], error.issues);
  }
}

/** A parameter's value in the type that the example has for it. */
function echoed({ success: { body } }: ListPlan, member: string, value: unknown): unknown {
  const example = isObject(body) ? getMember(body, member) : undefined;
  if (value === undefined || typeof example !== "string") return value;
  return Array.isArray(value) ? value.map(textOf).join(",") : textOf(value);
}

/** A body with a value of the page at its place; `undefined` stands for none, in the way the answer allows. */
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

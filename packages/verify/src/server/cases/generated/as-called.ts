import type { CallInput } from "@openapi-packages/runtime/client";
import { getMember, isObject } from "@openapi-packages/runtime/internals";
import type { VerifiedOperation } from "../../../description/verified-api.ts";
import { withValueAt } from "../../../records/places.ts";
import type { Reference } from "../../../records/references.ts";
import type { Probe } from "../../../run/probe.ts";

/**
 * Adjusts a generated input to an existing service: its path and body refer to existing records, the user's
 * values are used, and no invented cursor is sent.
 */
export function asCalled(
  { options, records }: Probe,
  operation: VerifiedOperation,
  made: CallInput,
  prepared: CallInput,
): CallInput {
  const { id, model } = operation;
  const { parameters = {}, inputs = {} } = options.expectations ?? {};
  const given = inputs[id] ?? {};
  const cursors = Object.values(model.pagination?.request ?? {});
  const isCursor = (name: string): boolean =>
    (model.pagination?.style === "cursor" && cursors.includes(name)) ||
    /cursor|page_?token|after|before/i.test(name);
  const located = (location: "query" | "header" | "cookie"): Record<string, unknown> => {
    const own = Object.entries(made[location] ?? {}).filter(([name]) => !isCursor(name));
    const known = Object.entries(prepared[location] ?? {}).filter(
      ([name]) =>
        Object.hasOwn(parameters, name) ||
        (isObject(given[location]) && getMember(given[location], name) !== undefined),
    );
    return Object.fromEntries([...own, ...known]);
  };
  return {
    ...(prepared.path && { path: prepared.path }),
    ...(made.query && { query: located("query") }),
    ...(made.header && { header: located("header") }),
    ...(made.cookie && { cookie: located("cookie") }),
    ...bodyOf(made, prepared, records.referencesIn(operation, made.body)),
  };
}

function bodyOf(
  made: CallInput,
  prepared: CallInput,
  references: readonly Reference[],
): Pick<CallInput, "body" | "contentType"> {
  let { body } = made;
  if (body === undefined) return {};
  for (const { pointer } of references) {
    const known = firstAt(prepared.body, pointer);
    if (firstAt(body, pointer) !== undefined)
      body = known === undefined ? without(body, pointer) : withValueAt(body, pointer, known);
  }
  return { body, ...(made.contentType !== undefined && { contentType: made.contentType }) };
}

/** Returns the first value at a place. `*` matches items of a list. */
function firstAt(document: unknown, pointer: readonly string[]): unknown {
  const [token, ...rest] = pointer;
  if (token === undefined) return document;
  if (Array.isArray(document)) return firstAt(document[0], rest);
  return isObject(document) ? firstAt(getMember(document, token), rest) : undefined;
}

/** Removes the member at a place from a document. */
function without(document: unknown, pointer: readonly string[]): unknown {
  const name = pointer.at(-1) ?? "";
  const holder = pointer.slice(0, -1);
  const found = firstAt(document, holder);
  if (!isObject(found)) return document;
  const { [name]: _, ...rest } = found;
  return withValueAt(document, holder, rest);
}

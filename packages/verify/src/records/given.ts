import { pointerParts } from "@openapi-packages/description";
import {
  getMember,
  isObject,
  setMember,
  type JsonObject,
} from "@openapi-packages/runtime/internals";
import type { CallInput } from "@openapi-packages/runtime/client";
import type { VerifiedOperation } from "../description/verified-api.ts";
import type { Expectations } from "../expectations/expectations.ts";

const locations = ["path", "query", "header", "cookie"] as const;

/**
 * Returns the user's body, or a body with the user's parts (`bodyParts`): values by JSON pointer.
 *
 * @param body the one of an example; `undefined` if there is none
 */
export function givenBody(given: JsonObject | undefined, body: unknown): unknown {
  const { body: whole = body, bodyParts } = given ?? {};
  if (!isObject(bodyParts)) return whole;
  return Object.entries(bodyParts).reduce<unknown>(
    (changed, [pointer, value]) => withPart(changed, pointerParts(pointer), value),
    whole,
  );
}

/** Sets a value, and makes the objects around it. */
function withPart(document: unknown, pointer: readonly string[], value: unknown): unknown {
  const [token, ...rest] = pointer;
  if (token === undefined) return value;
  if (Array.isArray(document))
    return document.with(Number(token), withPart(document[Number(token)], rest, value));
  const copy: JsonObject = isObject(document) ? { ...document } : {};
  setMember(copy, token, withPart(getMember(copy, token), rest, value));
  return copy;
}

/**
 * Adds the user's values to an input: values of parameters by name, and those in `inputs`.
 *
 * @param decided path parameters of a chosen record, which are not replaced
 */
export function withGiven(
  { parameters = {}, inputs = {} }: Expectations,
  { id, model }: VerifiedOperation,
  input: CallInput,
  decided: JsonObject = {},
): CallInput {
  const given: JsonObject = inputs[id] ?? {};
  const located = locations.map((location) => {
    const named = model.parameters.filter(
      (one) => one.in === location && (one.required || getMember(input[location], one.name)),
    );
    const byName = named.flatMap(({ name }) => {
      const value = location === "path" && name in decided ? undefined : parameters[name];
      return value === undefined ? [] : [[name, value] as const];
    });
    const own = getMember(given, location);
    const values = {
      ...input[location],
      ...Object.fromEntries(byName),
      ...(isObject(own) ? own : {}),
    };
    return [location, values] as const;
  });
  const filled = located.filter(([, values]) => Object.keys(values).length > 0);
  const body = givenBody(given, input.body);
  return {
    ...Object.fromEntries(filled),
    ...(body !== undefined && { body }),
    ...(input.contentType !== undefined && { contentType: input.contentType }),
  };
}

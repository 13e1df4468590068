import { getMember, isObject, type JsonObject } from "@openapi-packages/runtime/internals";
import type { CallInput } from "@openapi-packages/runtime/client";
import type { VerifiedOperation } from "../description/verified-api.ts";
import type { Expectations } from "../expectations/expectations.ts";

const locations = ["path", "query", "header", "cookie"] as const;

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
  const { body = input.body } = given;
  return {
    ...Object.fromEntries(filled),
    ...(body !== undefined && { body }),
    ...(input.contentType !== undefined && { contentType: input.contentType }),
  };
}

import { getMember, isObject, type JsonObject } from "@openapi-packages/runtime/internals";
import type { CallInput } from "@openapi-packages/runtime/client";
import type { VerifiedOperation } from "../description/verified-api.ts";
import type { Expectations } from "../expectations/expectations.ts";

const locations = ["path", "query", "header", "cookie"] as const;

/**
 * An input with what the user gives: values of parameters by name, and what stands in `inputs`.
 *
 * @param decided parameters of the path that name a certain record, for which no value by name is taken
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

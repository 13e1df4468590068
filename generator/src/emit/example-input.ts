import type { Json, JsonObject } from "../load/json.ts";
import type { Operation } from "../model/api-model.ts";

/**
 * An input of an operation from the description's examples: required parameters and the body.
 * `undefined` where something required has no example.
 */
export function exampleInput({ parameters, requestBody }: Operation): JsonObject | undefined {
  const input: JsonObject = {};
  for (const parameter of parameters) {
    if (!parameter.required) continue;
    if (parameter.example === undefined) return undefined;
    const group = (input[parameter.in] ??= {}) as Record<string, Json>;
    group[parameter.name] = parameter.example;
  }
  const body = requestBody?.content[0];
  if (body === undefined) return input;
  if (body.kind === "json" && body.example !== undefined) return { ...input, body: body.example };
  return requestBody?.required === true ? undefined : input;
}

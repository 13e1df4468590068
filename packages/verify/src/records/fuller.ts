import type { CallInput } from "@openapi-packages/runtime/client";
import { isObject, member, type Json, type JsonObject } from "@openapi-packages/description";
import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";
import { applicableSchemas } from "../schema/members.ts";
import { bodyMedia } from "./vary.ts";

/**
 * Adds optional members to the body of an input: those that another example of the description has and, if any value is
 * valid for them, plain texts, numbers, flags and lists of them, but not times, addresses and references.
 */
export function fullerInput(
  api: VerifiedApi,
  operation: VerifiedOperation,
  input: CallInput,
): CallInput {
  const { document } = api.description.model;
  const media = bodyMedia(operation, input);
  const schema = media?.schema?.json;
  const { body } = input;
  if (media?.kind !== "json" || schema === undefined || !isObject(body)) return input;
  let fuller: JsonObject = body;
  const add = (name: string, value: Json | undefined): void => {
    if (Object.hasOwn(fuller, name) || /id(s|entifiers?)?$/i.test(name)) return;
    const candidate = { ...fuller, [name]: value as Json };
    if (value !== undefined && api.description.holds(schema, candidate)) fuller = candidate;
  };
  for (const example of Object.values(media.examples))
    for (const [name, value] of Object.entries(isObject(example) ? example : {}))
      if (value !== null) add(name, value);
  for (const one of applicableSchemas(document, schema)) {
    const properties = member(one, "properties");
    for (const [name, own] of Object.entries(isObject(properties) ? properties : {}))
      add(name, plainValue(document, own));
  }
  return fuller === body ? input : { ...input, body: fuller };
}

/** Returns the simplest value of a schema that is not empty; `undefined` if its values have a meaning. */
function plainValue(document: JsonObject, schema: Json): Json | undefined {
  const schemas = applicableSchemas(document, schema);
  const first = (keyword: string): Json | undefined =>
    schemas.map((one) => member(one, keyword)).find((value) => value !== undefined);
  const means = ["readOnly", "writeOnly", "deprecated", "format", "pattern", "const", "not"];
  if (means.some((keyword) => first(keyword) !== undefined)) return undefined;
  const types = [first("type") ?? []].flat();
  const values = first("enum");
  const example = first("example") ?? [first("examples") ?? []].flat()[0];
  if (example !== undefined && example !== null) return example;
  if (Array.isArray(values)) return (values as readonly Json[]).at(-1);
  const type = types.find((one) => one !== "null");
  if (type === "boolean") return first("default") !== true;
  if (type === "integer" || type === "number") return first("minimum") ?? 1;
  if (type === "string") return "text".padEnd(Number(first("minLength") ?? 0), "s");
  const items = type === "array" ? first("items") : undefined;
  const item = items === undefined ? undefined : plainValue(document, items);
  return item === undefined ? undefined : [item];
}

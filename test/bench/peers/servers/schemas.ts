import { readFileSync } from "node:fs";

interface JsonObject {
  readonly [name: string]: Json;
}
type Json = null | boolean | number | string | readonly Json[] | JsonObject;

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Json;
}

interface Body {
  readonly content: { readonly [mediaType: string]: { readonly schema: Json } };
}

interface Operation {
  readonly parameters: readonly Parameter[];
  readonly requestBody: Body;
  readonly responses: { readonly [status: string]: Body };
}

interface PathItem {
  readonly parameters: readonly Parameter[];
  readonly get: Operation;
  readonly post: Operation;
}

/** The description in one piece, as `writeOwnDescription` has put it beside this program. */
export const document = JSON.parse(
  readFileSync(new URL("openapi.json", import.meta.url), "utf8"),
) as {
  readonly paths: { readonly [path: string]: PathItem };
};

const told = new Set(["description", "example", "examples", "title", "default"]);

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function target(reference: string): Json {
  let found = document as unknown as Json;
  for (const name of reference.slice(2).split("/")) found = (found as JsonObject)[name] ?? null;
  return found;
}

/** A schema with what it refers to in place, and without keywords that Ajv refuses in strict mode. */
export function inlined(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(inlined);
  if (!isObject(schema)) return schema;
  if (typeof schema["$ref"] === "string") return inlined(target(schema["$ref"]));
  const entries = Object.entries(schema).filter(
    ([name]) => !told.has(name) && !name.startsWith("x-"),
  );
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      name === "properties" && isObject(value)
        ? Object.fromEntries(Object.entries(value).map(([key, own]) => [key, inlined(own)]))
        : inlined(value),
    ]),
  );
}

/** One object schema for the parameters of one place. */
export function parameters(operation: Operation, place: string): Json {
  const own = operation.parameters
    .map((one) => (one.$ref === undefined ? one : (target(one.$ref) as unknown as Parameter)))
    .filter((one) => one.in === place);
  return {
    type: "object",
    properties: Object.fromEntries(own.map((one) => [one.name, inlined(one.schema)])),
    required: own.filter((one) => one.required).map((one) => one.name),
  };
}

/** The schema of a JSON body. */
export const bodyOf = (one: Body | undefined): Json =>
  inlined(one?.content["application/json"]?.schema ?? true);

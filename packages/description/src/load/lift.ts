import { isObject, objectMember, type Json, type JsonObject } from "../json/json.ts";
import type { Cursor, Visitor } from "./openapi/openapi-objects.ts";

/**
 * Creates a visitor that lifts an OpenAPI document to 3.1, in place. It rewrites the schema dialect of 3.0
 * (its section 4.7.24) in JSON Schema 2020-12, which OpenAPI 3.1 uses (section 4.8.24). Keywords of 3.0 in a
 * 3.1 document, such as `nullable` and a boolean `exclusiveMinimum`, mean what they meant in 3.0.
 *
 * @param version the OpenAPI version of the document
 * @param ignored is told of each keyword beside a reference that has no meaning there
 */
export function liftingTo31(
  version: string,
  ignored: (schema: Cursor, keyword: string) => void,
): Visitor {
  const isOld = version.startsWith("3.0");
  return (cursor) => {
    const { node, name } = cursor;
    if (!isObject(node)) return;
    if (name === "OpenApi" && isOld) node["openapi"] = "3.1.1";
    if (name !== "Schema") return;
    if (!isOld) liftKeywords(node);
    else if (typeof node["$ref"] === "string") liftReference(node, (key) => ignored(cursor, key));
    else liftSchema(node);
  };
}

/**
 * The keywords beside a reference that 3.0 ignores by its text, and that authors mean all the same: they say something
 * of the place, where 3.1 applies them. Others would change what values there may be, and stay ignored.
 */
const meantBesideReference: ReadonlySet<string> = new Set([
  "$ref",
  "title",
  "description",
  "deprecated",
  "readOnly",
  "writeOnly",
  "nullable",
  "default",
  "example",
]);

function liftReference(schema: JsonObject, ignored: (keyword: string) => void): void {
  for (const name of Object.keys(schema)) {
    if (meantBesideReference.has(name)) continue;
    delete schema[name];
    if (!name.startsWith("x-")) ignored(name);
  }
  if (schema["nullable"] === true) {
    schema["anyOf"] = [{ $ref: schema["$ref"] as string }, { type: "null" }];
    delete schema["$ref"];
  }
  delete schema["nullable"];
  liftExample(schema);
}

function liftSchema(schema: JsonObject): void {
  liftKeywords(schema);
  liftExample(schema);
}

function liftExample(schema: JsonObject): void {
  if (schema["example"] !== undefined) {
    schema["examples"] ??= [schema["example"]];
    delete schema["example"];
  }
}

function liftKeywords(schema: JsonObject): void {
  liftItems(schema);
  liftDependencies(schema);
  liftNullable(schema);
  liftExclusive(schema, "exclusiveMinimum", "minimum");
  liftExclusive(schema, "exclusiveMaximum", "maximum");
}

/**
 * Renames a list of `items` to `prefixItems`, and `additionalItems` to `items`, as they are called since
 * 2020-12.
 */
function liftItems(schema: JsonObject): void {
  const { items, additionalItems } = schema;
  if (!Array.isArray(items)) return;
  delete schema["items"];
  delete schema["additionalItems"];
  schema["prefixItems"] ??= items;
  if (additionalItems !== undefined) schema["items"] = additionalItems;
}

/**
 * Splits `dependencies` into `dependentRequired` and `dependentSchemas`, as they are called since 2019-09.
 * All three may be present.
 */
function liftDependencies(schema: JsonObject): void {
  const { dependencies } = schema;
  if (!isObject(dependencies)) return;
  delete schema["dependencies"];
  const required = new Map(Object.entries(objectMember(schema, "dependentRequired") ?? {}));
  const schemas = new Map(Object.entries(objectMember(schema, "dependentSchemas") ?? {}));
  for (const [name, dependency] of Object.entries(dependencies)) {
    if (Array.isArray(dependency)) {
      const others = [required.get(name) ?? []].flat();
      required.set(name, [...new Set([...others, ...(dependency as readonly Json[])])]);
    } else if (isObject(dependency) || typeof dependency === "boolean") {
      const other = schemas.get(name);
      schemas.set(name, other === undefined ? dependency : { allOf: [other, dependency] });
    }
  }
  if (required.size > 0) schema["dependentRequired"] = Object.fromEntries(required);
  if (schemas.size > 0) schema["dependentSchemas"] = Object.fromEntries(schemas);
}

function liftNullable(schema: JsonObject): void {
  const { nullable, type } = schema;
  if (nullable === undefined) return;
  delete schema["nullable"];
  if (nullable !== true) return;
  // OpenAPI 3.0.3: `nullable` adds null to the allowed types only if `type` is beside it.
  if (typeof type === "string") schema["type"] = [type, "null"];
  else if (type === undefined) liftTypelessNullable(schema);
  const values = schema["enum"];
  if (Array.isArray(values) && !values.includes(null))
    schema["enum"] = [...(values as readonly Json[]), null];
}

/**
 * Adds null as another alternative to a nullable composition without `type`, which is what its author means.
 */
function liftTypelessNullable(schema: JsonObject): void {
  for (const keyword of ["oneOf", "anyOf"]) {
    const branches = schema[keyword];
    if (Array.isArray(branches)) {
      schema[keyword] = [...(branches as readonly Json[]), { type: "null" }];
      return;
    }
  }
  const branches = schema["allOf"];
  if (!Array.isArray(branches)) return;
  delete schema["allOf"];
  const only =
    (branches as readonly Json[]).length === 1
      ? (branches[0] as Json)
      : { allOf: branches as Json };
  schema["anyOf"] = [only, { type: "null" }];
}

/** Replaces a boolean beside the bound, as in draft 4, by the bound itself, as in 2020-12. */
function liftExclusive(schema: JsonObject, exclusive: string, bound: string): void {
  const value = schema[exclusive];
  if (typeof value !== "boolean") return;
  delete schema[exclusive];
  if (value && schema[bound] !== undefined) {
    schema[exclusive] = schema[bound];
    delete schema[bound];
  }
}

import { isObject, member, objectMember, type Json, type JsonObject } from "../../json.ts";
import { schemaTypeName } from "../../names.ts";
import { mapMembers, mapSubschemas } from "../../subschemas.ts";
import { directedSchemas } from "../variants/directions.ts";
import { setAt } from "../variants/set-at.ts";

/** The key of a mark that no author can write, and that nothing prints. */
const convertedTo: unique symbol = Symbol("converted to");

/** A schema that may have the mark. */
interface Marked {
  readonly [convertedTo]?: string;
}

/**
 * A document in which the schemas of texts whose `format` is `date-time` are marked: their values are instances
 * of `Date` for the users of types. What has an `enum` or a `const` stays a text, as does what lacks `type`.
 * The document is left as it is.
 */
export function markDates(document: JsonObject): JsonObject {
  const components = objectMember(document, "components");
  const schemas = objectMember(components, "schemas") ?? {};
  const isTaken = Object.keys(schemas).some((name) => schemaTypeName(name) === "Date");
  const mark = (schema: Json): Json => marked(schema, isTaken ? "globalThis.Date" : "Date");
  const result = { ...document };
  const copied = new Set<object>([result]);
  for (const { schema, path } of directedSchemas(document)) {
    const own = mark(schema);
    if (own !== schema) setAt(result, path, own, copied);
  }
  const named = mapMembers(schemas, mark);
  if (named !== schemas) setAt(result, ["components", "schemas"], named, copied);
  return result;
}

function marked(schema: Json, to: string): Json {
  if (!isObject(schema)) return schema;
  const mapped = mapSubschemas(schema, (one) => marked(one, to));
  return isDateTime(mapped) ? ({ ...mapped, [convertedTo]: to } as JsonObject) : mapped;
}

function isDateTime(schema: JsonObject): boolean {
  if (member(schema, "format") !== "date-time") return false;
  return [member(schema, "type")].flat().includes("string");
}

/** The type that the texts of a schema are converted to. */
export const conversionOf = (schema: JsonObject): string | undefined =>
  (schema as Marked)[convertedTo];

/** True of the type of values that are converted. */
export const isConverted = (type: Json | undefined): boolean =>
  member(type, "type") === "converted";

import type { Json } from "../../json/json.ts";
import { SchemaLookup } from "../types/schema-lookup.ts";
import { buildSchema } from "./build-schema.ts";
import { SchemaPath, type SchemaContext } from "./schema-context.ts";
import { unknown, type Schema } from "./schema.ts";

/** A context for inline schemas, which need nothing from the rest of the document. */
const context: SchemaContext = {
  lookup: new SchemaLookup({}),
  isOpen: () => false,
  isTagOf: () => false,
  alternatives: () => 1,
  dateAt: () => undefined,
  bigIntAt: () => undefined,
  widen: () => undefined,
};

/**
 * Builds a schema that is not a component, such as that of a body or a parameter; `unknown` if
 * there is none.
 */
export function inlineSchema(json: Json | undefined): Schema {
  return json === undefined ? unknown : buildSchema(context, json, new SchemaPath([]));
}

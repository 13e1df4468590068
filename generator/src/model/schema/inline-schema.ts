import type { Json } from "../../json.ts";
import { SchemaLookup } from "../types/schema-lookup.ts";
import { buildSchema } from "./build-schema.ts";
import { SchemaPath, type SchemaContext } from "./schema-context.ts";
import { unknown, type Schema } from "./schema.ts";

/** A schema that is written out in its place asks nothing of the rest of the document. */
const context: SchemaContext = {
  lookup: new SchemaLookup({}),
  isOpen: () => false,
  isTagOf: () => false,
  alternatives: () => 1,
  dateAt: () => undefined,
  widen: () => undefined,
};

/** The meaning of a schema that is no component: of a body, or of a parameter; any value where there is none. */
export function inlineSchema(json: Json | undefined): Schema {
  return json === undefined ? unknown : buildSchema(context, json, new SchemaPath([]));
}

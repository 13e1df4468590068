import type { Json } from "../../json.ts";
import { SchemaLookup } from "./schema-lookup.ts";
import { TypePlace, type TypeContext } from "./type-context.ts";
import { typeShape } from "./type-schema.ts";

/** A type that is written out where it stands asks nothing of the rest of the document. */
const context: TypeContext = {
  lookup: new SchemaLookup({}),
  isOpen: () => false,
  isTagOf: () => false,
  alternatives: () => 1,
  widen: () => undefined,
};

/** The type of a schema without a name, in the forms of `typeSchema`. */
export function inlineType(schema: Json): Json {
  return typeShape(context, schema, new TypePlace([]));
}

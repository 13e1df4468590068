import { isObject, toPointer, type JsonObject } from "../../load/json.ts";
import type { ModelContext } from "../model-context.ts";
import type { TypedDocument } from "./type-document.ts";

/** Warns of what a schema says and its type does not. */
export function reportTypes(
  { diagnostics, locate }: ModelContext,
  types: TypedDocument,
  schemas: JsonObject,
): void {
  for (const { pointer, keyword, reason } of types.widened) {
    diagnostics.push({
      severity: "warning",
      code: "keyword-widened",
      message: `the type says less than ${keyword}: ${reason}`,
      location: locate(pointer),
      hint: "validators hold values against it all the same",
    });
  }
  for (const name of types.circular) {
    const schema = schemas[name];
    // References that lead nowhere else are reported where references are read.
    if (isObject(schema) && Object.keys(schema).length === 1 && "$ref" in schema) continue;
    diagnostics.push({
      severity: "warning",
      code: "schema-circular",
      message: `schema ${name} is made of itself, which says nothing and is left out`,
      location: locate(toPointer(["components", "schemas", name])),
      hint: "refer to it from a member or an item instead",
    });
  }
}

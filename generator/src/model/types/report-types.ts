import { isObject, toPointer, type JsonObject } from "../../json.ts";
import type { ModelContext } from "../model-context.ts";
import type { TypedDocument } from "./type-document.ts";

/** Warns of what a schema says and its type does not. */
export function reportTypes(
  { diagnostics, locate }: ModelContext,
  types: Pick<TypedDocument, "circular" | "slow" | "widened">,
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
  // Each level above a slow schema is slower still: the first to be so tells where it begins.
  for (const name of types.slow.slice(-1)) {
    const more = types.slow.length - 1;
    diagnostics.push({
      severity: "warning",
      code: "schema-slow",
      message: `the alternatives in schema ${name}${more === 0 ? "" : ` and ${more} others`} multiply, so that checking a value takes very long`,
      location: locate(toPointer(["components", "schemas", name])),
      hint: "let alternatives be told apart by a discriminator, at one level",
    });
  }
}

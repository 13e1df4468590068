import { isObject, toPointer, type JsonObject } from "../../json/json.ts";
import type { ModelContext } from "../model-context.ts";
import type { Widened } from "../schema/schema-builder.ts";
import type { TypedSchemas } from "./type-schemas.ts";

/** Warns of keywords that types cannot express, of circular schemas and of slow ones. */
export function reportTypes(
  { diagnostics, locate }: ModelContext,
  types: Pick<TypedSchemas, "circular" | "overlapping">,
  widened: readonly Widened[],
  schemas: JsonObject,
): void {
  for (const { pointer, keyword, reason } of widened) {
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
    // A reference that only leads back to itself is reported where references are resolved.
    if (isObject(schema) && Object.keys(schema).length === 1 && "$ref" in schema) continue;
    diagnostics.push({
      severity: "warning",
      code: "schema-circular",
      message: `schema ${name} is made of itself, which says nothing and is left out`,
      location: locate(toPointer(["components", "schemas", name])),
      hint: "refer to it from a member or an item instead",
    });
  }
  for (const name of types.overlapping.slice(0, 1)) {
    const more = types.overlapping.length - 1;
    diagnostics.push({
      severity: "warning",
      code: "schema-slow",
      message: `schema ${name}${more === 0 ? "" : `, like ${more} ${more === 1 ? "other" : "others"},`} tries one value in several ways, which may multiply from level to level: validators remember what they have checked, which takes time and memory`,
      location: locate(toPointer(["components", "schemas", name])),
      hint: "let its alternatives be told apart by a required member with const or enum, or by a discriminator",
    });
  }
}

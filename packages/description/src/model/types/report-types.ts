import { isObject, toPointer } from "../../json/json.ts";
import type { ModelContext } from "../model-context.ts";
import type { Widened } from "../schema/schema-builder.ts";
import type { TypedSchemas } from "./type-schemas.ts";

/** Warns of keywords that types cannot express, of circular schemas and of slow ones. */
export function reportTypes(
  { diagnostics, locate, written }: ModelContext,
  types: Pick<TypedSchemas, "circular" | "overlapping">,
  widened: readonly Widened[],
): void {
  for (const { pointer, keyword, reason } of widened) {
    diagnostics.push({
      severity: "warning",
      code: "keyword-widened",
      message: `the type does not express ${keyword}: ${reason}`,
      location: locate(pointer),
      hint: "validators still check it",
    });
  }
  for (const name of types.circular) {
    const schema = written[name];
    // A reference that only leads back to itself is reported where references are resolved.
    if (isObject(schema) && Object.keys(schema).length === 1 && "$ref" in schema) continue;
    diagnostics.push({
      severity: "warning",
      code: "schema-circular",
      message: `schema ${name} contains itself without an end, and that part is left out`,
      location: locate(toPointer(["components", "schemas", name])),
      hint: "refer to it from a member or an item instead",
    });
  }
  for (const name of types.overlapping.slice(0, 1)) {
    const more = types.overlapping.length - 1;
    diagnostics.push({
      severity: "warning",
      code: "schema-slow",
      message: `schema ${name}${more === 0 ? "" : `, like ${more} ${more === 1 ? "other" : "others"},`} may try many combinations of alternatives for one value: validators remember results, which takes time and memory`,
      location: locate(toPointer(["components", "schemas", name])),
      hint: "distinguish its alternatives by a required member with const or enum, or by a discriminator",
    });
  }
}

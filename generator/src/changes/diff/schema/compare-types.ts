import type { FlatSchema } from "./flat-schema.ts";
import { differenceOf, type FlatPair, type SchemaDifference } from "./schema-difference.ts";

const allTypes: ReadonlySet<string> = new Set(["string", "number", "boolean", "object", "array"]);

/** Compares the types of two schemas, without `null`. */
export function compareTypes(pair: FlatPair): SchemaDifference | undefined {
  const [before, after] = [typesOf(pair.base), typesOf(pair.head)];
  const added = without(after, before);
  const removed = without(before, after);
  const difference = (code: SchemaDifference["code"]): SchemaDifference =>
    differenceOf(pair)(code, `is ${typeText(after)} instead of ${typeText(before)}`);
  if (added.length === 0 && removed.length === 0) return undefined;
  if (removed.length === 0)
    return difference(
      added.join() === "number" && before.has("integer") ? "integer-became-number" : "type-widened",
    );
  if (added.length === 0)
    return difference(
      removed.join() === "number" && after.has("integer")
        ? "number-became-integer"
        : "type-narrowed",
    );
  return difference("type-changed");
}

/** The types that a schema allows. A schema with properties and no `type` counts as an object. */
function typesOf({ types, properties }: FlatSchema): ReadonlySet<string> {
  return types ?? (properties.size > 0 ? new Set(["object"]) : allTypes);
}

function without(types: ReadonlySet<string>, others: ReadonlySet<string>): string[] {
  const isIn = (type: string): boolean =>
    others.has(type) || (type === "integer" && others.has("number"));
  return [...types].filter((type) => !isIn(type));
}

function typeText(types: ReadonlySet<string>): string {
  if (types === allTypes) return "of any type";
  return types.size === 0 ? "nothing" : [...types].join(" or ");
}

import { withoutAnnotations } from "@openapi-packages/description/json/annotation-keywords";
import { canonicalText, isObject, type Json } from "@openapi-packages/description/json/json";
import { mapSubschemas } from "@openapi-packages/description/json/subschemas";
import type { Target } from "@openapi-packages/description/model/applied/applied-schemas";
import type { FlatSchema } from "./flat-schema.ts";
import { differenceOf, type FlatPair, type SchemaDifference } from "./schema-difference.ts";

/** Keywords that are compared only by whether they are equal. */
const conditionKeywords = [
  "not",
  "if",
  "then",
  "else",
  "contains",
  "minContains",
  "maxContains",
  "propertyNames",
  "dependentRequired",
  "dependentSchemas",
  "patternProperties",
  "contentEncoding",
  "contentMediaType",
  "contentSchema",
];

/** Compares the keywords that restrict values in a way that no other comparison reads. */
export function compareConditions(
  pair: FlatPair,
  targets: { readonly base: Target; readonly head: Target },
): SchemaDifference[] {
  const textOf = (side: "base" | "head", keyword: string): string =>
    conditionText(pair[side], keyword, targets[side]);
  return conditionKeywords
    .filter((keyword) => textOf("base", keyword) !== textOf("head", keyword))
    .map((keyword) => differenceOf(pair)("condition-changed", `has another ${keyword}`));
}

/** A text that is equal for equal values of a keyword, after their references are resolved. */
function conditionText({ schemas }: FlatSchema, keyword: string, target: Target): string {
  return schemas
    .flatMap(({ json: { [keyword]: value } }) =>
      value === undefined ? [] : canonicalText(resolved(target, { [keyword]: value }, new Set())),
    )
    .toSorted()
    .join();
}

/** Removes annotations and replaces references with what they refer to, but for those that lead back. */
function resolved(target: Target, schema: Json, above: ReadonlySet<string>): Json {
  if (!isObject(schema)) return schema;
  const below = mapSubschemas(schema, (one) => resolved(target, one, above));
  const { $ref: reference, ...own } = withoutAnnotations(below) as typeof schema;
  if (typeof reference !== "string") return own;
  if (above.has(reference)) return { ...own, $ref: reference };
  const referred = resolved(target, target(reference) ?? null, new Set([...above, reference]));
  return Object.keys(own).length === 0 ? referred : { ...own, allOf: [referred] };
}

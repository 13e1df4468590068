import { member, type JsonObject } from "../../json/json.ts";
import { isBigInt } from "./schema.ts";
import type { ArraySchema, Constraints, NumberSchema, Schema, StringSchema } from "./schema.ts";

const lower = ["minimum", "exclusiveMinimum"] as const;
const upper = ["maximum", "exclusiveMaximum"] as const;
const numberKeywords = [...lower, ...upper, "multipleOf"] as const;
const stringKeywords = ["minLength", "maxLength"] as const;
const arrayKeywords = ["minItems", "maxItems"] as const;

/** Returns the constraints of a schema on values of a type; an empty object if there are none. */
export function constraintsOf(
  json: JsonObject,
  type: "number" | "string" | "array",
): { readonly constraints?: Constraints } {
  const constraints: Constraints = { ...readers[type](json) };
  return Object.keys(constraints).length === 0 ? {} : { constraints };
}

const readers = {
  number: (json: JsonObject): Constraints => ({
    ...(isInteger(json) ? { isInteger: true } : {}),
    ...numbers(json, numberKeywords),
    ...formatOf(json),
  }),
  string: (json: JsonObject): Constraints => ({
    ...numbers(json, stringKeywords),
    ...(typeof json["pattern"] === "string" ? { patterns: [json["pattern"]] } : {}),
    ...formatOf(json),
  }),
  array: (json: JsonObject): Constraints => ({
    ...numbers(json, arrayKeywords),
    ...(json["uniqueItems"] === true ? { uniqueItems: true } : {}),
  }),
};

function formatOf({ format }: JsonObject): Constraints {
  return typeof format === "string" ? { format } : {};
}

function isInteger(json: JsonObject): boolean {
  const types = [member(json, "type")].flat();
  return types.includes("integer") && !types.includes("number");
}

function numbers<Keyword extends keyof Constraints>(
  json: JsonObject,
  keywords: readonly Keyword[],
): Partial<Record<Keyword, number>> {
  const found = keywords.flatMap((keyword) => {
    const value = member(json, keyword);
    return typeof value === "number" ? [[keyword, value] as const] : [];
  });
  return Object.fromEntries(found) as Partial<Record<Keyword, number>>;
}

/** A schema that may have constraints. */
type Constrained = NumberSchema | StringSchema | ArraySchema;

/**
 * Returns the schema of the values that conform to both schemas; `undefined` if their types differ.
 */
export function withBothConstraints(first: Schema, second: Schema): Schema | undefined {
  if (first.kind !== second.kind || !isConstrained(first) || !isConstrained(second))
    return undefined;
  if (first.kind === "array" && second.kind === "array" && first.items !== second.items)
    return undefined;
  if (isBigInt(first) && !isBigInt(second)) return withBothConstraints(second, first);
  if (first.constraints === undefined) return second;
  if (second.constraints === undefined) return first;
  return { ...second, constraints: merged(first.constraints, second.constraints) };
}

const isConstrained = (schema: Schema): schema is Constrained =>
  schema.kind === "number" || schema.kind === "string" || schema.kind === "array";

/**
 * Takes the tighter one of each bound. For `multipleOf` it takes the second, which is looser than
 * both together.
 */
function merged(first: Constraints, second: Constraints): Constraints {
  const tighter = (
    keywords: readonly (keyof Constraints)[],
    choose: (...values: number[]) => number,
  ): Constraints =>
    Object.fromEntries(
      keywords.flatMap((keyword) => {
        const values = [first[keyword], second[keyword]].filter((one) => typeof one === "number");
        return values.length === 0 ? [] : [[keyword, choose(...values)]];
      }),
    );
  const patterns = [...new Set([...(first.patterns ?? []), ...(second.patterns ?? [])])];
  return {
    ...first,
    ...second,
    ...tighter([...lower, "minLength", "minItems"], Math.max),
    ...tighter([...upper, "maxLength", "maxItems"], Math.min),
    ...(patterns.length === 0 ? {} : { patterns }),
  };
}

import { arrayMember, literal, member, type Json, type JsonObject } from "openapi-packages/emitter";
import { checkFunction, type SchemaContext } from "./schema-context.ts";
import { anything, optional, type ZodCode } from "./zod-code.ts";

/** Generates the code of a nested schema. */
export type CodeOf = (context: SchemaContext, schema: Json) => ZodCode;

/** Generates a list or a tuple (JSON Schema 2020-12 core, section 10.3.1; validation, section 6.4). */
export function listCode(context: SchemaContext, schema: JsonObject, codeOf: CodeOf): ZodCode {
  const first = arrayMember(schema, "prefixItems");
  const items = member(schema, "items") ?? true;
  if (first.length > 0) return tupleCode(context, schema, codeOf);
  const { code, type } = codeOf(context, items);
  const limits = ["minItems", "maxItems"].flatMap((keyword) => {
    const limit = member(schema, keyword);
    return typeof limit === "number" ? [`.${keyword.slice(0, 3)}(${literal(limit)})`] : [];
  });
  return { code: `z.array(${code})${limits.join("")}`, type: `z.ZodArray<${type}>` };
}

function tupleCode(context: SchemaContext, schema: JsonObject, codeOf: CodeOf): ZodCode {
  const least = numberOf(schema, "minItems", 0);
  const first = arrayMember(schema, "prefixItems").map((item, index) => {
    const code = codeOf(context, item);
    return index < least ? code : optional(code);
  });
  const items = member(schema, "items") ?? true;
  const rest = items === false ? undefined : codeOf(context, items);
  const codes = first.map(({ code }) => code).join(", ");
  const types = first.map(({ type }) => type).join(", ");
  return {
    code: `z.tuple([${codes}]${rest === undefined ? "" : `, ${rest.code}`})`,
    type: `z.ZodTuple<[${types}], ${rest?.type ?? "null"}>`,
  };
}

function numberOf(schema: JsonObject, keyword: string, otherwise: number): number {
  const value = member(schema, keyword);
  return typeof value === "number" ? value : otherwise;
}

/** Returns checks of lists that Zod does not provide, as expressions of `value`. */
export function listChecks(context: SchemaContext, schema: JsonObject, codeOf: CodeOf): string[] {
  const contains = (code: string, least: number, most: number): string =>
    `${checkFunction(context, "contains")}(${code}, value, ${least}, ${most})`;
  const contained = member(schema, "contains");
  const first = arrayMember(schema, "prefixItems").length;
  const [least, most] = [
    numberOf(schema, "minItems", 0),
    numberOf(schema, "maxItems", Number.POSITIVE_INFINITY),
  ];
  // The code of a tuple already requires its first items.
  const isLimited = first > 0 && (least > first || most !== Number.POSITIVE_INFINITY);
  const [fewest, mostContained] = [
    numberOf(schema, "minContains", 1),
    numberOf(schema, "maxContains", Number.POSITIVE_INFINITY),
  ];
  return [
    ...(isLimited ? [contains(anything.code, least, most)] : []),
    ...(member(schema, "uniqueItems") === true
      ? [`${checkFunction(context, "isUnique")}(value)`]
      : []),
    ...(contained === undefined
      ? []
      : [contains(codeOf(context, contained).code, fewest, mostContained)]),
  ];
}

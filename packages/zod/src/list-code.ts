import { arrayMember, member, type Json, type JsonObject } from "openapi-packages/emitter";
import { call, limitsOf } from "./scalars.ts";
import { checkFunction, type SchemaContext } from "./schema-context.ts";
import { anything, optional, type ZodCode } from "./zod-code.ts";

/** Generates the code of a nested schema. */
export type CodeOf = (context: SchemaContext, schema: Json) => ZodCode;

/** Generates a list or a tuple (JSON Schema 2020-12 core, section 10.3.1; validation, section 6.4). */
export function listCode(context: SchemaContext, schema: JsonObject, codeOf: CodeOf): ZodCode {
  const prefix = arrayMember(schema, "prefixItems");
  const items = member(schema, "items") ?? true;
  if (prefix.length === 0) {
    const { code, type } = codeOf(context, items);
    const limits = [...call("min", schema, "minItems"), ...call("max", schema, "maxItems")];
    return { code: `z.array(${code})${limits.join("")}`, type: `z.ZodArray<${type}>` };
  }
  const [least] = limitsOf(schema, "minItems", "maxItems");
  const first = prefix.map((item, index) => {
    const code = codeOf(context, item);
    return index < least ? code : optional(code);
  });
  const rest = items === false ? undefined : codeOf(context, items);
  const codes = first.map(({ code }) => code).join(", ");
  const types = first.map(({ type }) => type).join(", ");
  return {
    code: `z.tuple([${codes}]${rest === undefined ? "" : `, ${rest.code}`})`,
    type: `z.ZodTuple<[${types}], ${rest?.type ?? "null"}>`,
  };
}

/** Returns checks of lists that Zod does not provide, as expressions of `value`. */
export function listChecks(context: SchemaContext, schema: JsonObject, codeOf: CodeOf): string[] {
  const contains = (code: string, limits: readonly number[]): string =>
    `${checkFunction(context, "contains")}(${[code, "value", ...limits].join(", ")})`;
  const contained = member(schema, "contains");
  const first = arrayMember(schema, "prefixItems").length;
  const limits = limitsOf(schema, "minItems", "maxItems");
  // The code of a tuple already requires its first items.
  const isLimited = first > 0 && (limits[0] > first || limits[1] !== Number.POSITIVE_INFINITY);
  return [
    ...(isLimited ? [contains(anything.code, limits)] : []),
    ...(member(schema, "uniqueItems") === true
      ? [`${checkFunction(context, "isUnique")}(value)`]
      : []),
    ...(contained === undefined
      ? []
      : [
          contains(
            codeOf(context, contained).code,
            limitsOf(schema, "minContains", "maxContains", 1),
          ),
        ]),
  ];
}

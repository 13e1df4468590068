import { literal } from "openapi-packages/emitter";

/** An expression of Zod and its type, both as text. */
export interface ZodCode {
  readonly code: string;
  /** The type of the expression, for an explicit annotation. */
  readonly type: string;
}

/** Accepts every value. */
export const anything: ZodCode = { code: "z.unknown()", type: "z.ZodUnknown" };

/** Accepts no value. */
export const nothing: ZodCode = { code: "z.never()", type: "z.ZodNever" };

/** Accepts null. */
export const isNull: ZodCode = { code: "z.null()", type: "z.ZodNull" };

/** Accepts the values of several schemas. */
export function union(choices: readonly ZodCode[], isExclusive = false): ZodCode {
  if (choices.length === 0) return nothing;
  const distinct = isExclusive ? choices : uniqueByCode(choices);
  if (!isExclusive && distinct.some(({ code }) => code === anything.code)) return anything;
  const [only] = distinct;
  if (only !== undefined && distinct.length === 1) return only;
  const others = distinct.filter(({ code }) => code !== isNull.code);
  // Null must not count as two alternatives.
  if (!isExclusive && others.length < distinct.length) return nullable(union(others));
  const [name, type] = isExclusive ? ["xor", "ZodXor"] : ["union", "ZodUnion"];
  return {
    code: `z.${name}([${distinct.map(({ code }) => code).join(", ")}])`,
    type: `z.${type}<readonly [${distinct.map((one) => one.type).join(", ")}]>`,
  };
}

/** Accepts the values of several objects, which the listed values of one member distinguish. */
export function taggedUnion(tag: string, choices: readonly ZodCode[]): ZodCode {
  const property = literal(tag);
  return {
    code: `z.discriminatedUnion(${property}, [${choices.map(({ code }) => code).join(", ")}])`,
    type: `z.ZodDiscriminatedUnion<[${choices.map(({ type }) => type).join(", ")}], ${property}>`,
  };
}

function uniqueByCode(choices: readonly ZodCode[]): ZodCode[] {
  return [...new Map(choices.map((one) => [one.code, one])).values()];
}

/** Accepts the values of a schema, and null. */
export function nullable({ code, type }: ZodCode): ZodCode {
  if (code === nothing.code) return isNull;
  return { code: `${code}.nullable()`, type: `z.ZodNullable<${type}>` };
}

/** Accepts the values of a schema, and `undefined`. */
export function optional({ code, type }: ZodCode): ZodCode {
  return { code: `${code}.optional()`, type: `z.ZodOptional<${type}>` };
}

/** Accepts the values that all of several schemas accept. */
export function intersection(parts: readonly ZodCode[]): ZodCode {
  const asserting = uniqueByCode(parts.filter(({ code }) => code !== anything.code));
  const [first = anything, ...rest] = asserting;
  return rest.reduce(
    (all, one) => ({
      code: `z.intersection(${all.code}, ${one.code})`,
      type: `z.ZodIntersection<${all.type}, ${one.type}>`,
    }),
    first,
  );
}

/**
 * Accepts the values of a schema that pass all checks before parsing: Zod's own refinements only see the parsed
 * value, without unknown members.
 *
 * @param checks expressions of `value`
 */
export function checked(checks: readonly string[], schema: ZodCode): ZodCode {
  if (checks.length === 0) return schema;
  const custom = `z.custom<unknown>((value) => ${checks.join(" && ")})`;
  if (schema.code === anything.code) return { code: custom, type: "z.ZodCustom<unknown, unknown>" };
  return {
    code: `${custom}.pipe(${schema.code})`,
    type: `z.ZodPipe<z.ZodCustom<unknown, unknown>, ${schema.type}>`,
  };
}

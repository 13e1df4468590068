/** An expression of Zod and its type, both as text. */
export interface ZodCode {
  readonly code: string;
  /** The type of the expression, so that a constant can have it written down. */
  readonly type: string;
}

/** Takes every value. */
export const anything: ZodCode = { code: "z.unknown()", type: "z.ZodUnknown" };

/** Takes no value. */
export const nothing: ZodCode = { code: "z.never()", type: "z.ZodNever" };

/** Takes null. */
const isNull = { code: "z.null()", type: "z.ZodNull" };

/** What one of several schemas takes. */
export function union(choices: readonly ZodCode[], isExclusive = false): ZodCode {
  if (choices.length === 0) return nothing;
  const distinct = isExclusive ? choices : uniqueByCode(choices);
  if (!isExclusive && distinct.some(({ code }) => code === anything.code)) return anything;
  const [only] = distinct;
  if (only !== undefined && distinct.length === 1) return only;
  const others = distinct.filter(({ code }) => code !== isNull.code);
  // Null beside what takes null itself would be two choices.
  if (!isExclusive && others.length < distinct.length) return nullable(union(others));
  const [name, type] = isExclusive ? ["xor", "ZodXor"] : ["union", "ZodUnion"];
  return {
    code: `z.${name}([${distinct.map(({ code }) => code).join(", ")}])`,
    type: `z.${type}<readonly [${distinct.map((one) => one.type).join(", ")}]>`,
  };
}

function uniqueByCode(choices: readonly ZodCode[]): ZodCode[] {
  return [...new Map(choices.map((one) => [one.code, one])).values()];
}

/** What a schema takes, and null. */
export function nullable({ code, type }: ZodCode): ZodCode {
  if (code === nothing.code) return isNull;
  return { code: `${code}.nullable()`, type: `z.ZodNullable<${type}>` };
}

/** What a schema takes, or nothing at all. */
export function optional({ code, type }: ZodCode): ZodCode {
  return { code: `${code}.optional()`, type: `z.ZodOptional<${type}>` };
}

/** What all of several schemas take. */
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
 * What a schema takes, if a value as it came satisfies all checks: Zod's own refinements see what a schema made of it,
 * without the members that it does not know.
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

import {
  allowedTypes,
  greatest,
  least,
  member,
  numbersOf,
  type AppliedSchema,
} from "@openapi-packages/description";
import type { Violation } from "./change-input.ts";

/** The smallest positive number beyond `int32`. */
const beyondInt32 = 2 ** 31;

/** Returns a step that is not lost to rounding in a number of this size. */
const stepAt = (value: number): number =>
  Number.isInteger(value)
    ? Math.max(1, 2 ** (Math.floor(Math.log2(Math.abs(value) || 1)) - 50))
    : 0.5;

/** Returns numbers that schemas do not allow. */
export function numberViolations(schemas: readonly AppliedSchema[], value: number): Violation[] {
  const found: Violation[] = [];
  const lower = greatest(numbersOf(schemas, "minimum"));
  const upper = least(numbersOf(schemas, "maximum"));
  const above = greatest(numbersOf(schemas, "exclusiveMinimum"));
  const below = least(numbersOf(schemas, "exclusiveMaximum"));
  const add = (kind: string, wrong: number, pointer: string): void => {
    found.push({ kind, value: wrong, pointer });
  };
  if (lower !== undefined) add("below-minimum", lower.value - stepAt(lower.value), lower.pointer);
  if (upper !== undefined) add("above-maximum", upper.value + stepAt(upper.value), upper.pointer);
  if (above !== undefined) add("at-exclusive-minimum", above.value, above.pointer);
  if (below !== undefined) add("at-exclusive-maximum", below.value, below.pointer);
  const step = least(numbersOf(schemas, "multipleOf"));
  if (step !== undefined) add("not-a-multiple", value + step.value / 2, step.pointer);
  const types = allowedTypes(schemas);
  const whole = schemas.find(({ json: schema }) => member(schema, "type") === "integer");
  if (types?.has("integer") === true && !types.has("number") && whole !== undefined)
    add("not-an-integer", Math.trunc(value) + 0.5, `${whole.pointer}/type`);
  const short = schemas.find(({ json: schema }) => member(schema, "format") === "int32");
  if (short !== undefined && upper === undefined && below === undefined)
    add("above-int32", beyondInt32, `${short.pointer}/format`);
  return found;
}

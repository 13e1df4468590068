import * as fc from "fast-check";
import {
  allowedTypes,
  greatest,
  least,
  member,
  numbersOf,
  type AppliedSchema,
} from "@openapi-packages/description";
import type { ValuePosition } from "./texts.ts";

/**
 * The smallest and the largest number. Exclusive bounds of a schema are included; values that break
 * them are filtered out later.
 */
interface Range {
  readonly min: number;
  readonly max: number;
}

/** Returns numbers for schemas: near zero and near their bounds, whole and, if allowed, with fractions. */
export function numbers(
  schemas: readonly AppliedSchema[],
  position: ValuePosition,
): fc.Arbitrary<number> {
  const types = allowedTypes(schemas);
  const isWhole = types !== undefined && !types.has("number");
  const range = rangeOf(schemas);
  const step = least(numbersOf(schemas, "multipleOf"))?.value;
  if (step !== undefined && step > 0) return multiples(range, step);
  const whole = wholeNumbers(range, formatsOf(schemas).includes("int64") || !isWhole);
  if (isWhole) return whole;
  const { min, max } = range;
  const hundredths = wholeNumbers({ min: min * 100, max: max * 100 }, false).map(
    (count) => count / 100,
  );
  // Numbers in a URL or a form are written without an exponent.
  if (position !== "json") return fc.oneof(whole, hundredths);
  const any = fc.double({ min, max, noNaN: true, noDefaultInfinity: true }).map((one) => one + 0);
  return fc.oneof({ weight: 3, arbitrary: whole }, { weight: 2, arbitrary: hundredths }, any);
}

const formatsOf = (schemas: readonly AppliedSchema[]): unknown[] =>
  schemas.map(({ json: schema }) => member(schema, "format"));

function rangeOf(schemas: readonly AppliedSchema[]): Range {
  const isShort = formatsOf(schemas).includes("int32");
  const bound = isShort ? 2 ** 31 : Number.MAX_SAFE_INTEGER;
  const lower = [
    greatest(numbersOf(schemas, "minimum"))?.value,
    greatest(numbersOf(schemas, "exclusiveMinimum"))?.value,
  ];
  const upper = [
    least(numbersOf(schemas, "maximum"))?.value,
    least(numbersOf(schemas, "exclusiveMaximum"))?.value,
  ];
  const min = Math.max(-bound, ...lower.filter((one) => one !== undefined));
  const max = Math.min(isShort ? bound - 1 : bound, ...upper.filter((one) => one !== undefined));
  return { min, max: Math.max(min, max) };
}

/** @param isLarge false to use numbers of 32 bits only, if the range has some */
function wholeNumbers({ min, max }: Range, isLarge: boolean): fc.Arbitrary<number> {
  const [low, high] = [safe(Math.ceil(min)), safe(Math.floor(max))];
  if (low > high) return fc.constant(min);
  const usual = { min: Math.max(low, -(2 ** 31)), max: Math.min(high, 2 ** 31 - 1) };
  const all = fc.integer({ min: low, max: high });
  if (usual.min > usual.max) return all;
  const small = { min: usual.min, max: Math.min(usual.max, Math.max(usual.min, 0) + 1000) };
  return fc.oneof(
    { weight: 5, arbitrary: fc.integer(small) },
    { weight: 2, arbitrary: fc.integer(usual) },
    { weight: isLarge ? 1 : 0, arbitrary: all },
  );
}

function multiples({ min, max }: Range, step: number): fc.Arbitrary<number> {
  const [low, high] = [Math.ceil(safe(min) / step), Math.floor(safe(max) / step)];
  const near = { min: Math.max(low, -1000), max: Math.min(high, Math.max(low, 0) + 1000) };
  const digits = String(step).split(".")[1]?.length ?? 0;
  if (near.min > near.max) return fc.constant(0);
  return fc.integer(near).map((count) => Number((count * step).toFixed(Math.min(20, digits))));
}

const safe = (value: number): number =>
  Math.min(Number.MAX_SAFE_INTEGER, Math.max(Number.MIN_SAFE_INTEGER, value));

import type { AppliedSchema } from "@openapi-packages/description/model/applied/applied-schemas";
import { numbersOf } from "@openapi-packages/description/model/applied/keyword-values";
import { numberForName } from "./member-names.ts";

/** Returns numbers that may be within the bounds of all schemas, the one that suits the name first. */
export function numberCandidates(
  schemas: readonly AppliedSchema[],
  isInteger: boolean,
  name: string,
  variant: number,
): number[] {
  const bounds = (keyword: string): number[] =>
    numbersOf(schemas, keyword).map(({ value }) => value);
  const least = Math.max(...bounds("minimum"), ...bounds("exclusiveMinimum"), -Infinity);
  const most = Math.min(...bounds("maximum"), ...bounds("exclusiveMaximum"), Infinity);
  const steps = bounds("multipleOf").filter((step) => step > 0);
  const step = steps.reduce(commonMultiple, isInteger ? 1 : 0) || (isInteger ? 1 : 0);
  const wanted = [numberForName(name), 1, 0, least, most, middle(least, most)];
  const numbers = wanted.flatMap((number) => near(number + variant * (step || 1), step));
  return [...new Set(numbers)].filter(
    (number) => Number.isFinite(number) && (!isInteger || Number.isInteger(number)),
  );
}

function middle(least: number, most: number): number {
  return Number.isFinite(least) && Number.isFinite(most) ? least / 2 + most / 2 : 0;
}

/** Returns the multiples of `step` near a number; without a step, the number and its neighbours. */
function near(number: number, step: number): number[] {
  if (!Number.isFinite(number)) return [];
  if (step === 0) return [number, number + 0.5, number - 0.5];
  const below = Math.floor(number / step);
  return [below, below + 1, below - 1].map((count) => tidy(count * step));
}

/** Removes the binary rounding error of decimal steps: 0.30000000000000004 → 0.3. */
function tidy(number: number): number {
  return Number.isSafeInteger(number) ? number : Number(number.toPrecision(12));
}

function commonMultiple(a: number, b: number): number {
  if (a === 0 || b === 0) return a || b;
  for (let count = 1; count <= 1000; count += 1)
    if (Number.isInteger(tidy((a * count) / b))) return tidy(a * count);
  return b;
}

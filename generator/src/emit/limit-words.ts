import type { Constraints, Schema } from "@openapi-packages/description/model/schema/schema";

/** Returns the constraints of a schema; empty if its kind has none. */
export const constraintsOf = (schema: Schema): Constraints =>
  "constraints" in schema ? (schema.constraints ?? {}) : {};

/** Says the limits of numbers, texts and lists in words: `at least 1, at most 100`. */
export function limitWords(constraints: Constraints): string[] {
  const { multipleOf } = constraints;
  return [
    ...range(constraints.minimum, constraints.maximum, ""),
    ...range(constraints.exclusiveMinimum, constraints.exclusiveMaximum, " (exclusive)"),
    ...range(constraints.minLength, constraints.maxLength, " characters"),
    ...range(constraints.minItems, constraints.maxItems, " items"),
    ...(multipleOf === undefined ? [] : [`multiple of ${multipleOf}`]),
  ];
}

/** Says the limits of a schema on a line of a comment; empty without any. */
export function limitLine(schema: Schema): string {
  const words = limitWords(constraintsOf(schema));
  return words.length === 0 ? "" : `Limits: ${words.join(", ")}`;
}

function range(from: number | undefined, to: number | undefined, unit: string): string[] {
  const words = [
    ...(from === undefined ? [] : [`at least ${from}`]),
    ...(to === undefined ? [] : [`at most ${to}`]),
  ];
  const isOne = (to ?? from) === 1;
  return words.length === 0 ? [] : [`${words.join(", ")}${isOne ? unit.replace(/s$/, "") : unit}`];
}

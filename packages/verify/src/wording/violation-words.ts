import type { Json } from "@openapi-packages/description";
import { valueWords } from "./value-words.ts";

/** What is wrong with a value, by the kinds of violations. */
const texts: Readonly<Record<string, string>> = {
  "wrong-type": "which is of another type",
  null: "which is not nullable",
  "not-const": "which is not the value in const",
  "not-in-enum": "which is not in enum",
  "not-matching": "which does not match the pattern",
  "not-unique": "which has an item twice",
  "too-few-items": "which has too few items",
  "too-many-items": "which has too many items",
  "too-few-members": "which has too few members",
  "too-short": "which is too short",
  "too-long": "which is too long",
  "additional-member": "which has a member that is not described",
  "below-minimum": "which is below the minimum",
  "above-maximum": "which is above the maximum",
  "at-exclusive-minimum": "which is not above exclusiveMinimum",
  "at-exclusive-maximum": "which is not below exclusiveMaximum",
  "not-a-multiple": "which is no multiple of multipleOf",
  "not-an-integer": "which is no integer",
  "text-as-number": "which is a number in place of a text",
  "number-as-text": "which is a text in place of a number",
  "boolean-as-text": "which is a text in place of a boolean",
  "boolean-as-number": "which is a boolean in place of a number",
  "number-with-a-rest": "which is a number with more behind it",
  "above-int32": "which is above int32",
  "impossible-date": "which is a day that no calendar has",
};

/** What lenient services do wherever a value is given. */
const leniences: Readonly<Record<string, string>> = {
  "text-as-number": "takes numbers in place of texts",
  "number-as-text": "takes texts in place of numbers",
  "boolean-as-text": "takes texts in place of booleans",
  "boolean-as-number": "takes booleans in place of numbers",
  "impossible-date": "takes days that no calendar has, such as 30 February",
};

/** Says what a service does in general that takes a kind of violation; `undefined` if it is a matter of one place. */
export const policyOfViolation = (kind: string): string | undefined =>
  Object.hasOwn(leniences, kind) ? leniences[kind] : undefined;

/**
 * Says what is wrong with a request whose one value is invalid: `` 101 as `age` of the body, which is above the maximum ``.
 *
 * @param value `undefined` if it was left out
 */
export function violationWords(place: string, kind: string, value: Json | undefined): string {
  if (value === undefined) return `a request without ${place}, which is required`;
  const [, format] = /^no-(.*)$/.exec(kind) ?? [];
  const own = Object.hasOwn(texts, kind) ? texts[kind] : undefined;
  const wrong =
    own ?? `which is ${format === undefined ? kind.replaceAll("-", " ") : `no valid ${format}`}`;
  return `${valueWords(value)} as ${place}, ${wrong}`;
}

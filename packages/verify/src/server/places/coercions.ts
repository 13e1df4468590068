import {
  allowedTypes,
  greatest,
  least,
  member,
  numbersOf,
  type Json,
} from "@openapi-packages/description";
import type { VerifiedOperation } from "../../description/verified-api.ts";
import type { Violation } from "./change-input.ts";
import type { InputPlace } from "./input-places.ts";
import { violations } from "./violations.ts";

/** A value of another type that lenient code converts. */
interface Coercion {
  /** The type that the schema allows. */
  readonly type: string;
  readonly kind: string;
  readonly value: Json;
}

/** In JSON, each value has one type (JSON Schema 2020-12, section 4.2.1). */
const inJson = (number: number): readonly Coercion[] => [
  { type: "integer", kind: "number-as-text", value: String(number) },
  { type: "number", kind: "number-as-text", value: String(number) },
  { type: "boolean", kind: "boolean-as-text", value: "true" },
  { type: "string", kind: "text-as-number", value: 12 },
];

/** Elsewhere everything is a text, of which code may read the beginning. */
const inText = (number: number): readonly Coercion[] => [
  { type: "integer", kind: "number-with-a-rest", value: `${number}abc` },
  { type: "number", kind: "number-with-a-rest", value: `${number}abc` },
];

/**
 * Returns the violations of a place of an operation that says that it refuses invalid values. In bodies, values of another
 * type are those that lenient code converts: a service that takes any others takes these as well.
 */
export function strictViolations(place: InputPlace): Violation[] {
  const isBody = place.in === "body";
  const found = violations(place).flatMap((one) =>
    isBody && one.kind === "wrong-type" ? coerced(place, one) : [one],
  );
  return [...found, ...(isBody ? [] : coercions(place)), ...impossibleDates(place)];
}

/** Returns the values that lenient code converts to the type of a place, or else the violation itself. */
function coerced(place: InputPlace, violation: Violation): Violation[] {
  const converted = [...booleanAsNumber(place, violation), ...coercions(place)];
  return converted.length > 0 ? converted : [violation];
}

/**
 * Returns a value that lenient code converts to the type of a place, and that the schema does not allow. There
 * is none for records that a path names, which are only not found.
 */
function coercions({ schemas, in: location, value: known }: InputPlace): Violation[] {
  const types = allowedTypes(schemas);
  if (types === undefined || location === "path") return [];
  const at = schemas.find(({ json: schema }) => member(schema, "type") !== undefined)?.pointer;
  // The number itself is valid there, so that only its type can be refused.
  const number = typeof known === "number" ? known : 12;
  const all = (location === "body" ? inJson : inText)(number);
  const found = all.find(({ type, value }) => types.has(type) && !types.has(typeof value));
  if (found === undefined) return [];
  return [{ kind: found.kind, value: found.value, pointer: `${at}/type` }];
}

/** Returns `true` in place of a number that may be 1, as which languages count it where it is one of their integers. */
function booleanAsNumber({ schemas }: InputPlace, { pointer }: Violation): Violation[] {
  const types = allowedTypes(schemas);
  const isNumber = types?.has("integer") === true || types?.has("number") === true;
  const isOther = types?.has("boolean") === true || types?.has("string") === true;
  const isOne =
    (greatest(numbersOf(schemas, "minimum"))?.value ?? 1) <= 1 &&
    (least(numbersOf(schemas, "maximum"))?.value ?? 1) >= 1 &&
    (greatest(numbersOf(schemas, "exclusiveMinimum"))?.value ?? 0) < 1 &&
    (least(numbersOf(schemas, "exclusiveMaximum"))?.value ?? 2) > 1;
  return isNumber && !isOther && isOne ? [{ kind: "boolean-as-number", value: true, pointer }] : [];
}

/** Days and times that no calendar has, which lenient code reads as others (RFC 3339, section 5.7). */
const impossible: Readonly<Record<string, string>> = {
  date: "2023-02-30",
  "date-time": "2023-02-30T10:00:00Z",
};

/** Returns a day that no calendar has for a place that is a date. */
function impossibleDates({ schemas, in: location }: InputPlace): Violation[] {
  if (location === "path") return [];
  return schemas.flatMap(({ json: schema, pointer }) => {
    const value = impossible[String(member(schema, "format"))];
    return value === undefined
      ? []
      : [{ kind: "impossible-date", value, pointer: `${pointer}/format` }];
  });
}

/**
 * True if an operation documents that it refuses invalid values. Services without a word about it may convert
 * them.
 */
export const documentsValidation = ({ model }: VerifiedOperation): boolean =>
  model.responses.some(({ status }) => ["400", "422", "4XX"].includes(status.toUpperCase()));

import { isObject, setMember } from "../members.ts";
import type { JsonObject } from "../members.ts";
import type { Decoder } from "../operation-codec.ts";
import { isDateTime } from "../validation/date-time.ts";
import { ConversionError, within } from "./conversion-error.ts";

export { isObject } from "../members.ts";

/**
 * The `Date` of a `date-time` (RFC 3339); one that is a `Date` already as it is. What a `Date` cannot hold is
 * lost: digits below the millisecond, and the offset, of which the moment alone is left. A leap second is
 * the second behind it.
 *
 * @throws {ConversionError} for anything else
 */
export function date(value: unknown): unknown {
  const converted = dateOrOther(value);
  if (converted instanceof Date) return converted;
  throw new ConversionError("must be a date-time");
}

/** The `Date` of a text that reads as a `date-time`; any other value as it is. */
export function dateOrOther(value: unknown): unknown {
  if (typeof value !== "string" || !isDateTime(value)) return value;
  // A `Date` has no leap second, and its constructor refuses one.
  const isLeap = value.slice(17, 19) === "60";
  const text = value.toUpperCase();
  if (!isLeap) return new Date(text);
  return new Date(new Date(`${text.slice(0, 17)}59${text.slice(19)}`).getTime() + 1000);
}

/** The kinds of values that JSON has, and texts that are converted. */
export type Kind = "date" | "text" | "number" | "boolean" | "null" | "list" | "object";

/** Tells whether a value is of one of some kinds; one that was converted before is of its kind still. */
export function isOf(value: unknown, kinds: readonly Kind[]): boolean {
  return kinds.some((kind) => kindTests[kind](value));
}

const kindTests: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  date: (value) => dateOrOther(value) instanceof Date,
  text: (value) => typeof value === "string",
  number: (value) => typeof value === "number",
  boolean: (value) => typeof value === "boolean",
  null: (value) => value === null,
  list: (value) => Array.isArray(value),
  object: (value) => isObject(value) && !(value instanceof Date),
};

/** Tells whether a value is one of some texts, numbers and the like. */
export const isOneOf = (value: unknown, values: readonly unknown[]): boolean =>
  values.includes(value);

/** Tells whether a member fits what a branch of a union says of it; one that is absent fits if it may be. */
export function fits(
  value: JsonObject,
  name: string,
  isRequired: boolean,
  test: (member: unknown) => boolean,
): boolean {
  if (!Object.hasOwn(value, name) || value[name] === undefined) return !isRequired;
  return test(value[name]);
}

/**
 * Converts a value of a union by the decoders of those of its branches that it fits; `null` converts nothing.
 *
 * @throws {ConversionError} where it is of none of them
 */
export function either(
  value: JsonObject,
  branches: readonly (readonly [isFitting: boolean, decode: Decoder | null])[],
): void {
  const fitting = branches.filter(([isFitting]) => isFitting);
  const errors = fitting.flatMap(([, decode]) => {
    try {
      decode?.(value);
      return [];
    } catch (error) {
      if (error instanceof ConversionError) return [error];
      throw error;
    }
  });
  if (errors.length > 0 && errors.length === fitting.length) throw errors[0];
}

/** Converts a member in its place, where it is there. */
export function at(value: JsonObject, name: string, decode: Decoder): void {
  if (!Object.hasOwn(value, name) || value[name] === undefined) return;
  try {
    setMember(value, name, decode(value[name]));
  } catch (error) {
    throw within(error, name);
  }
}

/** Converts the members whose names begin with a prefix, but for some, in their places. */
export function others(
  value: JsonObject,
  prefix: string,
  but: readonly string[],
  decode: Decoder,
): void {
  for (const name of Object.keys(value))
    if (name.startsWith(prefix) && !but.includes(name)) at(value, name, decode);
}

/** Converts the items of a list in their places: the first by decoders of their own, all others by one. */
export function items(
  value: unknown,
  prefix: readonly (Decoder | null)[],
  rest?: Decoder,
): unknown {
  if (!Array.isArray(value)) return value;
  const list: unknown[] = value;
  for (const [index, item] of list.entries()) {
    const decode = index < prefix.length ? prefix[index] : rest;
    if (!decode) continue;
    try {
      list[index] = decode(item);
    } catch (error) {
      throw within(error, index);
    }
  }
  return list;
}

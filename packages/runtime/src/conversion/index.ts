import { isObject, setMember } from "../members.ts";
import type { JsonObject } from "../members.ts";
import type { Decoder } from "../operation-codec.ts";
import { isDateTime } from "../validation/date-time.ts";
import { ConversionError, within } from "./conversion-error.ts";

export { isObject } from "../members.ts";
export { parseExact, rawIntegers } from "./exact-json.ts";

/**
 * Converts a `date-time` (RFC 3339) to a `Date`. A `Date` is returned unchanged. A `Date` loses digits
 * below the millisecond and the offset; a leap second becomes the second after it.
 *
 * @throws {ConversionError} for any other value
 */
export function date(value: unknown): unknown {
  const converted = dateOrOther(value);
  if (converted instanceof Date) return converted;
  throw new ConversionError("must be a date-time");
}

/**
 * Converts an integer to a `bigint`. One beyond 2^53 is a `bigint` already if the runtime could read it (see
 * `parseExact`).
 *
 * @throws {ConversionError} for any other value, and for a number that may have been rounded
 */
export function int64(value: unknown): unknown {
  if (typeof value === "bigint") return value;
  if (Number.isSafeInteger(value)) return BigInt(value as number);
  throw new ConversionError(
    Number.isInteger(value)
      ? "is beyond 2^53, and this runtime reads such an integer only with a loss: Node 22, Chromium 114, Firefox 135 and Safari 18.4 tell revivers of JSON.parse the source text"
      : "must be an integer",
  );
}

/** Converts a text that is a `date-time` to a `Date`. Any other value is returned unchanged. */
export function dateOrOther(value: unknown): unknown {
  if (typeof value !== "string" || !isDateTime(value)) return value;
  // `Date` does not support leap seconds, and its constructor rejects them.
  const isLeap = value.slice(17, 19) === "60";
  const text = value.toUpperCase();
  if (!isLeap) return new Date(text);
  return new Date(new Date(`${text.slice(0, 17)}59${text.slice(19)}`).getTime() + 1000);
}

/** The kinds of JSON values, with texts that become dates as a kind of their own. */
export type Kind = "date" | "text" | "number" | "boolean" | "null" | "list" | "object";

/** True if a value is of one of these kinds. A converted value still counts as its kind. */
export function isOf(value: unknown, kinds: readonly Kind[]): boolean {
  return kinds.some((kind) => kindTests[kind](value));
}

const kindTests: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  date: (value) => dateOrOther(value) instanceof Date,
  text: (value) => typeof value === "string",
  number: (value) => typeof value === "number" || typeof value === "bigint",
  boolean: (value) => typeof value === "boolean",
  null: (value) => value === null,
  list: (value) => Array.isArray(value),
  object: (value) => isObject(value) && !(value instanceof Date),
};

/** True if a value is one of these primitives. */
export const isOneOf = (value: unknown, values: readonly unknown[]): boolean =>
  values.includes(value);

/** True if a member is of a kind that a branch of a union allows. An absent member fits if it is optional. */
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
 * Converts a value of a union by the decoders of the branches that it fits. A branch with `null` needs no
 * conversion.
 *
 * @throws {ConversionError} when it fits no branch
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

/** Converts a member in place, if it is present. */
export function at(value: JsonObject, name: string, decode: Decoder): void {
  if (!Object.hasOwn(value, name) || value[name] === undefined) return;
  try {
    setMember(value, name, decode(value[name]));
  } catch (error) {
    throw within(error, name);
  }
}

/** Converts in place the members whose names begin with a prefix, except the given ones. */
export function others(
  value: JsonObject,
  prefix: string,
  but: readonly string[],
  decode: Decoder,
): void {
  for (const name of Object.keys(value))
    if (name.startsWith(prefix) && !but.includes(name)) at(value, name, decode);
}

/** Converts the items of a list in place: the first with their own decoders, the others with a common one. */
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

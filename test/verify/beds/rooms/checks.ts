import { Refusal } from "./answers.ts";
import { faulty } from "./faults.ts";

type Members = Record<string, unknown>;

const refuse = (name: string, why: string): never => {
  throw new Refusal(400, `${name} ${why}.`);
};

/** A member as sent; undefined if it was left out. */
const member = (from: Members, name: string): unknown =>
  Object.hasOwn(from, name) ? from[name] : undefined;

/** Characters as the description counts them: code points. */
const length = (value: string): number =>
  faulty("title-limit-in-code-units") ? value.length : [...value].length;

export function text(
  from: Members,
  name: string,
  { min = 0, max = Infinity }: { min?: number; max?: number } = {},
): string | undefined {
  const value = member(from, name);
  if (value === undefined) return undefined;
  if (typeof value !== "string") return refuse(name, "must be a string");
  if (length(value) < min) return refuse(name, `must have at least ${min} characters`);
  if (length(value) > max) return refuse(name, `must have at most ${max} characters`);
  return value;
}

export const textOrNull = (from: Members, name: string): string | null | undefined =>
  member(from, name) === null ? null : text(from, name);

export function number(
  from: Members,
  name: string,
  min: number,
  max = Infinity,
): number | undefined {
  const value = member(from, name);
  if (value === undefined) return undefined;
  if (typeof value !== "number" || !Number.isFinite(value)) return refuse(name, "must be a number");
  if (value < min || value > max) return refuse(name, `must be from ${min} to ${max}`);
  return value;
}

export function integer(
  from: Members,
  name: string,
  min: number,
  max?: number,
): number | undefined {
  const value = number(from, name, min, max);
  return value === undefined || Number.isInteger(value) ? value : refuse(name, "must be whole");
}

export function flag(from: Members, name: string): boolean | undefined {
  const value = member(from, name);
  return value === undefined || typeof value === "boolean"
    ? value
    : refuse(name, "must be true or false");
}

export function oneOf<T extends string>(
  from: Members,
  name: string,
  values: readonly T[],
): T | undefined {
  const value = member(from, name);
  if (value === undefined) return undefined;
  return values.find((one) => one === value) ?? refuse(name, `must be one of ${values.join(", ")}`);
}

/** A list without duplicates, whose items `check` reads as the member `item`. */
export function listOf<T>(
  from: Members,
  name: string,
  check: (item: Members) => T | undefined,
  max = Infinity,
): T[] | undefined {
  const value = member(from, name);
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) return refuse(name, "must be a list");
  if (value.length > max) return refuse(name, `must have at most ${max} items`);
  if (new Set(value).size < value.length && !faulty("duplicates-accepted"))
    return refuse(name, "must not have the same item twice");
  return value.map((item) => check({ item }) ?? refuse(name, "has an item that is missing"));
}

const EMAIL = /^[^@\s]+@[^@\s]+$/u;

export function email(from: Members, name: string): string | undefined {
  const value = text(from, name, { max: 254 });
  return value === undefined || EMAIL.test(value) ? value : refuse(name, "must be an address");
}

/** What is required and was checked before. */
export const required = <T>(value: T | undefined, name: string): T =>
  value === undefined ? refuse(name, "is required") : value;

/** A day as text; 30 February is none. */
export function day(from: Members, name: string): string | undefined {
  const value = text(from, name);
  return value === undefined || isDay(value) ? value : refuse(name, "must be a date");
}

function isDay(value: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

const INSTANT =
  /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/** A time of RFC 3339 in milliseconds. */
export function instant(from: Members, name: string): number | undefined {
  const value = text(from, name)?.toUpperCase();
  if (value === undefined) return undefined;
  const parts = INSTANT.exec(value);
  if (parts === null || !isDay(parts[1] ?? "")) return refuse(name, "must be a time");
  if (faulty("offset-ignored")) return Date.parse(value.replace(/[+-]\d\d:\d\d$/, "Z"));
  if (parts[3] !== "60") return Date.parse(value);
  // A leap second, which `Date` does not know: the first of the next day in UTC.
  const next = Date.parse(value.replace(":60", ":59")) + 1000;
  return next % 86_400_000 < 1000 ? next : refuse(name, "must be a time");
}

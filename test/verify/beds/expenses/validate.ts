import { instantOf, isDate } from "./dates.ts";
import type { Detail } from "./errors.ts";

export type Check = (value: unknown, at: string) => Detail[];
export type Fields = Record<string, { check: Check; fallback?: () => unknown }>;

const wrong = (at: string, message: string): Detail[] => [{ path: at, message }];

const escaped = (name: string): string => name.replaceAll("~", "~0").replaceAll("/", "~1");

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const lengthOf = (text: string): number => [...text].length;

export const text =
  (min: number, max: number, measure = lengthOf): Check =>
  (value, at) => {
    if (typeof value !== "string") return wrong(at, "must be a string");
    const length = measure(value);
    return length < min || length > max ? wrong(at, `must have ${min} to ${max} characters`) : [];
  };

export const number =
  (min: number, max: number): Check =>
  (value, at) =>
    typeof value === "number" && value >= min && value <= max
      ? []
      : wrong(at, `must be a number from ${min} to ${max}`);

export const integer =
  (min: number, max: number): Check =>
  (value, at) =>
    Number.isInteger(value) && number(min, max)(value, at).length === 0
      ? []
      : wrong(at, `must be an integer from ${min} to ${max}`);

export const bool: Check = (value, at) =>
  typeof value === "boolean" ? [] : wrong(at, "must be true or false");

export const oneOf =
  (values: readonly string[]): Check =>
  (value, at) =>
    typeof value === "string" && values.includes(value)
      ? []
      : wrong(at, `must be one of ${values.join(", ")}`);

export const date: Check = (value, at) =>
  typeof value === "string" && isDate(value) ? [] : wrong(at, "must be a date such as 2026-03-31");

export const dateTime: Check = (value, at) =>
  typeof value === "string" && instantOf(value) !== undefined
    ? []
    : wrong(at, "must be a moment such as 2026-03-31T08:30:00+02:00");

export const nullable =
  (check: Check): Check =>
  (value, at) =>
    value === null ? [] : check(value, at);

/** A list of which each item occurs once. */
export const set =
  (check: Check, max: number): Check =>
  (value, at) => {
    if (!Array.isArray(value)) return wrong(at, "must be an array");
    if (value.length > max) return wrong(at, `must have at most ${max} items`);
    if (new Set(value).size < value.length) return wrong(at, "must not name anything twice");
    return value.flatMap((item, index) => check(item, `${at}/${index}`));
  };

export const dictionary =
  (check: Check, max: number): Check =>
  (value, at) => {
    if (!isObject(value)) return wrong(at, "must be an object");
    const entries = Object.entries(value);
    if (entries.length > max) return wrong(at, `must have at most ${max} members`);
    return entries.flatMap(([name, item]) => check(item, `${at}/${escaped(name)}`));
  };

/** What is wrong with an object that may have these fields only. */
export function problemsOf(value: unknown, fields: Fields): Detail[] {
  if (!isObject(value)) return wrong("", "must be an object");
  const unknown = Object.keys(value)
    .filter((name) => !Object.hasOwn(fields, name))
    .map((name) => ({ path: `/${escaped(name)}`, message: "is not known here" }));
  const known = Object.entries(fields).flatMap(([name, { check, fallback }]) => {
    if (Object.hasOwn(value, name)) return check(value[name], `/${name}`);
    return fallback === undefined ? wrong(`/${name}`, "is required") : [];
  });
  return [...unknown, ...known];
}

/** The fields, with what stands for those that were left out. */
export const filled = (value: Record<string, unknown>, fields: Fields): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { fallback }]) => [
      name,
      Object.hasOwn(value, name) ? value[name] : fallback?.(),
    ]),
  );

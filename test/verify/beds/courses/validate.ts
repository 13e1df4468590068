import { Refusal } from "./http.ts";

export type Members = Record<string, unknown>;
type Check = (value: unknown, field: string) => unknown;

const invalid = (field: string, what: string): Refusal =>
  new Refusal(422, "invalid_member", `${field} ${what}.`, field);

export const lengthOf = (text: string): number => [...text].length;

export function isDate(text: string): boolean {
  const m = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(text);
  if (m === null) return false;
  const [year, month, day] = [Number(m[1]), Number(m[2]), Number(m[3])];
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return month >= 1 && month <= 12 && day >= 1 && day <= days[month - 1]!;
}

export const text =
  (min: number, max: number, length: (t: string) => number = lengthOf): Check =>
  (value, field) => {
    if (typeof value !== "string") throw invalid(field, "has to be a text");
    if (length(value) < min || length(value) > max)
      throw invalid(field, `has to have ${min} to ${max} characters`);
    return value;
  };

export const matching =
  (pattern: RegExp, max: number): Check =>
  (value, field) => {
    if (typeof value !== "string" || !pattern.test(value) || lengthOf(value) > max)
      throw invalid(field, "does not have the right form");
    return value;
  };

export const integer =
  (min: number, max: number): Check =>
  (value, field) => {
    if (typeof value !== "number" || !Number.isInteger(value) || value < min || value > max) {
      throw invalid(field, `has to be an integer from ${min} to ${max}`);
    }
    return value;
  };

export const boolean: Check = (value, field) => {
  if (typeof value !== "boolean") throw invalid(field, "has to be true or false");
  return value;
};

export const date: Check = (value, field) => {
  if (typeof value !== "string" || !isDate(value)) throw invalid(field, "has to be a date");
  return value;
};

export const oneOf =
  (...allowed: string[]): Check =>
  (value, field) => {
    if (typeof value !== "string" || !allowed.includes(value))
      throw invalid(field, `has to be one of ${allowed.join(", ")}`);
    return value;
  };

export const nullable =
  (check: Check): Check =>
  (value, field) =>
    value === null ? null : check(value, field);

export const uniqueList =
  (max: number, item: Check): Check =>
  (value, field) => {
    if (!Array.isArray(value) || value.length > max)
      throw invalid(field, `has to be a list of at most ${max}`);
    for (const member of value) item(member, field);
    if (new Set(value).size !== value.length) throw invalid(field, "has the same item twice");
    return value;
  };

export type Shape = Record<string, { check: Check; required?: boolean; default?: unknown }>;

/** Checks an object; with defaults, absent members get theirs, else they stay absent. */
export function object(shape: Shape, value: unknown, withDefaults: boolean, prefix = ""): Members {
  const name = prefix === "" ? "body" : prefix.slice(0, -1);
  if (value === null || typeof value !== "object" || Array.isArray(value))
    throw invalid(name, "has to be an object");
  const source = value as Members;
  const result: Members = {};
  for (const member of Object.keys(source)) {
    if (!Object.hasOwn(shape, member)) throw invalid(prefix + member, "is not known");
  }
  for (const [member, rule] of Object.entries(shape)) {
    if (Object.hasOwn(source, member)) result[member] = rule.check(source[member], prefix + member);
    else if (rule.required === true && withDefaults) throw invalid(prefix + member, "is missing");
    else if (withDefaults) result[member] = structuredClone(rule.default);
  }
  return result;
}

export const EMAIL = /^[A-Za-z0-9._+-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/;
export const PRICE = /^(0|[1-9][0-9]{0,4})\.[0-9]{2}$/;

export const rejects = invalid;

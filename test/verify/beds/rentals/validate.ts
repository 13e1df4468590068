// Small rules for JSON bodies. A rule adds what it finds to the list of errors.
import { invalid, type FieldError } from "./lib.ts";
import { fault } from "./faults.ts";

export type Rule = (v: unknown, at: string, errors: FieldError[]) => void;
type Spec = Record<string, { need: boolean; rule: Rule }>;

export const need = (rule: Rule) => ({ need: true, rule });
export const may = (rule: Rule) => ({ need: false, rule });

const say = (errors: FieldError[], pointer: string, message: string): void => {
  errors.push({ pointer, message });
};

export const nullable =
  (rule: Rule): Rule =>
  (v, at, e) => {
    if (v !== null) rule(v, at, e);
  };

export const text =
  (min: number, max: number, pattern?: RegExp): Rule =>
  (v, at, e) => {
    if (typeof v !== "string") return say(e, at, "must be a text");
    if (!v.isWellFormed()) return say(e, at, "must be well-formed Unicode");
    const length = fault("property-utf16-length") && at === "/name" ? v.length : [...v].length;
    const top = fault("ticket-title-limit") && at === "/title" ? max - 1 : max;
    if (length < min || length > top) return say(e, at, `must have ${min} to ${max} characters`);
    if (pattern && !pattern.test(v)) say(e, at, "is not in the right form");
  };

export const int =
  (min: number, max: number): Rule =>
  (v, at, e) => {
    if (typeof v !== "number" || !Number.isInteger(v) || v < min || v > max) {
      say(e, at, `must be a whole number from ${min} to ${max}`);
    }
  };

export const num =
  (min: number, max: number): Rule =>
  (v, at, e) => {
    if (typeof v !== "number" || !(v >= min && v <= max))
      say(e, at, `must be a number from ${min} to ${max}`);
  };

export const choice =
  (...values: string[]): Rule =>
  (v, at, e) => {
    if (typeof v !== "string" || !values.includes(v))
      say(e, at, `must be one of ${values.join(", ")}`);
  };

export function isDate(v: unknown): v is string {
  if (typeof v !== "string") return false;
  const m = /^(19|20|21)([0-9]{2})-([0-9]{2})-([0-9]{2})$/.exec(v);
  if (!m) return false;
  const year = Number(m[1]! + m[2]!),
    month = Number(m[3]),
    day = Number(m[4]);
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  if (fault("lease-impossible-date")) return month >= 1 && month <= 12 && day >= 1 && day <= 31;
  return month >= 1 && month <= 12 && day >= 1 && day <= days[month - 1]!;
}

export const date: Rule = (v, at, e) => {
  if (!isDate(v)) say(e, at, "must be a date from 1900-01-01 to 2199-12-31");
};

export const list =
  (max: number, rule: Rule): Rule =>
  (v, at, e) => {
    if (!Array.isArray(v)) return say(e, at, "must be a list");
    if (v.length > max) return say(e, at, `must have at most ${max} entries`);
    v.forEach((x, i) => rule(x, `${at}/${i}`, e));
    if (!fault("property-duplicate-tags") && new Set(v).size !== v.length)
      say(e, at, "must not have an entry twice");
  };

const isObject = (v: unknown): v is Record<string, unknown> =>
  typeof v === "object" && v !== null && !Array.isArray(v);
const escape = (k: string): string => k.replace(/~/g, "~0").replace(/\//g, "~1");

export const object =
  (spec: Spec): Rule =>
  (v, at, e) => {
    if (!isObject(v)) return say(e, at, "must be an object");
    for (const k of Object.keys(v)) {
      if (!Object.hasOwn(spec, k)) say(e, `${at}/${escape(k.toWellFormed())}`, "is not known here");
    }
    for (const [k, { need: required, rule }] of Object.entries(spec)) {
      if (Object.hasOwn(v, k)) rule(v[k], `${at}/${k}`, e);
      else if (required) say(e, `${at}/${k}`, "is missing");
    }
  };

// Throws 422 unless the body keeps the rule.
export function check<T>(body: unknown, rule: Rule): T {
  const errors: FieldError[] = [];
  rule(body, "", errors);
  if (errors.length) throw invalid(errors);
  return body as T;
}

export function refuse(pointer: string, message: string): never {
  throw invalid([{ pointer, message }]);
}

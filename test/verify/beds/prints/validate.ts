// Small validators for JSON bodies and for parameters.
import { Problem, codePoints } from "./core.ts";

export type Rule = (value: unknown, at: string, bad: string[]) => void;

const test =
  (holds: (value: unknown) => boolean): Rule =>
  (value, at, bad) => {
    if (!holds(value)) bad.push(at);
  };

export const text = (min: number, max: number): Rule =>
  test(
    (v) =>
      typeof v === "string" && v.isWellFormed() && codePoints(v) >= min && codePoints(v) <= max,
  );
export const pattern = (re: RegExp): Rule => test((v) => typeof v === "string" && re.test(v));
export const integer = (min: number, max: number): Rule =>
  test((v) => typeof v === "number" && Number.isSafeInteger(v) && v >= min && v <= max);
export const bool: Rule = test((v) => typeof v === "boolean");
export const oneOf = (values: readonly string[]): Rule =>
  test((v) => values.some((one) => one === v));
export const date: Rule = test(
  (v) => typeof v === "string" && /^\d{4}-\d\d-\d\d$/.test(v) && isCalendarDate(v),
);
export const nullable =
  (rule: Rule): Rule =>
  (v, at, bad) => {
    if (v !== null) rule(v, at, bad);
  };
export const list =
  (rule: Rule, min: number, max: number, unique = false): Rule =>
  (v, at, bad) => {
    if (!Array.isArray(v) || v.length < min || v.length > max) return void bad.push(at);
    if (unique && new Set(v).size !== v.length) bad.push(at);
    v.forEach((entry, i) => rule(entry, `${at}/${i}`, bad));
  };
const pointer = (key: string) => key.replaceAll("~", "~0").replaceAll("/", "~1").toWellFormed();
const isObject = (v: unknown): v is Record<string, unknown> =>
  v !== null && typeof v === "object" && !Array.isArray(v);

export const map =
  (rule: Rule, max: number): Rule =>
  (v, at, bad) => {
    if (!isObject(v) || Object.keys(v).length > max) return void bad.push(at);
    for (const [key, entry] of Object.entries(v)) {
      if (!key.isWellFormed()) bad.push(`${at}/${pointer(key)}`);
      else rule(entry, `${at}/${pointer(key)}`, bad);
    }
  };
export const object =
  (required: Record<string, Rule>, optional: Record<string, Rule>): Rule =>
  (v, at, bad) => {
    if (!isObject(v)) return void bad.push(at);
    for (const [key, rule] of Object.entries(required)) {
      if (Object.hasOwn(v, key)) rule(v[key], `${at}/${key}`, bad);
      else bad.push(`${at}/${key}`);
    }
    for (const [key, entry] of Object.entries(v)) {
      if (Object.hasOwn(required, key)) continue;
      if (Object.hasOwn(optional, key)) optional[key]!(entry, `${at}/${key}`, bad);
      else bad.push(`${at}/${pointer(key)}`);
    }
  };

export function invalid(fields: string[]): Problem {
  return new Problem(422, "invalid_body", "The body breaks a rule of its schema.", [
    ...new Set(fields),
  ]);
}

export function check(rule: Rule, value: unknown): void {
  const bad: string[] = [];
  rule(value, "", bad);
  if (bad.length > 0) throw invalid(bad);
}

export function isCalendarDate(day: string): boolean {
  const t = Date.parse(`${day}T00:00:00.000Z`);
  return !Number.isNaN(t) && new Date(t).toISOString().slice(0, 10) === day;
}

// An RFC 3339 date-time as milliseconds; finer fractions are rounded up, which keeps both bounds exact.
export function parseTimestamp(value: string): number | undefined {
  const m =
    /^(\d{4}-\d\d-\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+-])(\d\d):(\d\d))$/.exec(
      value,
    );
  if (!m || !isCalendarDate(m[1]!)) return undefined;
  const [h, min, s] = [Number(m[2]), Number(m[3]), Number(m[4])];
  const [oh, om] = [Number(m[7] ?? 0), Number(m[8] ?? 0)];
  if (h > 23 || min > 59 || s > 59 || oh > 23 || om > 59) return undefined;
  const fraction = m[5] ?? "";
  const ms =
    Number(fraction.slice(0, 3).padEnd(3, "0")) + (/[1-9]/.test(fraction.slice(3)) ? 1 : 0);
  const base = Date.parse(`${m[1]}T00:00:00.000Z`) + ((h * 60 + min) * 60 + s) * 1000 + ms;
  const offset = (oh * 60 + om) * 60000;
  return m[6] === "-" ? base + offset : base - offset;
}

export function badParameter(name: string): Problem {
  return new Problem(400, "bad_parameter", `The parameter ${name} is not acceptable.`);
}

// Query parameters: each at most once, percent-encoded UTF-8.
export class Query {
  values = new Map<string, string[]>();
  constructor(raw: string) {
    for (const pair of raw.split("&")) {
      if (pair === "") continue;
      const eq = pair.indexOf("=");
      const decode = (part: string) => {
        try {
          return decodeURIComponent(part.replaceAll("+", " "));
        } catch {
          throw new Problem(
            400,
            "bad_parameter",
            "The query is not properly percent-encoded UTF-8.",
          );
        }
      };
      const name = decode(eq < 0 ? pair : pair.slice(0, eq));
      const value = eq < 0 ? "" : decode(pair.slice(eq + 1));
      this.values.set(name, [...(this.values.get(name) ?? []), value]);
    }
  }
  get(name: string): string | undefined {
    const all = this.values.get(name);
    if (all && all.length > 1) throw badParameter(name);
    return all?.[0];
  }
  integer(name: string, min: number, max: number): number | undefined {
    const raw = this.get(name);
    if (raw === undefined) return undefined;
    if (!/^(0|[1-9]\d{0,15})$/.test(raw) || Number(raw) < min || Number(raw) > max)
      throw badParameter(name);
    return Number(raw);
  }
  choice<T extends string>(name: string, values: readonly T[]): T | undefined {
    const raw = this.get(name);
    if (raw !== undefined && !values.includes(raw as T)) throw badParameter(name);
    return raw as T | undefined;
  }
  text(name: string, min: number, max: number): string | undefined {
    const raw = this.get(name);
    if (raw !== undefined && (codePoints(raw) < min || codePoints(raw) > max))
      throw badParameter(name);
    return raw;
  }
  timestamp(name: string): number | undefined {
    const raw = this.get(name);
    const value = raw === undefined ? undefined : parseTimestamp(raw);
    if (raw !== undefined && value === undefined) throw badParameter(name);
    return value;
  }
  paging(): { page: number; limit: number } {
    return {
      page: this.integer("page", 1, 1000000) ?? 1,
      limit: this.integer("limit", 1, 50) ?? 10,
    };
  }
}

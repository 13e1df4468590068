import { Problem } from "./http.ts";
import type { FieldError } from "./http.ts";
import { fault } from "./faults.ts";

export type Check = (v: unknown, ptr: string, errs: FieldError[]) => unknown;

export function characters(s: string): number {
  return [...s].length;
}

/** One line without blanks at its ends. */
export const LINE = /^\S(.*\S)?$/u;

export function str(min: number, max: number, pattern?: RegExp): Check {
  return (v, ptr, errs) => {
    if (typeof v !== "string") errs.push({ pointer: ptr, message: "has to be a string" });
    else if (characters(v) < min || characters(v) > max)
      errs.push({ pointer: ptr, message: `has to have ${min} to ${max} characters` });
    else if (pattern && !pattern.test(v))
      errs.push({ pointer: ptr, message: "has the wrong form" });
    return v;
  };
}

export function notes(max: number): Check {
  return (v, ptr, errs) => {
    const length =
      typeof v === "string" ? (fault("notes-length-in-utf16") ? v.length : characters(v)) : 0;
    if (typeof v !== "string") errs.push({ pointer: ptr, message: "has to be a string" });
    else if (length > max)
      errs.push({ pointer: ptr, message: `has to have at most ${max} characters` });
    return v;
  };
}

export function int(min: number, max: number): Check {
  return (v, ptr, errs) => {
    if (typeof v !== "number" || !Number.isInteger(v))
      errs.push({ pointer: ptr, message: "has to be a whole number" });
    else if (v < min || v > max)
      errs.push({ pointer: ptr, message: `has to be from ${min} to ${max}` });
    return v === 0 ? 0 : v;
  };
}

export function num(min: number, max: number, step?: number): Check {
  return (v, ptr, errs) => {
    if (typeof v !== "number") errs.push({ pointer: ptr, message: "has to be a number" });
    else if (!(v >= min && v <= max))
      errs.push({ pointer: ptr, message: `has to be from ${min} to ${max}` });
    else if (step && !Number.isInteger(v / step))
      errs.push({ pointer: ptr, message: `has to be a multiple of ${step}` });
    return v;
  };
}

export function oneOf(values: string[]): Check {
  return (v, ptr, errs) => {
    if (typeof v !== "string" || !values.includes(v))
      errs.push({ pointer: ptr, message: `has to be one of ${values.join(", ")}` });
    return v;
  };
}

export function nullable(check: Check): Check {
  return (v, ptr, errs) => (v === null ? null : check(v, ptr, errs));
}

export function list(max: number, item: Check): Check {
  return (v, ptr, errs) => {
    if (!Array.isArray(v)) {
      errs.push({ pointer: ptr, message: "has to be an array" });
      return v;
    }
    if (v.length > max) errs.push({ pointer: ptr, message: `has to have at most ${max} items` });
    if (new Set(v).size !== v.length) errs.push({ pointer: ptr, message: "has an item twice" });
    return v.map((x, i) => item(x, `${ptr}/${i}`, errs));
  };
}

export type Fields = Record<string, { check: Check; required?: boolean; fallback?: unknown }>;

export function object(fields: Fields, loose = false): Check {
  return (v, ptr, errs) => {
    if (typeof v !== "object" || v === null || Array.isArray(v)) {
      errs.push({ pointer: ptr, message: "has to be an object" });
      return v;
    }
    const src = v as Record<string, unknown>;
    if (!loose) unknownMembers(src, Object.keys(fields), ptr, errs);
    const out: Record<string, unknown> = {};
    for (const [name, f] of Object.entries(fields)) {
      if (!Object.hasOwn(src, name)) {
        if (f.required) errs.push({ pointer: `${ptr}/${name}`, message: "is missing" });
        else out[name] = structuredClone(f.fallback);
      } else out[name] = f.check(src[name], `${ptr}/${name}`, errs);
    }
    return out;
  };
}

export function unknownMembers(
  src: object,
  known: string[],
  ptr: string,
  errs: FieldError[],
): void {
  for (const k of Object.keys(src)) {
    if (!known.includes(k))
      errs.push({
        pointer: `${ptr}/${k.replaceAll("~", "~0").replaceAll("/", "~1")}`,
        message: "is not known",
      });
  }
}

export function invalid(errs: FieldError[]): Problem {
  return new Problem(422, "invalid_body", "The content does not keep the rules.", errs);
}

export function validate<T>(v: unknown, check: Check): T {
  const errs: FieldError[] = [];
  const out = check(v, "", errs);
  if (errs.length) throw invalid(errs);
  return out as T;
}

// ---- dates ------------------------------------------------------------

function daysIn(y: number, m: number): number {
  if (m === 2) return (y % 4 === 0 && y % 100 !== 0) || y % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(m) ? 30 : 31;
}

export function isDate(s: string): boolean {
  const m = /^(\d{4})-(\d{2})-(\d{2})$/.exec(s);
  if (!m) return false;
  const [y, mo, d] = [Number(m[1]), Number(m[2]), Number(m[3])];
  return mo >= 1 && mo <= 12 && d >= 1 && d <= daysIn(y, mo);
}

/** Milliseconds since 1970 of an RFC 3339 date-time, or null. Fractions beyond milliseconds are cut off. */
export function parseInstant(s: string): number | null {
  const m =
    /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?([Zz]|[+-]\d{2}:\d{2})$/.exec(s);
  if (!m || !isDate(m[1] ?? "")) return null;
  const zone = m[6] ?? "Z";
  const [h, mi, se] = [Number(m[2]), Number(m[3]), Number(m[4])];
  if (h > 23 || mi > 59 || se > 59) return null;
  const ms = Number(((m[5] ?? "") + "000").slice(0, 3));
  let offset = 0;
  if (!/^z$/i.test(zone)) {
    const [oh, om] = [Number(zone.slice(1, 3)), Number(zone.slice(4))];
    if (oh > 23 || om > 59) return null;
    offset = (zone.startsWith("-") ? -1 : 1) * (oh * 60 + om);
  }
  return Date.parse(`${m[1]}T${m[2]}:${m[3]}:${m[4]}Z`) + ms - offset * 60000;
}

export const EARLIEST = Date.parse("2020-01-01T00:00:00Z");
export const LATEST = Date.parse("2100-01-01T00:00:00Z");

export const instant: Check = (v, ptr, errs) => {
  const t = typeof v === "string" ? parseInstant(v) : null;
  if (t === null) errs.push({ pointer: ptr, message: "has to be a date-time with an offset" });
  else if (t < EARLIEST || t >= LATEST)
    errs.push({ pointer: ptr, message: "has to be in the years 2020 to 2099 (UTC)" });
  return t;
};

export const date: Check = (v, ptr, errs) => {
  if (typeof v === "string" && fault("repair-due-date-rolls-over")) {
    const m = /^(\d{4})-(\d{2})-(\d{2})$/.exec(v);
    if (m && Number(m[2]) >= 1 && Number(m[2]) <= 12 && Number(m[3]) >= 1 && Number(m[3]) <= 31) {
      return new Date(Date.UTC(Number(m[1]), Number(m[2]) - 1, Number(m[3])))
        .toISOString()
        .slice(0, 10);
    }
  }
  if (typeof v !== "string" || !isDate(v))
    errs.push({ pointer: ptr, message: "has to be a calendar date" });
  return v;
};

export function byCodePoints(a: string, b: string): number {
  const x = [...a];
  const y = [...b];
  for (let i = 0; i < x.length && i < y.length; i++) {
    const d = (x[i]?.codePointAt(0) ?? 0) - (y[i]?.codePointAt(0) ?? 0);
    if (d) return d;
  }
  return x.length - y.length;
}

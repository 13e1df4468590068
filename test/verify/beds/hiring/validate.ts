import { invalid, type Detail } from "./types.ts";

export const textLength = (s: string): number => {
  let n = 0;
  for (const _ of s) n++;
  return n;
};

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?(?:([Zz])|([+-])(\d{2}):(\d{2}))$/;

export const isDate = (s: string): boolean => {
  const m = DATE.exec(s);
  if (!m) return false;
  const [y, mo, d] = [Number(m[1]), Number(m[2]), Number(m[3])];
  if (mo < 1 || mo > 12 || d < 1) return false;
  const leap = (y % 4 === 0 && y % 100 !== 0) || y % 400 === 0;
  return d <= [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][mo - 1]!;
};

// Milliseconds since the epoch, or null when the text is not an RFC 3339 date-time.
export const parseDateTime = (s: string, keepOffset = true): number | null => {
  const m = DATE_TIME.exec(s);
  if (!m || !isDate(m[1]!)) return null;
  const [h, mi, sec] = [Number(m[2]), Number(m[3]), Number(m[4])];
  if (h > 23 || mi > 59 || sec > 59) return null;
  const ms = Number(((m[5] ?? "") + "000").slice(0, 3));
  const date = new Date(0);
  date.setUTCFullYear(
    Number(m[1]!.slice(0, 4)),
    Number(m[1]!.slice(5, 7)) - 1,
    Number(m[1]!.slice(8, 10)),
  );
  let at = date.getTime() + ((h * 60 + mi) * 60 + sec) * 1000 + ms;
  if (m[7]) {
    const [oh, om] = [Number(m[8]), Number(m[9])];
    if (oh > 23 || om > 59) return null;
    if (keepOffset) at -= (m[7] === "-" ? -1 : 1) * (oh * 60 + om) * 60_000;
  }
  return at;
};

export type Members = Record<string, unknown>;
const isObject = (v: unknown): v is Members =>
  typeof v === "object" && v !== null && !Array.isArray(v);

// Collects everything that is wrong with a body; done() throws when there was something.
export class Checker {
  details: Detail[] = [];

  add(field: string, message: string): void {
    this.details.push({ field, message });
  }

  done(): void {
    if (this.details.length > 0) throw invalid(this.details);
  }

  body(v: unknown): Members {
    if (!isObject(v)) throw invalid([{ field: "", message: "must be an object" }]);
    return v;
  }

  // Own members only, so that names such as "constructor" mean nothing special.
  has(o: Members, name: string): boolean {
    return Object.hasOwn(o, name);
  }

  require(o: Members, names: string[]): void {
    for (const name of names) if (!this.has(o, name)) this.add(name, "is required");
  }

  object(v: unknown, field: string): Members | null {
    if (isObject(v)) return v;
    this.add(field, "must be an object");
    return null;
  }

  text(
    v: unknown,
    field: string,
    min: number,
    max: number,
    pattern?: RegExp,
    length = textLength,
  ): string {
    if (typeof v !== "string") this.add(field, "must be a string");
    else if (!v.isWellFormed()) this.add(field, "must not contain lone surrogates");
    else if (length(v) < min) this.add(field, `must have at least ${min} characters`);
    else if (length(v) > max) this.add(field, `must have at most ${max} characters`);
    else if (pattern && !pattern.test(v)) this.add(field, "has the wrong form");
    else return v;
    return "";
  }

  oneOf(v: unknown, field: string, values: string[]): string {
    if (typeof v === "string" && values.includes(v)) return v;
    this.add(field, `must be one of ${values.join(", ")}`);
    return values[0]!;
  }

  integer(v: unknown, field: string, min: number, max: number): number {
    if (typeof v !== "number" || !Number.isInteger(v)) this.add(field, "must be an integer");
    else if (v < min || v > max) this.add(field, `must be from ${min} to ${max}`);
    else return v === 0 ? 0 : v;
    return min;
  }

  boolean(v: unknown, field: string): boolean {
    if (typeof v !== "boolean") this.add(field, "must be true or false");
    return v === true;
  }

  date(v: unknown, field: string): string {
    if (typeof v === "string" && isDate(v)) return v;
    this.add(field, "must be a date (YYYY-MM-DD)");
    return "";
  }

  list(v: unknown, field: string, maxItems: number, max: number): string[] {
    if (!Array.isArray(v)) {
      this.add(field, "must be an array");
      return [];
    }
    if (v.length > maxItems) this.add(field, `must have at most ${maxItems} items`);
    const items = v.slice(0, maxItems).map((item, i) => this.text(item, `${field}[${i}]`, 1, max));
    if (new Set(v).size < v.length) this.add(field, "must not repeat an item");
    return items;
  }
}

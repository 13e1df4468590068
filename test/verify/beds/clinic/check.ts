import { fault } from "./faults.ts";
import { Problem, type Call, type Violation } from "./http.ts";

/** Says what is wrong with a value; undefined if nothing is. */
export type Check = (value: unknown) => string | undefined;

export interface Member {
  check: Check;
  /** What a body without the member means; a member without it is required. */
  otherwise?: unknown;
}

export type Members = Record<string, Member>;

export function text(min: number, max: number, pattern?: RegExp): Check {
  return (value) => {
    if (typeof value !== "string") return "must be a string";
    const length = fault("length-in-code-units") ? value.length : [...value].length;
    if (length < min) return `must have at least ${min} characters`;
    if (length > max) return `must have at most ${max} characters`;
    return pattern && !pattern.test(value) ? `must match ${pattern.source}` : undefined;
  };
}

export function integer(min: number, max: number, step = 1): Check {
  return (value) => {
    if (!Number.isInteger(value)) return "must be an integer";
    const number = value as number;
    if (number < min || number > max) return `must be from ${min} to ${max}`;
    return number % step === 0 ? undefined : `must be a multiple of ${step}`;
  };
}

export function positive(max: number): Check {
  return (value) => {
    if (typeof value !== "number") return "must be a number";
    return value > 0 && value <= max ? undefined : `must be above 0 and at most ${max}`;
  };
}

export const flag: Check = (value) =>
  typeof value === "boolean" ? undefined : "must be a boolean";

export function oneOf(...allowed: string[]): Check {
  return (value) =>
    allowed.includes(value as string) ? undefined : `must be one of ${allowed.join(", ")}`;
}

export const nullable =
  (check: Check): Check =>
  (value) =>
    value === null ? undefined : check(value);

export function distinct(max: number, item: Check): Check {
  return (value) => {
    if (!Array.isArray(value)) return "must be an array";
    if (value.length > max) return `must have at most ${max} items`;
    if (new Set(value).size < value.length) return "must not have an item twice";
    return value.map((each) => item(each)).find((message) => message !== undefined);
  };
}

const isDay = (year = "", month = "", day = ""): boolean => {
  const first = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return !Number.isNaN(first.getTime()) && first.getUTCDate() === Number(day);
};

export const date: Check = (value) => {
  const [, year, month, day] =
    (typeof value === "string" && /^(\d{4})-(\d\d)-(\d\d)$/.exec(value)) || [];
  if (year === undefined) return "must be a date such as 1984-05-17";
  if (fault("impossible-dates-accepted") && Number(day) <= 31) return undefined;
  return isDay(year, month, day) ? undefined : "must be a day of the calendar";
};

const TIME =
  /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;

export const dateTime: Check = (value) => {
  const [, year, month, day] = (typeof value === "string" && TIME.exec(value)) || [];
  if (year === undefined || !isDay(year, month, day))
    return "must be a date and time with an offset, such as 2031-03-04T09:30:00Z";
  // An offset can lead out of the four-digit years.
  return /^\d/.test(instant(value as string)) ? undefined : "must be in the years 0000 to 9999";
};

/** A checked date-time in UTC. */
export function instant(value: string): string {
  const read = fault("offset-dropped") ? value.replace(/[+-]\d\d:\d\d$/, "Z") : value;
  return new Date(read.toUpperCase()).toISOString();
}

export const email: Check = (value) =>
  text(3, 254)(value) ??
  (/^[^\s@]+@[^\s@]+$/.test(value as string) ? undefined : "must be an e-mail address");

export function jsonBody(call: Call): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(
      new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(call.body),
    );
  } catch {
    throw new Problem(400, "The body is not JSON.");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Problem(422, "The body must be an object.", {
      errors: [{ at: "", message: "must be an object" }],
    });
  return value as Record<string, unknown>;
}

/** A JSON Pointer to a member of the body. */
const pointer = (name: string): string => `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;

function violations(body: Record<string, unknown>, members: Members): Violation[] {
  const found: Violation[] = [];
  for (const [name, value] of Object.entries(body)) {
    const message = Object.hasOwn(members, name)
      ? members[name]?.check(value)
      : "is not a member of this object";
    if (message !== undefined) found.push({ at: pointer(name), message });
  }
  return found;
}

const refuse = (errors: Violation[]): void => {
  if (errors.length > 0)
    throw new Problem(422, "The body has members that are missing or not allowed.", { errors });
};

/** A whole object with defaults for what it left out. */
export function whole<T>(body: Record<string, unknown>, members: Members): T {
  const missing = Object.entries(members)
    .filter(([name, member]) => !("otherwise" in member) && !Object.hasOwn(body, name))
    .map(([name]) => ({ at: pointer(name), message: "is required" }));
  refuse([...missing, ...violations(body, members)]);
  const entries = Object.entries(members).map(([name, { otherwise }]) => [
    name,
    Object.hasOwn(body, name) ? body[name] : otherwise,
  ]);
  return Object.fromEntries(entries) as T;
}

/** The members of a merge patch. */
export function partial<T>(body: Record<string, unknown>, members: Members): Partial<T> {
  refuse(violations(body, members));
  return body as Partial<T>;
}

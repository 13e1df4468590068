import { Problem } from "./http.ts";

/** A member of a body, by its JSON pointer, or a parameter, by its name, that is not as described. */
export interface Issue {
  readonly at: string;
  readonly message: string;
}

export type Check = (value: unknown, at: string) => Issue[];

const passes = (holds: boolean, at: string, message: string): Issue[] =>
  holds ? [] : [{ at, message }];

/** A text of `min` to `max` characters (code points). */
export function text(bounds: { min?: number; max: number; pattern?: RegExp }): Check {
  const { min = 0, max, pattern } = bounds;
  return (value, at) => {
    if (typeof value !== "string") return [{ at, message: "has to be a text" }];
    const length = value.length > 2 * max ? value.length : [...value].length;
    if (length < min || length > max)
      return [{ at, message: `has to have ${String(min)} to ${String(max)} characters` }];
    return passes(pattern?.test(value) ?? true, at, `has to match ${String(pattern)}`);
  };
}

export function number(bounds: {
  above?: number;
  min?: number;
  max: number;
  step?: number;
}): Check {
  const { above = -Infinity, min = -Infinity, max, step } = bounds;
  return (value, at) => {
    if (typeof value !== "number") return [{ at, message: "has to be a number" }];
    const inBounds = value > above && value >= min && value <= max;
    const onStep = step === undefined || Number.isInteger(value / step);
    return passes(inBounds && onStep, at, "is out of bounds");
  };
}

export const integer = (bounds: { min: number; max: number }): Check =>
  number({ ...bounds, step: 1 });

export const flag: Check = (value, at) =>
  passes(typeof value === "boolean", at, "has to be true or false");

export const choice =
  (values: readonly string[]): Check =>
  (value, at) =>
    passes(
      values.some((known) => known === value),
      at,
      `has to be one of ${values.join(", ")}`,
    );

export const nullable =
  (check: Check): Check =>
  (value, at) =>
    value === null ? [] : check(value, at);

/** A list of different items. */
export function list(item: Check, bounds: { min?: number; max: number }): Check {
  const { min = 0, max } = bounds;
  return (value, at) => {
    if (!Array.isArray(value)) return [{ at, message: "has to be a list" }];
    return [
      ...passes(value.length >= min && value.length <= max, at, "has too few or too many items"),
      ...passes(new Set(value).size === value.length, at, "has an item twice"),
      ...value.flatMap((entry, index) => item(entry, `${at}/${String(index)}`)),
    ];
  };
}

/** An object with exactly these members. */
export function object(
  required: Readonly<Record<string, Check>>,
  optional: Readonly<Record<string, Check>> = {},
): Check {
  const members = new Map(Object.entries({ ...required, ...optional }));
  return (value, at) => {
    if (typeof value !== "object" || value === null || Array.isArray(value))
      return [{ at, message: "has to be an object" }];
    const missing = Object.keys(required).filter((name) => !Object.hasOwn(value, name));
    return [
      ...missing.map((name) => ({ at: `${at}/${name}`, message: "is required" })),
      ...Object.entries(value).flatMap(([name, member]) => {
        const place = `${at}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
        return members.get(name)?.(member, place) ?? [{ at: place, message: "is not known" }];
      }),
    ];
  };
}

const datePattern = /^[12]\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const timePattern = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,3})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

function isDate(value: string): boolean {
  // A day that the month does not have rolls over into the next month.
  return datePattern.test(value) && new Date(value).toISOString().startsWith(value);
}

export const date: Check = (value, at) =>
  passes(typeof value === "string" && isDate(value), at, "has to be a date");

export const instant: Check = (value, at) =>
  passes(
    typeof value === "string" &&
      value[10] === "T" &&
      isDate(value.slice(0, 10)) &&
      timePattern.test(value.slice(11)),
    at,
    "has to be a date and time with an offset",
  );

/** The body as what its check accepts. Throws 422 for anything else. */
export function accepted<Body>(check: Check, body: unknown): Body {
  const issues = check(body, "");
  if (issues.length > 0) throw new Problem(422, "The body is not as described.", { issues });
  // The check has tested each member that the type has.
  return body as Body;
}

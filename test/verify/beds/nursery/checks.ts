import { invalid } from "./refusals.ts";
import type { Problem } from "./refusals.ts";
import { isCalendarDate, parseInstant } from "./dates.ts";

/** Looks at a value at a JSON pointer and adds what is wrong with it to the problems. */
export type Check = (value: unknown, field: string, problems: Problem[]) => void;

function failing(test: (value: unknown) => boolean, problem: string): Check {
  return (value, field, problems) => {
    if (!test(value)) problems.push({ field, problem });
  };
}

export function text(
  min: number,
  max: number,
  lengthOf: (value: string) => number = (value) => [...value].length,
): Check {
  return failing(
    (value) =>
      typeof value === "string" &&
      value.isWellFormed() &&
      lengthOf(value) >= min &&
      lengthOf(value) <= max,
    `must be a text of ${min} to ${max} characters`,
  );
}

export function integer(min: number, max: number): Check {
  return failing(
    (value) => Number.isInteger(value) && (value as number) >= min && (value as number) <= max,
    `must be an integer from ${min} to ${max}`,
  );
}

export function decimal(min: number, max: number): Check {
  return failing(
    (value) => typeof value === "number" && value >= min && value <= max,
    `must be a number from ${min} to ${max}`,
  );
}

export function positive(max: number): Check {
  return failing(
    (value) => typeof value === "number" && value > 0 && value <= max,
    `must be a number above 0 and at most ${max}`,
  );
}

export const anyNumber: Check = failing(Number.isFinite, "must be a number");

export const flag: Check = failing((value) => typeof value === "boolean", "must be true or false");

export const anyText: Check = failing((value) => typeof value === "string", "must be a text");

export const calendarDate: Check = failing(
  (value) => typeof value === "string" && isCalendarDate(value),
  "must be a date such as 2026-03-01",
);

export const clockTime: Check = failing(
  (value) => typeof value === "string" && /^([01][0-9]|2[0-3]):[0-5][0-9]$/.test(value),
  "must be a time of day such as 06:30",
);

export const instant: Check = failing(
  (value) => typeof value === "string" && parseInstant(value) !== undefined,
  "must be a date-time such as 2026-03-01T08:00:00+01:00",
);

export function oneOf(choices: readonly string[]): Check {
  return failing(
    (value) => choices.includes(value as string),
    `must be one of ${choices.join(", ")}`,
  );
}

export function nullable(check: Check): Check {
  return (value, field, problems) => {
    if (value !== null) check(value, field, problems);
  };
}

export function list(item: Check, max: number, isSet: boolean): Check {
  return (value, field, problems) => {
    if (!Array.isArray(value) || value.length > max)
      problems.push({ field, problem: `must be a list of at most ${max}` });
    else if (isSet && new Set(value).size < value.length)
      problems.push({ field, problem: "must not hold anything twice" });
    else value.forEach((each, index) => item(each, `${field}/${index}`, problems));
  };
}

/** An object that has the required members and none but those of the shape. */
export function record(shape: Record<string, Check>, required: string[] = []): Check {
  return (value, field, problems) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      problems.push({ field, problem: "must be an object" });
      return;
    }
    for (const name of required)
      if (!Object.hasOwn(value, name))
        problems.push({ field: `${field}/${name}`, problem: "is required" });
    for (const [name, member] of Object.entries(value)) {
      const pointer = `${field}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
      const check = Object.hasOwn(shape, name) ? shape[name] : undefined;
      if (check === undefined) problems.push({ field: pointer, problem: "is unknown" });
      else check(member, pointer, problems);
    }
  };
}

/** The body as what the check makes sure that it is, or a refusal with everything that is wrong. */
export function checked<T>(body: unknown, check: Check): T {
  const problems: Problem[] = [];
  check(body, "", problems);
  if (problems.length > 0) throw invalid(problems);
  return body as T;
}

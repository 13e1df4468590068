import { badRequest } from "./refusals.ts";
import { isCalendarDate, parseInstant } from "./dates.ts";

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw badRequest("The query is not percent-encoded UTF-8.");
  }
}

/** The query parameters of a request; unknown ones are never asked for and so ignored. */
export class Query {
  values: [string, string][];

  constructor(text: string) {
    this.values = text
      .split("&")
      .filter((pair) => pair !== "")
      .map((pair) => {
        const at = pair.indexOf("=");
        return at < 0
          ? [decoded(pair), ""]
          : [decoded(pair.slice(0, at)), decoded(pair.slice(at + 1))];
      });
  }

  all(name: string): string[] {
    return this.values.filter(([key]) => key === name).map(([, value]) => value);
  }

  one(name: string): string | undefined {
    const values = this.all(name);
    if (values.length > 1) throw badRequest(`Parameter ${name} is given more than once.`);
    return values[0];
  }

  integer(name: string, { min, max }: { min: number; max: number }): number | undefined {
    const text = this.one(name);
    if (text === undefined) return undefined;
    const value = /^(0|[1-9]\d*)$/.test(text) ? Number(text) : NaN;
    if (!(value >= min && value <= max))
      throw badRequest(`Parameter ${name} must be an integer from ${min} to ${max}.`);
    return value;
  }

  choice<T extends string>(name: string, choices: readonly T[]): T | undefined {
    const text = this.one(name);
    return text === undefined ? undefined : chosen(name, text, choices);
  }

  choices<T extends string>(name: string, choices: readonly T[]): T[] {
    return this.all(name).map((text) => chosen(name, text, choices));
  }

  date(name: string): string | undefined {
    const text = this.one(name);
    if (text !== undefined && !isCalendarDate(text))
      throw badRequest(`Parameter ${name} must be a date such as 2026-03-01.`);
    return text;
  }

  instant(name: string): number | undefined {
    const text = this.one(name);
    if (text === undefined) return undefined;
    const value = parseInstant(text);
    if (value === undefined)
      throw badRequest(`Parameter ${name} must be a date-time such as 2026-03-01T08:00:00Z.`);
    return value;
  }
}

function chosen<T extends string>(name: string, text: string, choices: readonly T[]): T {
  if (!choices.includes(text as T))
    throw badRequest(`Parameter ${name} must be one of ${choices.join(", ")}.`);
  return text as T;
}

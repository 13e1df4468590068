import { badRequest } from "./http.ts";
import { isDate } from "./validate.ts";

/** The parameters of a query string, decoded by the rules of forms (a plus is a space). */
export class Query {
  values: Map<string, string[]>;

  constructor(raw: string) {
    this.values = new Map();
    for (const pair of raw.split("&")) {
      if (pair === "") continue;
      const at = pair.indexOf("=");
      const name = decode(at < 0 ? pair : pair.slice(0, at));
      const value = decode(at < 0 ? "" : pair.slice(at + 1));
      this.values.set(name, [...(this.values.get(name) ?? []), value]);
    }
  }

  raw(name: string): string | undefined {
    const found = this.values.get(name);
    if (found === undefined) return undefined;
    if (found.length > 1) throw badRequest(`${name} is given more than once.`, name);
    return found[0];
  }

  text(name: string, max: number): string | undefined {
    const value = this.raw(name);
    if (value === undefined) return undefined;
    const length = [...value].length;
    if (length < 1 || length > max)
      throw badRequest(`${name} has to have 1 to ${max} characters.`, name);
    return value;
  }

  integer(name: string, min: number, max: number): number | undefined {
    const value = this.raw(name);
    if (value === undefined) return undefined;
    const number = Number(value);
    if (!/^-?(0|[1-9][0-9]*)$/.test(value) || number < min || number > max) {
      throw badRequest(`${name} has to be an integer from ${min} to ${max}.`, name);
    }
    return number;
  }

  boolean(name: string): boolean | undefined {
    const value = this.raw(name);
    if (value === undefined) return undefined;
    if (value !== "true" && value !== "false")
      throw badRequest(`${name} has to be true or false.`, name);
    return value === "true";
  }

  date(name: string): string | undefined {
    const value = this.raw(name);
    if (value !== undefined && !isDate(value)) throw badRequest(`${name} has to be a date.`, name);
    return value;
  }

  pattern(name: string, pattern: RegExp): string | undefined {
    const value = this.raw(name);
    if (value !== undefined && !pattern.test(value))
      throw badRequest(`${name} does not have the right form.`, name);
    return value;
  }

  oneOf(name: string, allowed: readonly string[]): string | undefined {
    const value = this.raw(name);
    if (value !== undefined && !allowed.includes(value))
      throw badRequest(`${name} has to be one of ${allowed.join(", ")}.`, name);
    return value;
  }

  someOf(name: string, allowed: readonly string[]): string[] | undefined {
    const value = this.raw(name);
    if (value === undefined) return undefined;
    const items = value.split(",");
    if (items.some((i) => !allowed.includes(i)))
      throw badRequest(`${name} may hold ${allowed.join(", ")}.`, name);
    return items;
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw badRequest("The query is not percent-encoded UTF-8.");
  }
}

const lower = (text: string): string => text.replace(/[A-Z]/g, (c) => c.toLowerCase());

export const contains = (text: string | null, part: string): boolean =>
  text !== null && lower(text).includes(lower(part));

import type { Call } from "./calls.ts";
import { isDate } from "./dates.ts";
import { badParameter } from "./errors.ts";
import { lengthOf } from "./validate.ts";

export type Page<T> = { items: T[]; page: number; perPage: number; total: number };

const INTEGER = /^-?(?:0|[1-9]\d*)$/;

export function queryOf({ req }: Call): URLSearchParams {
  const start = req.originalUrl.indexOf("?");
  return new URLSearchParams(start < 0 ? "" : req.originalUrl.slice(start + 1));
}

export function single(query: URLSearchParams, name: string): string | undefined {
  const values = query.getAll(name);
  if (values.length > 1) throw badParameter(name, "must be given once");
  return values[0];
}

export function integerIn(
  query: URLSearchParams,
  name: string,
  [min, max]: readonly [number, number],
): number | undefined {
  const value = single(query, name);
  if (value === undefined) return undefined;
  const number = Number(value);
  if (!INTEGER.test(value) || number < min || number > max)
    throw badParameter(name, `must be an integer from ${min} to ${max}`);
  return number;
}

export function dateIn(query: URLSearchParams, name: string): string | undefined {
  const value = single(query, name);
  if (value !== undefined && !isDate(value)) throw badParameter(name, "must be a date");
  return value;
}

export function booleanIn(query: URLSearchParams, name: string): boolean | undefined {
  const value = single(query, name);
  if (value === undefined) return undefined;
  if (value !== "true" && value !== "false") throw badParameter(name, "must be true or false");
  return value === "true";
}

export function textIn(query: URLSearchParams, name: string, max: number): string | undefined {
  const value = single(query, name);
  if (value !== undefined && (value === "" || lengthOf(value) > max))
    throw badParameter(name, `must have 1 to ${max} characters`);
  return value;
}

export function choiceIn(
  query: URLSearchParams,
  name: string,
  choices: readonly string[],
): string | undefined {
  const value = single(query, name);
  if (value !== undefined && !choices.includes(value))
    throw badParameter(name, `must be one of ${choices.join(", ")}`);
  return value;
}

export function choicesIn(
  query: URLSearchParams,
  name: string,
  choices: readonly string[],
): string[] {
  const values = query.getAll(name);
  if (values.some((value) => !choices.includes(value)))
    throw badParameter(name, `must be among ${choices.join(", ")}`);
  return values;
}

export const pageIn = (query: URLSearchParams): { page: number; perPage: number } => ({
  page: integerIn(query, "page", [1, 100_000]) ?? 1,
  perPage: integerIn(query, "perPage", [1, 100]) ?? 20,
});

export function paged<T>(
  all: readonly T[],
  { page, perPage }: { page: number; perPage: number },
  step = perPage,
): Page<T> {
  const start = (page - 1) * step;
  return { items: all.slice(start, start + perPage), page, perPage, total: all.length };
}

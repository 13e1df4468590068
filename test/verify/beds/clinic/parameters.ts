import type { Check } from "./check.ts";
import { Problem, type Call } from "./http.ts";

const refuse = (name: string, message: string): never => {
  throw new Problem(400, `Parameter ${name} ${message}.`, { errors: [{ at: name, message }] });
};

/** A parameter of the query that may be given once. */
export function optional(call: Call, name: string, check: Check): string | undefined {
  const values = call.query.getAll(name);
  if (values.length > 1) refuse(name, "must be given once");
  const message = values.length === 1 ? check(values[0]) : undefined;
  if (message !== undefined) refuse(name, message);
  return values[0];
}

export function required(call: Call, name: string, check: Check): string {
  return optional(call, name, check) ?? refuse(name, "is required");
}

export function repeated(call: Call, name: string, check: Check): string[] {
  const values = call.query.getAll(name);
  const message = values.map((value) => check(value)).find((each) => each !== undefined);
  if (message !== undefined) refuse(name, message);
  return values;
}

export function count(call: Call, name: string, max: number, otherwise: number): number {
  const check: Check = (value) =>
    /^\d{1,9}$/.test(value as string) && Number(value) >= 1 && Number(value) <= max
      ? undefined
      : `must be an integer from 1 to ${max}`;
  return Number(optional(call, name, check) ?? otherwise);
}

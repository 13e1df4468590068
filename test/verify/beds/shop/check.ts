import type { Request } from "express";
import { Refusal, type FieldProblem } from "./http.ts";

const largestId = 2n ** 63n - 1n;

/** An int64 of the path or the query; whatever is none is refused. */
export function readId(name: string, text: string | undefined): bigint {
  const id = /^[1-9]\d{0,18}$/.test(text ?? "") ? BigInt(text ?? "") : 0n;
  if (id < 1n || id > largestId) throw badParameter(name, "has to be an id");
  return id;
}

/** The id of whatever is counted from 1; one above what a double holds belongs to nothing. */
export function pathId(req: Request, name: string): number {
  return Number(readId(name, String(req.params[name])));
}

export function badParameter(field: string, message: string): Refusal {
  return new Refusal(400, "bad_parameter", `${field} ${message}.`, {
    details: [{ field, message }],
  });
}

/** The query's parameters, of which each may stand there once. */
export class Query {
  readonly #search: URLSearchParams;

  constructor(req: Request) {
    const start = req.originalUrl.indexOf("?");
    this.#search = new URLSearchParams(start === -1 ? "" : req.originalUrl.slice(start + 1));
  }

  text(name: string): string | undefined {
    const values = this.#search.getAll(name);
    if (values.length > 1) throw badParameter(name, "may be given once");
    return values[0];
  }

  integer(name: string, lowest: number, highest: number): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const value = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= lowest && value <= highest)) {
      throw badParameter(name, `has to be an integer from ${lowest} to ${highest}`);
    }
    return value;
  }

  oneOf<Value extends string>(name: string, values: readonly Value[]): Value | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const value = values.find((candidate) => candidate === text);
    if (value === undefined) throw badParameter(name, `has to be one of ${values.join(", ")}`);
    return value;
  }
}

/** Characters as JSON Schema counts them, not UTF-16 units. */
export function lengthOf(text: string): number {
  return Array.from(text).length;
}

export function isText(value: unknown, shortest: number, longest: number): value is string {
  return typeof value === "string" && lengthOf(value) >= shortest && lengthOf(value) <= longest;
}

export function isInteger(value: unknown, lowest: number, highest: number): value is number {
  return Number.isInteger(value) && Number(value) >= lowest && Number(value) <= highest;
}

export function isId(value: unknown): value is number {
  return isInteger(value, 1, Number(largestId));
}

export function isDate(value: unknown): value is string {
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function invalid(details: FieldProblem[]): Refusal {
  return new Refusal(422, "invalid", "The body is not valid.", { details });
}

/** Collects what is wrong with the members of a body. */
export class Problems {
  readonly #found: FieldProblem[] = [];

  expect(holds: boolean, field: string, message: string): void {
    if (!holds) this.#found.push({ field, message });
  }

  throwAny(): void {
    if (this.#found.length > 0) throw invalid(this.#found);
  }
}

export function objectBody(req: Request): Record<string, unknown> {
  if (!isObject(req.body)) throw invalid([{ field: "", message: "has to be an object" }]);
  return req.body;
}

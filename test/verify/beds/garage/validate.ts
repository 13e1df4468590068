// Checks JSON bodies against small shapes that mirror the schemas of openapi.yaml.
import { fault } from "./faults.ts";
import { Problem, type FieldError } from "./http.ts";

export interface Shape {
  kind: "text" | "int" | "bool" | "list" | "time";
  required?: boolean;
  nullable?: boolean;
  fallback?: unknown;
  min?: number;
  max?: number;
  pattern?: RegExp;
  oneOf?: readonly string[];
  of?: Shape;
}

export type Shapes = Record<string, Shape>;

const TIME = /^20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:00Z$/;
const DAY = /^20[0-9]{2}-[0-9]{2}-[0-9]{2}$/;

export function isTime(text: string): boolean {
  if (!TIME.test(text)) return false;
  const at = new Date(text);
  return !Number.isNaN(at.getTime()) && at.toISOString() === text.replace("Z", ".000Z");
}

export function isDay(text: string): boolean {
  return DAY.test(text) && isTime(`${text}T00:00:00Z`);
}

/** The length of a text in Unicode code points. */
export function textLength(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

function checkText(value: string, shape: Shape): string | null {
  if (!value.isWellFormed()) return "must not contain a lone surrogate";
  const length = fault("text-length-utf16") ? value.length : textLength(value);
  if (shape.min !== undefined && length < shape.min)
    return `must have at least ${shape.min} characters`;
  if (shape.max !== undefined && length > shape.max)
    return `must have at most ${shape.max} characters`;
  if (shape.pattern && !shape.pattern.test(value)) return "does not have the required form";
  if (shape.oneOf && !shape.oneOf.includes(value))
    return `must be one of ${shape.oneOf.join(", ")}`;
  return null;
}

function checkValue(value: unknown, shape: Shape, field: string, errors: FieldError[]): void {
  const wrong = (message: string) => {
    errors.push({ in: "body", field, message });
  };
  if (value === null && shape.nullable) return;
  if (shape.kind === "text") {
    if (typeof value !== "string") return wrong("must be a text");
    const message = checkText(value, shape);
    if (message) wrong(message);
  } else if (shape.kind === "time") {
    if (typeof value !== "string" || !isTime(value)) wrong("must be a UTC time with whole minutes");
  } else if (shape.kind === "int") {
    if (typeof value !== "number" || !Number.isInteger(value)) return wrong("must be an integer");
    if (value < shape.min! || value > shape.max!)
      wrong(`must be from ${shape.min} to ${shape.max}`);
  } else if (shape.kind === "bool") {
    if (typeof value !== "boolean") wrong("must be true or false");
  } else {
    if (!Array.isArray(value)) return wrong("must be a list");
    if (value.length > shape.max!) wrong(`must have at most ${shape.max} entries`);
    if (new Set(value).size !== value.length) wrong("must not have an entry twice");
    value.forEach((entry, index) => checkValue(entry, shape.of!, `${field}/${index}`, errors));
  }
}

function pointer(name: string): string {
  return "/" + name.replaceAll("~", "~0").replaceAll("/", "~1");
}

export function refuse(errors: FieldError[]): void {
  if (errors.length === 0) return;
  const shown = fault("problem-first-error-only") ? errors.slice(0, 1) : errors;
  throw new Problem(422, "The body breaks a rule.", shown);
}

/** The members of a body that fits the shapes; throws a 422 otherwise. */
export function checkBody<Fields>(body: unknown, shapes: Shapes, patch = false): Fields {
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw new Problem(422, "The body breaks a rule.", [
      { in: "body", field: "", message: "must be an object" },
    ]);
  }
  const errors: FieldError[] = [];
  const result: Record<string, unknown> = {};
  for (const name of Object.keys(body)) {
    if (!Object.hasOwn(shapes, name))
      errors.push({ in: "body", field: pointer(name), message: "is not a known member" });
  }
  for (const [name, shape] of Object.entries(shapes)) {
    if (Object.hasOwn(body, name)) {
      const value = (body as Record<string, unknown>)[name];
      checkValue(value, shape, pointer(name), errors);
      result[name] = value;
    } else if (!patch) {
      if (shape.required) errors.push({ in: "body", field: pointer(name), message: "is required" });
      else result[name] = structuredClone(shape.fallback);
    }
  }
  refuse(errors);
  return result as Fields;
}

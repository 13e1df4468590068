import { isDate } from "./dates.ts";
import { invalid, type FieldError } from "./problem.ts";
import { on } from "./faults.ts";

export type Spec = {
  type: "string" | "integer" | "array" | "object";
  required?: boolean;
  nullable?: boolean;
  min?: number;
  max?: number;
  pattern?: RegExp;
  values?: readonly string[];
  date?: boolean;
  items?: Spec;
  unique?: boolean;
  fields?: Fields;
};
export type Fields = Record<string, Spec>;
export type Body = Record<string, unknown>;

/** Number of code points. */
export function textLength(text: string): number {
  let n = 0;
  for (const _ of text) n++;
  return n;
}

const escapePointer = (key: string): string => key.replaceAll("~", "~0").replaceAll("/", "~1");

function checkString(value: string, spec: Spec): string | undefined {
  const length = on("title-length-utf16") ? value.length : textLength(value);
  if (spec.min !== undefined && length < spec.min)
    return `must have at least ${spec.min} characters`;
  if (spec.max !== undefined && length > spec.max)
    return `must have at most ${spec.max} characters`;
  if (spec.values && !spec.values.includes(value))
    return `must be one of ${spec.values.join(", ")}`;
  if (spec.pattern && !spec.pattern.test(value)) return `must match ${spec.pattern.source}`;
  if (spec.date && !isDate(value)) return "must be a date, YYYY-MM-DD";
  return undefined;
}

function check(value: unknown, spec: Spec, pointer: string, errors: FieldError[]): void {
  const fail = (message: string): void => void errors.push({ pointer, message });
  if (value === null) {
    if (!spec.nullable) fail("must not be null");
    return;
  }
  if (spec.type === "string") {
    if (typeof value !== "string") return fail("must be a string");
    const message = checkString(value, spec);
    if (message) fail(message);
  } else if (spec.type === "integer") {
    if (typeof value !== "number" || !Number.isInteger(value)) return fail("must be an integer");
    if (spec.min !== undefined && value < spec.min) fail(`must be at least ${spec.min}`);
    if (spec.max !== undefined && value > spec.max) fail(`must be at most ${spec.max}`);
  } else if (spec.type === "array") {
    if (!Array.isArray(value)) return fail("must be an array");
    if (spec.max !== undefined && value.length > spec.max)
      fail(`must have at most ${spec.max} items`);
    if (spec.unique && new Set(value).size !== value.length) fail("must not hold an item twice");
    value.forEach((item, i) => check(item, spec.items!, `${pointer}/${i}`, errors));
  } else {
    checkObject(value, spec.fields!, pointer, errors);
  }
}

function checkObject(value: unknown, fields: Fields, pointer: string, errors: FieldError[]): void {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    errors.push({ pointer, message: "must be an object" });
    return;
  }
  for (const key of Object.keys(value)) {
    const at = `${pointer}/${escapePointer(key)}`;
    if (Object.hasOwn(fields, key)) check((value as Body)[key], fields[key]!, at, errors);
    else errors.push({ pointer: at, message: "is not known" });
  }
  for (const [key, spec] of Object.entries(fields)) {
    if (spec.required && !Object.hasOwn(value, key)) {
      errors.push({ pointer: `${pointer}/${key}`, message: "is required" });
    }
  }
}

export function checkBody(value: unknown, fields: Fields): Body {
  const errors: FieldError[] = [];
  checkObject(value, fields, "", errors);
  if (errors.length > 0) throw invalid(errors);
  return value as Body;
}

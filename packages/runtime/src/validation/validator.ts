import { unescapePointerToken } from "../json-pointer.ts";
import { getMember } from "../members.ts";
import type { SchemaValidator, StandardIssue } from "../standard-schema.ts";
import type { Check, ValidationErrors } from "./checks.ts";
import { toIssues } from "./issues.ts";

const tooDeep = "is nested too deeply to be checked";

/** SpiderMonkey has an error of its own for a stack that overflows. */
const isOverflow = (error: unknown): boolean =>
  error instanceof RangeError || (error as Error | undefined)?.name === "InternalError";

/**
 * Makes the validator of a generated check: the errors of its last call are on its `errors`, the places of
 * read-only members on its `readOnly`, and its
 * `~standard` is what libraries of forms and procedures take (Standard Schema, version 1).
 */
export function validator<Value = unknown>(check: Check): SchemaValidator<Value> {
  const validate = (value: unknown): value is Value => {
    const errors: ValidationErrors = [];
    try {
      check(value, "", errors);
    } catch (error) {
      if (!isOverflow(error)) throw error;
      errors.unchecked = { instancePath: "", keyword: "depth", message: tooDeep };
    }
    // Alternatives and negations remove errors, but what is not known stays unknown.
    if (errors.unchecked !== undefined) errors.unshift(errors.unchecked);
    self.errors = errors.length === 0 ? null : errors;
    self.readOnly = errors.readOnly;
    return errors.length === 0;
  };
  const self: SchemaValidator<Value> = Object.assign(validate, {
    "~standard": {
      version: 1,
      vendor: "openapi-packages",
      validate: (value: unknown) =>
        validate(value) ? { value } : { issues: issuesOf(value, self) },
    },
  } as const);
  return self;
}

/** At most as many as {@link toIssues} gives. */
function issuesOf(value: unknown, { errors }: SchemaValidator<unknown>): StandardIssue[] {
  return toIssues("body", errors).map(({ pointer, message }) => ({
    message,
    path: pathOf(value, pointer),
  }));
}

/** The keys on the way to a place: numbers in lists. */
function pathOf(value: unknown, pointer: string): (string | number)[] {
  let at = value;
  return pointer
    .split("/")
    .slice(1)
    .map((token) => {
      const key = unescapePointerToken(token);
      const isInList = Array.isArray(at);
      at = typeof at === "object" && at !== null ? getMember(at, key) : undefined;
      return isInList ? Number(key) : key;
    });
}

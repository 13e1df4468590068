import { unescapePointerToken } from "../json-pointer.ts";
import { getMember } from "../members.ts";
import type { SchemaValidator, StandardIssue } from "../standard-schema.ts";
import type { Check, ValidationErrors } from "./checks.ts";
import { toIssues } from "./issues.ts";

const tooDeep = "is nested too deeply to be checked";

/** True for a stack overflow. SpiderMonkey throws its own kind of error. */
const isOverflow = (error: unknown): boolean =>
  error instanceof RangeError || (error as Error | undefined)?.name === "InternalError";

/**
 * Creates the validator of a generated check. After a call, `errors` has its errors and `readOnly` the
 * places of read-only members. `takesLater` also passes values that a later version of the description may list. `~standard` implements Standard Schema, version 1, for libraries of forms
 * and procedures.
 */
export function validator<Value = unknown>(check: Check): SchemaValidator<Value> {
  const run = (value: unknown, errors: ValidationErrors): boolean => {
    try {
      check(value, "", errors);
    } catch (error) {
      if (!isOverflow(error)) throw error;
      errors.unchecked = { instancePath: "", keyword: "depth", message: tooDeep };
    }
    // Alternatives and negations remove errors, but a check that was skipped still counts.
    if (errors.unchecked !== undefined) errors.unshift(errors.unchecked);
    self.errors = errors.length === 0 ? null : errors;
    self.readOnly = errors.readOnly;
    return errors.length === 0;
  };
  const validate = (value: unknown): value is Value => run(value, []);
  const self: SchemaValidator<Value> = Object.assign(validate, {
    takesLater: (value: unknown) => run(value, Object.assign([], { unlisted: 0 })),
    "~standard": {
      version: 1,
      vendor: "openapi-packages",
      validate: (value: unknown) =>
        validate(value) ? { value } : { issues: issuesOf(value, self) },
    },
  } as const);
  return self;
}

/** Returns the issues of the last call, at most as many as {@link toIssues} returns. */
function issuesOf(value: unknown, { errors }: SchemaValidator<unknown>): StandardIssue[] {
  return toIssues("body", errors).map(({ pointer, message }) => ({
    message,
    path: pathOf(value, pointer),
  }));
}

/** Returns the keys that lead to a place. Indexes of lists are numbers. */
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

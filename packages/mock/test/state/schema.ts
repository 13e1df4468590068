import { isObject } from "../../../runtime/src/members.ts";
import type { Validator } from "../../../runtime/src/operation.ts";
import { formats, report, validator } from "../../../runtime/src/validation/index.ts";
import type { Check } from "../../../runtime/src/validation/index.ts";

/** Checks a value of a type, or one of some texts. */
export const text: Check = (value, path, findings) => {
  if (typeof value !== "string") report(findings, path, "type", { type: "string" });
};
export const longText: Check = (value, path, findings) => {
  if (typeof value !== "string" || value === "") report(findings, path, "minLength", { limit: 1 });
};
export const whole: Check = (value, path, findings) => {
  if (!Number.isInteger(value)) report(findings, path, "type", { type: "integer" });
};
export const flag: Check = (value, path, findings) => {
  if (typeof value !== "boolean") report(findings, path, "type", { type: "boolean" });
};
export const anything: Check = () => {};
export const format =
  (name: "uuid" | "date-time"): Check =>
  (value, path, findings) => {
    if (typeof value !== "string" || formats[name]?.(value) !== true)
      report(findings, path, "format", { format: name });
  };
export const oneOf =
  (...texts: readonly string[]): Check =>
  (value, path, findings) => {
    if (!texts.includes(String(value))) report(findings, path, "enum", { allowedValues: texts });
  };
export const orNull =
  (check: Check): Check =>
  (value, path, findings) => {
    if (value !== null) check(value, path, findings);
  };
export const listOf =
  (check: Check): Check =>
  (value, path, findings) => {
    if (!Array.isArray(value)) return report(findings, path, "type", { type: "array" });
    for (const [index, item] of value.entries()) check(item, `${path}/${index}`, findings);
  };

/** Checks an object: its members, those with a `?` optional, and no others. */
export const members =
  (checks: { readonly [name: string]: Check }): Check =>
  (value, path, findings) => {
    if (!isObject(value)) return report(findings, path, "type", { type: "object" });
    const names = Object.keys(checks).map((name) => name.replace("?", ""));
    for (const [written, check] of Object.entries(checks)) {
      const name = written.replace("?", "");
      if (value[name] !== undefined) check(value[name], `${path}/${name}`, findings);
      else if (name === written) report(findings, path, "required", { missingProperty: name });
    }
    for (const name of Object.keys(value)) {
      if (!names.includes(name))
        report(findings, path, "additionalProperties", { additionalProperty: name });
    }
  };

/** The validators of an operation whose answer is JSON. */
export const answers = (
  status: number,
  check: Check,
  body?: Check,
): {
  readonly responses: { readonly [status: string]: { readonly [mediaType: string]: Validator } };
  readonly body?: { readonly [mediaType: string]: Validator };
} => ({
  responses: { [status]: { "application/json": validator(check) } },
  ...(body && { body: { "application/json": validator(body) } }),
});

import { member, type JsonObject } from "../../json.ts";
import { unicodePattern } from "../../pattern.ts";
import { literal } from "../../escape.ts";
import { stringFormats } from "../../runtime-symbols.ts";
import { reportIf, type Checked } from "./checked.ts";

/** Writes the checks of keywords for texts (JSON Schema 2020-12 validation, sections 6.3 and 7). */
export function writeTextChecks(schema: JsonObject, checked: Checked): void {
  const { module, value } = checked;
  const { maxLength, minLength, pattern, format } = schema;
  // A character is one or two units of `length`, so that many texts need not be counted.
  if (typeof maxLength === "number") {
    const test = `${value}.length > ${maxLength} && ${module.use("count")}(${value}) > ${maxLength}`;
    reportIf(checked, test, "maxLength", `limit: ${maxLength}`);
  }
  if (typeof minLength === "number" && minLength > 0) {
    const test =
      minLength <= 1
        ? `${value}.length < ${minLength}`
        : `${value}.length < ${minLength * 2} && ${module.use("count")}(${value}) < ${minLength}`;
    reportIf(checked, test, "minLength", `limit: ${minLength}`);
  }
  const usable = typeof pattern === "string" ? unicodePattern(pattern) : undefined;
  if (usable !== undefined) {
    const test = `!${module.pattern(usable)}.test(${value})`;
    reportIf(checked, test, "pattern", `pattern: ${literal(usable)}`);
  }
  if (!(stringFormats as readonly unknown[]).includes(format) || isUnchecked(schema)) return;
  const test = `!${module.use("formats")}[${literal(format)}](${value})`;
  reportIf(checked, test, "format", `format: ${literal(format)}`);
}

/** Formats that every text has. */
function isUnchecked(schema: JsonObject): boolean {
  return ["binary", "password"].includes(String(member(schema, "format")));
}

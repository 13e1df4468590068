import { member, type JsonObject } from "../../json.ts";
import { unicodePattern } from "../../pattern.ts";
import { literal } from "../../escape.ts";
import { stringFormats } from "../../runtime-symbols.ts";
import { when, type Statement } from "../code/statement.ts";
import { patternConstant, report, type Checked } from "./checked.ts";

/** The checks of keywords for texts (JSON Schema 2020-12 validation, sections 6.3 and 7). */
export function textChecks(schema: JsonObject, checked: Checked): Statement[] {
  return [
    ...lengthChecks(schema, checked),
    ...patternChecks(schema, checked),
    ...formatChecks(schema, checked),
  ];
}

/** A character is one or two units of `length`, so that many texts need not be counted. */
function lengthChecks({ maxLength, minLength }: JsonObject, checked: Checked): Statement[] {
  const { part, value } = checked;
  const count = (): string => `${part.use("count")}(${value})`;
  const checks: Statement[] = [];
  if (typeof maxLength === "number") {
    const test = `${value}.length > ${maxLength} && ${count()} > ${maxLength}`;
    checks.push(...when(test, [report(checked, "maxLength", `limit: ${maxLength}`)]));
  }
  if (typeof minLength === "number" && minLength > 0) {
    const test =
      minLength <= 1
        ? `${value}.length < ${minLength}`
        : `${value}.length < ${minLength * 2} && ${count()} < ${minLength}`;
    checks.push(...when(test, [report(checked, "minLength", `limit: ${minLength}`)]));
  }
  return checks;
}

function patternChecks({ pattern }: JsonObject, checked: Checked): Statement[] {
  const usable = typeof pattern === "string" ? unicodePattern(pattern) : undefined;
  if (usable === undefined) return [];
  const test = `!${patternConstant(checked, usable)}.test(${checked.value})`;
  return when(test, [report(checked, "pattern", `pattern: ${literal(usable)}`)]);
}

/** Formats that every text has. */
const unchecked: readonly unknown[] = ["binary", "password"];

function formatChecks(schema: JsonObject, checked: Checked): Statement[] {
  const format = member(schema, "format");
  const isChecked = (stringFormats as readonly unknown[]).includes(format);
  if (!isChecked || unchecked.includes(format)) return [];
  const test = `!${checked.part.use("formats")}[${literal(format)}](${checked.value})`;
  return when(test, [report(checked, "format", `format: ${literal(format)}`)]);
}

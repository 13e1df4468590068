import { stringMember, type Json, type JsonObject } from "@openapi-packages/description/json/json";
import { matchesPattern, planPattern } from "@openapi-packages/description/patterns/pattern-plan";
import { unicodePattern } from "@openapi-packages/description/patterns/pattern";
import { literal } from "@openapi-packages/description/text/escape";
import { formatChecks } from "../format-checks.ts";
import { when, type Statement } from "../code/statement.ts";
import { patternTest, report, type Checked } from "./checked.ts";

/**
 * Returns the checks of keywords for strings (JSON Schema 2020-12 validation, sections 6.3 and 7).
 */
export function textChecks(schema: JsonObject, checked: Checked): readonly Statement[] {
  const rest = [
    ...shortnessChecks(schema, checked),
    ...patternChecks(schema, checked),
    ...formatCheck(schema, checked),
  ];
  return tooLongChecks(schema, checked, rest);
}

/** Skips the other checks of a text that is too long: it may be huge. */
function tooLongChecks(
  { maxLength }: JsonObject,
  checked: Checked,
  rest: readonly Statement[],
): readonly Statement[] {
  if (typeof maxLength !== "number") return rest;
  // A character takes one or two units of `length`, so most texts need not be counted.
  const { value } = checked;
  const test = `${value}.length > ${maxLength} && ${count(checked)} > ${maxLength}`;
  return when(test, [report(checked, "maxLength", `limit: ${maxLength}`)], rest);
}

const count = ({ part, value }: Checked): string => `${part.use("count")}(${value})`;

function shortnessChecks({ minLength }: JsonObject, checked: Checked): Statement[] {
  if (typeof minLength !== "number" || minLength <= 0) return [];
  const { value } = checked;
  const test =
    minLength <= 1
      ? `${value}.length < ${minLength}`
      : `${value}.length < ${minLength * 2} && ${count(checked)} < ${minLength}`;
  return when(test, [report(checked, "minLength", `limit: ${minLength}`)]);
}

function patternChecks(schema: JsonObject, checked: Checked): Statement[] {
  const { pattern } = schema;
  const usable = typeof pattern === "string" ? unicodePattern(pattern) : undefined;
  if (usable === undefined || areAllMatching(schema, usable)) return [];
  const test = `!${patternTest(checked, usable, checked.value)}`;
  return when(test, [report(checked, "pattern", `pattern: ${literal(usable)}`)]);
}

/**
 * True if a schema lists its allowed texts and each matches the pattern, so the pattern need not be
 * tested.
 */
function areAllMatching({ enum: values, const: constant }: JsonObject, pattern: string): boolean {
  const given = constant === undefined ? values : [constant];
  if (!Array.isArray(given)) return false;
  const plan = planPattern(pattern);
  return (given as readonly Json[]).every(
    (value) => typeof value !== "string" || matchesPattern(plan, value) === true,
  );
}

function formatCheck(schema: JsonObject, checked: Checked): Statement[] {
  const format = stringMember(schema, "format");
  const check = format === undefined ? undefined : checkOf(format);
  if (check === undefined) return [];
  const test = `!${checked.part.use(check)}(${checked.value})`;
  return when(test, [report(checked, "format", `format: ${literal(format)}`)]);
}

type FormatOfTexts = keyof typeof formatChecks.string;

const checkOf = (format: string): (typeof formatChecks.string)[FormatOfTexts] | undefined =>
  Object.hasOwn(formatChecks.string, format)
    ? formatChecks.string[format as FormatOfTexts]
    : undefined;

import { member, type JsonObject } from "@openapi-packages/description/json/json";
import { isInt64Schema } from "@openapi-packages/description/model/conversions/value-types";
import { formatChecks } from "../format-checks.ts";
import { when, type Statement } from "../code/statement.ts";
import { report, type Checked } from "./checked.ts";

const bounds = [
  ["minimum", ">="],
  ["maximum", "<="],
  ["exclusiveMinimum", ">"],
  ["exclusiveMaximum", "<"],
] as const;

/** Returns the checks of keywords for numbers (JSON Schema 2020-12 validation, section 6.2). */
export function numberChecks(schema: JsonObject, checked: Checked): Statement[] {
  const { part, value } = checked;
  const checks = bounds.flatMap(([keyword, comparison]) => {
    const limit = member(schema, keyword);
    if (typeof limit !== "number") return [];
    const parameters = `comparison: "${comparison}", limit: ${limit}`;
    return when(`!(${value} ${comparison} ${limit})`, [report(checked, keyword, parameters)]);
  });
  const { multipleOf, format } = schema;
  const isBigInt = checked.hasBigInts && isInt64Schema(schema);
  if (typeof multipleOf === "number") {
    const test = `!${part.use(isBigInt ? "isMultipleOrBigInt" : "isMultiple")}(${value}, ${multipleOf})`;
    checks.push(...when(test, [report(checked, "multipleOf", `multipleOf: ${multipleOf}`)]));
  }
  // The type of an int64 that may be a `bigint` is its format.
  if ((format !== "int32" && format !== "int64") || isBigInt) return checks;
  const test = `!${part.use(formatChecks.number[format])}(${value})`;
  return [...checks, ...when(test, [report(checked, "format", `format: "${format}"`)])];
}

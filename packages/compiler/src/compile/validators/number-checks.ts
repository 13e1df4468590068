import { member, type JsonObject } from "@openapi-packages/description/json/json";
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
  if (typeof multipleOf === "number") {
    const test = `!${part.use("isMultiple")}(${value}, ${multipleOf})`;
    checks.push(...when(test, [report(checked, "multipleOf", `multipleOf: ${multipleOf}`)]));
  }
  if (format !== "int32" && format !== "int64") return checks;
  const test = `!${part.use(formatChecks.number[format])}(${value})`;
  return [...checks, ...when(test, [report(checked, "format", `format: "${format}"`)])];
}

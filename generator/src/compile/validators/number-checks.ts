import { member, type JsonObject } from "../../json.ts";
import { numberFormats } from "../../runtime-symbols.ts";
import { report, reportIf, type Checked } from "./checked.ts";

const bounds = [
  ["minimum", ">="],
  ["maximum", "<="],
  ["exclusiveMinimum", ">"],
  ["exclusiveMaximum", "<"],
] as const;

/** Writes the checks of keywords for numbers (JSON Schema 2020-12 validation, section 6.2). */
export function writeNumberChecks(schema: JsonObject, checked: Checked): void {
  const { module, code, value } = checked;
  for (const [keyword, comparison] of bounds) {
    const limit = member(schema, keyword);
    if (typeof limit !== "number") continue;
    const parameters = `comparison: "${comparison}", limit: ${limit}`;
    reportIf(checked, `!(${value} ${comparison} ${limit})`, keyword, parameters);
  }
  const { multipleOf, format } = schema;
  if (typeof multipleOf === "number") {
    const test = `!${module.use("isMultiple")}(${value}, ${multipleOf})`;
    reportIf(checked, test, "multipleOf", `multipleOf: ${multipleOf}`);
  }
  if (!(numberFormats as readonly unknown[]).includes(format)) return;
  const test = `!${module.use("formats")}.${String(format)}.validate(${value})`;
  code.block(`if (${test}) {`, () => report(checked, "format", `format: "${String(format)}"`));
}

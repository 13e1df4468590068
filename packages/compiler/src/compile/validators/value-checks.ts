import { member, type Json, type JsonObject } from "@openapi-packages/description/json/json";
import { literal } from "@openapi-packages/description/text/escape";
import { noneOf, when, type Statement } from "../code/statement.ts";
import { report, reportUnlisted, setConstant, valueConstant, type Checked } from "./checked.ts";

/** Checks `const` and `enum` (JSON Schema 2020-12 validation, section 6.1). */
export function valueChecks(schema: JsonObject, checked: Checked): Statement[] {
  const { enum: values } = schema;
  const constant = member(schema, "const");
  return [
    ...(constant === undefined
      ? []
      : when(noneOf([isValue(constant, checked)]), [report(checked, "const")])),
    ...(Array.isArray(values) ? choiceChecks(schema, values, checked) : []),
  ];
}

function choiceChecks(schema: JsonObject, values: readonly Json[], checked: Checked): Statement[] {
  const isOpen = checked.unlisted.isOpenEnum(schema);
  const call = isOpen
    ? reportUnlisted(checked, "enum", isAlike(values, schema, checked))
    : report(checked, "enum");
  return values.length === 0 ? [call] : when(noneOf(isOneOf(values, checked)), [call]);
}

/** Checks alternatives that are constants as the one enum that they make. */
export function constantChecks(
  values: readonly Json[],
  keyword: "anyOf" | "oneOf",
  checked: Checked,
): Statement[] {
  const call = reportUnlisted(checked, keyword, isAlike(values, {}, checked));
  return when(noneOf(isOneOf(values, checked)), [call]);
}

/** Returns code that tests whether a value that is not listed is of the type of those that are. */
function isAlike(values: readonly Json[], { type }: JsonObject, { value }: Checked): string {
  const types = new Set(values.filter((one) => one !== null).map((one) => typeof one));
  const isTyped = typeof type === "string" && (types.size === 1 || type === "integer");
  if (isTyped) return "true";
  return [...types].map((one) => `typeof ${value} === ${literal(one)}`).join(" || ");
}

/** From this many values on, a lookup in a set is faster than comparisons. */
const manyValues = 12;

function isOneOf(values: readonly Json[], checked: Checked): string[] {
  const primitive = values.filter((value) => typeof value !== "object" || value === null);
  const others = values.filter((value) => typeof value === "object" && value !== null);
  const tests =
    primitive.length < manyValues
      ? primitive.map((value) => isValue(value, checked))
      : [`${setConstant(checked, "values", primitive)}.has(${checked.value})`];
  if (others.length < manyValues) return [...tests, ...others.map((one) => isValue(one, checked))];
  const { part, value } = checked;
  // A list keeps the code flat: formatters and parsers recurse once per chained condition.
  const list = valueConstant(checked, others);
  return [...tests, `${list}.some((one) => ${part.use("equal")}(${value}, one))`];
}

function isValue(constant: Json, checked: Checked): string {
  const { part, value } = checked;
  if (typeof constant !== "object" || constant === null) return `${value} === ${literal(constant)}`;
  return `${part.use("equal")}(${value}, ${valueConstant(checked, constant)})`;
}

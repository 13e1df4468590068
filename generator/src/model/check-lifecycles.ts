import {
  arrayMember,
  isObject,
  member,
  objectMember,
  toPointer,
  type Json,
  type JsonObject,
} from "../json.ts";
import type { ModelContext } from "./model-context.ts";

const members = ["steps", "cancelled", "failed"];
const stepMembers = ["value", "lasts"];

type Report = (message: string, below: readonly (string | number)[], hint: string) => void;

/**
 * Holds each `x-lifecycle` against the values of the schema that it stands at: a named schema, or a
 * member of one. It says in what order a status goes from value to value by itself, what cancelling
 * makes of it, and which values are those of what has failed.
 *
 * @param document the description as its authors wrote it
 */
export function checkLifecycles(context: ModelContext, document: JsonObject): void {
  const schemas = objectMember(objectMember(document, "components"), "schemas") ?? {};
  for (const [name, schema] of Object.entries(schemas)) {
    const path = ["components", "schemas", name];
    checkSchema(context, schema, path);
    for (const [property, own] of Object.entries(objectMember(schema, "properties") ?? {}))
      checkSchema(context, own, [...path, "properties", property]);
  }
}

function checkSchema(context: ModelContext, schema: Json, path: readonly string[]): void {
  const declared = member(schema, "x-lifecycle");
  if (declared === undefined) return;
  const report: Report = (message, below, hint) =>
    context.report(
      "lifecycle-invalid",
      message,
      toPointer([...path, "x-lifecycle", ...below]),
      hint,
    );
  const hint =
    "give steps, a list of values in their order, cancelled, a value, and failed, a list of values";
  if (!isObject(declared)) {
    report("x-lifecycle is no object", [], hint);
    return;
  }
  for (const name of Object.keys(declared))
    if (!members.includes(name)) report(`x-lifecycle has no member ${name}`, [name], hint);
  const values = arrayMember(schema, "enum");
  if (values.length === 0) {
    report("x-lifecycle stands at a schema without enum", [], "list the values in enum");
    return;
  }
  const steps = arrayMember(declared, "steps");
  if (steps.length < 2) report("x-lifecycle needs two steps or more", [], hint);
  for (const [index, step] of steps.entries()) checkStep(step, index, values, report);
  for (const [index, value] of arrayMember(declared, "failed").entries())
    if (!values.includes(value)) reportUnknown(value, ["failed", index], values, report);
  if (declared["failed"] !== undefined && !Array.isArray(declared["failed"]))
    report("failed is no list of values", ["failed"], hint);
  const { cancelled } = declared;
  if (cancelled !== undefined && !values.includes(cancelled))
    reportUnknown(cancelled, ["cancelled"], values, report);
}

function checkStep(step: Json, index: number, values: readonly Json[], report: Report): void {
  if (!isObject(step)) {
    if (!values.includes(step)) reportUnknown(step, ["steps", index], values, report);
    return;
  }
  const hint = "a step is a value, or an object with value and lasts, in milliseconds";
  const unknown = Object.keys(step).find((name) => !stepMembers.includes(name));
  if (unknown !== undefined) report(`a step has no member ${unknown}`, ["steps", index], hint);
  const { value, lasts } = step;
  if (value === undefined || !values.includes(value))
    reportUnknown(value ?? null, ["steps", index], values, report);
  if (lasts !== undefined && (typeof lasts !== "number" || lasts < 0))
    report("lasts of a step is no number of milliseconds", ["steps", index, "lasts"], hint);
}

function reportUnknown(
  value: Json,
  below: readonly (string | number)[],
  values: readonly Json[],
  report: Report,
): void {
  const known = values.map((one) => String(one)).join(", ");
  report(`${JSON.stringify(value)} is no value of the schema`, below, `the values are ${known}`);
}

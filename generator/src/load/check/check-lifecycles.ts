import { arrayMember, isObject, toPointer, type Json, type JsonObject } from "../../json.ts";
import type { Report } from "./report.ts";
import { shown } from "./shown.ts";

const members = ["steps", "cancelled", "failed"];
const stepMembers = ["value", "lasts"];

type Fault = (message: string, below: readonly (string | number)[], hint: string) => void;

/**
 * Holds an `x-lifecycle` against the values of the schema that it stands at, and takes out one that does not fit. It
 * says in what order a status goes from value to value by itself, what cancelling makes of it, and which
 * values are those of what has failed.
 */
export function checkLifecycle(node: JsonObject, report: Report): void {
  const declared = node["x-lifecycle"];
  if (declared === undefined) return;
  let isSound = true;
  checkDeclared(declared, arrayMember(node, "enum"), (message, below, hint) => {
    isSound = false;
    const ignored = `${message}, so nothing is made of x-lifecycle`;
    report("lifecycle-invalid", ignored, hint, toPointer(["x-lifecycle", ...below]));
  });
  if (!isSound) delete node["x-lifecycle"];
}

function checkDeclared(declared: Json, values: readonly Json[], fault: Fault): void {
  const hint =
    "give steps, a list of values in their order, cancelled, a value, and failed, a list of values";
  if (!isObject(declared)) {
    fault("x-lifecycle is no object", [], hint);
    return;
  }
  for (const name of Object.keys(declared))
    if (!members.includes(name)) fault(`x-lifecycle has no member ${name}`, [name], hint);
  if (values.length === 0) {
    fault("x-lifecycle stands at a schema without enum", [], "list the values in enum");
    return;
  }
  const steps = arrayMember(declared, "steps");
  if (steps.length < 2) fault("x-lifecycle needs two steps or more", [], hint);
  for (const [index, step] of steps.entries()) checkStep(step, index, values, fault);
  for (const [index, value] of arrayMember(declared, "failed").entries())
    if (!values.includes(value)) unknownValue(value, ["failed", index], values, fault);
  if (declared["failed"] !== undefined && !Array.isArray(declared["failed"]))
    fault("failed is no list of values", ["failed"], hint);
  const { cancelled } = declared;
  if (cancelled !== undefined && !values.includes(cancelled))
    unknownValue(cancelled, ["cancelled"], values, fault);
}

function checkStep(step: Json, index: number, values: readonly Json[], fault: Fault): void {
  if (!isObject(step)) {
    if (!values.includes(step)) unknownValue(step, ["steps", index], values, fault);
    return;
  }
  const hint = "a step is a value, or an object with value and lasts, in milliseconds";
  const unknown = Object.keys(step).find((name) => !stepMembers.includes(name));
  if (unknown !== undefined) fault(`a step has no member ${unknown}`, ["steps", index], hint);
  const { value, lasts } = step;
  if (value === undefined || !values.includes(value))
    unknownValue(value ?? null, ["steps", index], values, fault);
  if (lasts !== undefined && (typeof lasts !== "number" || lasts < 0))
    fault("lasts of a step is no number of milliseconds", ["steps", index, "lasts"], hint);
}

function unknownValue(
  value: Json,
  below: readonly (string | number)[],
  values: readonly Json[],
  fault: Fault,
): void {
  const known = values.map((one) => String(one)).join(", ");
  fault(`${shown(value)} is no value of the schema`, below, `the values are ${known}`);
}

import {
  arrayMember,
  isObject,
  member,
  objectMember,
  pointerParts,
  toPointer,
  type Json,
  type JsonObject,
} from "../../json/json.ts";
import { referencedName } from "../../json/subschemas.ts";
import { type Report, shown } from "./report.ts";
const members = ["steps", "cancelled", "failed"];
const stepMembers = ["value", "lasts"];

type Fault = (message: string, below: readonly (string | number)[], hint: string) => void;

/**
 * Checks an `x-lifecycle` against its schema, and removes an invalid one. At a status it lists the steps that
 * the status goes through by itself, its value after cancelling, and the values of a failure; at an object it
 * has the JSON pointer of the status.
 */
export function checkLifecycle(node: JsonObject, document: JsonObject, report: Report): void {
  const declared = node["x-lifecycle"];
  if (declared === undefined) return;
  let isSound = true;
  const fault: Fault = (message, below, hint) => {
    isSound = false;
    const ignored = `${message}, so x-lifecycle is ignored`;
    report("lifecycle-invalid", ignored, hint, toPointer(["x-lifecycle", ...below]));
  };
  if (member(declared, "member") === undefined)
    checkDeclared(declared, arrayMember(node, "enum"), fault);
  else checkPlace(declared, node, document, fault);
  if (!isSound) delete node["x-lifecycle"];
}

/** Checks that an object's `x-lifecycle` leads to a status. */
function checkPlace(
  declared: Json | undefined,
  node: JsonObject,
  document: JsonObject,
  fault: Fault,
): void {
  const hint = "give the JSON pointer of a status in the object, whose schema has the steps";
  for (const name of Object.keys(isObject(declared) ? declared : {}))
    if (name !== "member") fault(`x-lifecycle has ${name} beside member`, [name], hint);
  const place = member(declared, "member");
  if (typeof place !== "string" || !place.startsWith("/")) {
    fault(`${shown(place ?? null)} is no JSON pointer`, ["member"], hint);
    return;
  }
  const schemas = objectMember(objectMember(document, "components"), "schemas") ?? {};
  const found = pointerParts(place).reduce<readonly JsonObject[]>(
    (parts, name) =>
      parts.flatMap((part) => {
        const property = member(member(part, "properties"), name);
        return property === undefined ? [] : partsOf(property, schemas);
      }),
    partsOf(node, schemas),
  );
  if (!found.some((part) => arrayMember(part, "enum").length > 0))
    fault(`no schema with enum is at ${place}`, ["member"], hint);
}

/** Returns a schema with all that its values match as well: references, parts and alternatives. */
function partsOf(
  schema: Json | undefined,
  schemas: JsonObject,
  seen = new Set<Json>(),
): readonly JsonObject[] {
  if (!isObject(schema) || seen.has(schema)) return [];
  seen.add(schema);
  const name = referencedName(schema);
  const others = [
    ...(name === undefined ? [] : [member(schemas, name)]),
    ...["allOf", "oneOf", "anyOf"].flatMap((keyword) => arrayMember(schema, keyword)),
  ];
  return [schema, ...others.flatMap((one) => partsOf(one, schemas, seen))];
}

function checkDeclared(declared: Json, values: readonly Json[], fault: Fault): void {
  const hint =
    "give steps, a list of values in their order, cancelled, a value, and failed, a list of values; or at an object member, the JSON pointer of its status";
  if (!isObject(declared)) {
    fault("x-lifecycle is not an object", [], hint);
    return;
  }
  for (const name of Object.keys(declared))
    if (!members.includes(name)) fault(`x-lifecycle has no member ${name}`, [name], hint);
  if (values.length === 0) {
    fault("x-lifecycle is at a schema without enum", [], "list the values in enum");
    return;
  }
  const steps = arrayMember(declared, "steps");
  if (steps.length < 2) fault("x-lifecycle needs two steps or more", [], hint);
  for (const [index, step] of steps.entries()) checkStep(step, index, values, fault);
  for (const [index, value] of arrayMember(declared, "failed").entries())
    if (!values.includes(value)) unknownValue(value, ["failed", index], values, fault);
  if (declared["failed"] !== undefined && !Array.isArray(declared["failed"]))
    fault("failed is not a list of values", ["failed"], hint);
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
    fault("lasts of a step is not a number of milliseconds", ["steps", index, "lasts"], hint);
}

function unknownValue(
  value: Json,
  below: readonly (string | number)[],
  values: readonly Json[],
  fault: Fault,
): void {
  const known = values.map((one) => String(one)).join(", ");
  fault(`${shown(value)} is not a value of the schema`, below, `the values are ${known}`);
}

import { isObject, member, type Json, type JsonObject } from "../../json.ts";
import { literal } from "../../escape.ts";
import { report, reportCall, reportIf, type Checked } from "./checked.ts";
import { writeCombinations } from "./combined-checks.ts";
import { withFiles } from "./files.ts";
import { writeItemChecks, writeUnevaluatedItems } from "./list-checks.ts";
import { writeNumberChecks } from "./number-checks.ts";
import { writeMemberChecks, writeUnevaluatedProperties } from "./object-checks.ts";
import { writeTextChecks } from "./text-checks.ts";

/** Writes code that reports whatever keeps a value from conforming (JSON Schema 2020-12). */
export function writeChecks(given: Json, checked: Checked): void {
  if (given === false) return report(checked, "false schema");
  if (!isObject(given)) return;
  const schema = withFiles(given);
  const own = ownTracker(schema, checked);
  const reference = member(schema, "$ref");
  if (typeof reference === "string") writeReference(reference, own);
  writeTyped(schema, own);
  writeGivenValues(schema, own);
  writeCombinations(schema, own);
  writeUnevaluated(schema, own);
  if (own.seen !== checked.seen && checked.seen !== undefined)
    checked.code.line(`${checked.seen}.add(${own.seen});`);
}

/** `unevaluated…` sees what the keywords beside it have looked at, and nothing of what is around them. */
function ownTracker(schema: JsonObject, checked: Checked): Checked {
  const { unevaluatedItems, unevaluatedProperties } = schema;
  if (unevaluatedItems === undefined && unevaluatedProperties === undefined) return checked;
  const seen = checked.code.name("seen");
  checked.code.line(`const ${seen} = new ${checked.module.use("Evaluated")}();`);
  return { ...checked, seen };
}

function writeReference(reference: string, { module, code, value, path, seen }: Checked): void {
  const check = module.reference(reference, seen !== undefined);
  const tracker = seen === undefined ? "" : `, ${seen}`;
  code.line(`${check}(${value}, ${path.join(" + ")}, findings${tracker});`);
}

function writeUnevaluated(schema: JsonObject, checked: Checked): void {
  const { unevaluatedItems, unevaluatedProperties } = schema;
  if (unevaluatedProperties !== undefined)
    writeUnevaluatedProperties(unevaluatedProperties as Json, checked);
  if (unevaluatedItems !== undefined) writeUnevaluatedItems(unevaluatedItems as Json, checked);
}

type TypeName = "object" | "array" | "string" | "number" | "integer" | "boolean" | "null";

function typeTest(type: TypeName, { module, value }: Checked): string {
  switch (type) {
    case "object":
      return `${module.use("isObject")}(${value})`;
    case "array":
      return `Array.isArray(${value})`;
    case "number":
      return `Number.isFinite(${value})`;
    case "integer":
      return `Number.isInteger(${value})`;
    case "null":
      return `${value} === null`;
    default:
      return `typeof ${value} === "${type}"`;
  }
}

/** Keywords by the type of the values that they are about; other values pass them (section 4.2.1 of validation). */
const writers = [
  { types: ["string"], write: writeTextChecks },
  { types: ["number", "integer"], write: writeNumberChecks },
  { types: ["array"], write: writeItemChecks },
  { types: ["object"], write: writeMemberChecks },
] as const satisfies readonly {
  readonly types: readonly TypeName[];
  readonly write: (schema: JsonObject, checked: Checked) => void;
}[];

const typeNames: readonly string[] = [
  "object",
  "array",
  "string",
  "number",
  "integer",
  "boolean",
  "null",
] satisfies TypeName[];

/** One chain of conditions: a value has one type, and a wrong one makes one finding. */
function writeTyped(schema: JsonObject, checked: Checked): void {
  const { type } = schema;
  const given = [type].flat().filter((name) => typeNames.includes(String(name))) as TypeName[];
  const isAnyNumber = given.includes("number");
  const types = [...new Set(given)].filter((name) => name !== "integer" || !isAnyNumber);
  const open = new Set(types);
  let keyword = "if";
  for (const { types: own, write } of writers) {
    const mine =
      own.find((name) => types.includes(name)) ?? (types.length === 0 ? own[0] : undefined);
    if (mine === undefined) continue;
    const body = (): void => write(schema, checked);
    if (!checked.code.blockIfAny(`${keyword} (${typeTest(mine, checked)}) {`, body)) continue;
    open.delete(mine);
    keyword = "else if";
  }
  if (types.length === 0) return;
  const parameters = `type: ${literal(types.length === 1 ? types[0] : types)}`;
  const call = reportCall(checked, "type", parameters);
  const tests = [...open].map((name) => typeTest(name, checked));
  if (open.size > 0) checked.code.line(`${keyword} (${noneOf(tests)}) ${call}`);
  else checked.code.line(`else ${call}`);
}

function noneOf(tests: readonly string[]): string {
  const [test = "false"] = tests;
  if (tests.length !== 1) return `!(${tests.join(" || ")})`;
  return test.includes(" === ") ? test.replace(" === ", " !== ") : `!${test}`;
}

function writeGivenValues(schema: JsonObject, checked: Checked): void {
  const { enum: values } = schema;
  const constant = member(schema, "const");
  if (constant !== undefined) reportIf(checked, noneOf([isValue(constant, checked)]), "const");
  if (Array.isArray(values)) reportIf(checked, noneOf(isOneOf(values, checked)), "enum");
}

/** From how many values on a set is quicker to look into than a row of comparisons is to go through. */
const manyValues = 12;

function isOneOf(values: readonly Json[], checked: Checked): string[] {
  const primitive = values.filter((value) => typeof value !== "object" || value === null);
  const others = values.filter((value) => typeof value === "object" && value !== null);
  const tests =
    primitive.length < manyValues
      ? primitive.map((value) => isValue(value, checked))
      : [`${checked.module.set(primitive)}.has(${checked.value})`];
  return [...tests, ...others.map((value) => isValue(value, checked))];
}

function isValue(constant: Json, { module, value }: Checked): string {
  if (typeof constant !== "object" || constant === null) return `${value} === ${literal(constant)}`;
  return `${module.use("equal")}(${value}, ${module.value(constant)})`;
}

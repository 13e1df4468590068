import {
  isObject,
  member,
  type Json,
  type JsonObject,
} from "@openapi-packages/description/json/json";
import { noneOf, when, type Statement } from "../code/statement.ts";
import { readOnlyMark } from "@openapi-packages/description/model/variants/derive-variants";
import { isInt64Schema } from "@openapi-packages/description/model/conversions/value-types";
import { withFiles } from "../file-schemas.ts";
import { aliasOf, isSchema, referenceOf } from "../schema-reader.ts";
import {
  innerBlock,
  report,
  reportType,
  typeTest,
  type Checked,
  type TypeName,
} from "./checked.ts";
import { combinationChecks } from "./combined-checks.ts";
import { listChecks, unevaluatedItemChecks } from "./list-checks.ts";
import { numberChecks } from "./number-checks.ts";
import { objectChecks, unevaluatedMemberChecks } from "./object-checks.ts";
import { textChecks } from "./text-checks.ts";
import { valueChecks } from "./value-checks.ts";

/** Returns code that reports every violation of a schema (JSON Schema 2020-12). */
export function schemaChecks(given: Json, checked: Checked): Statement[] {
  if (given === false) return [report(checked, "false schema")];
  if (!isObject(given)) return [];
  const schema = withFiles(given);
  const { unevaluatedItems, unevaluatedProperties } = schema;
  if (unevaluatedItems === undefined && unevaluatedProperties === undefined)
    return ownChecks(schema, checked);
  // `unevaluated…` only considers what adjacent keywords have evaluated.
  const seen = checked.scope.declare("seen");
  const own = { ...checked, seen };
  return [
    `const ${seen} = new ${checked.part.use("Evaluated")}();`,
    ...ownChecks(schema, own),
    ...(isSchema(unevaluatedProperties) ? unevaluatedMemberChecks(unevaluatedProperties, own) : []),
    ...(isSchema(unevaluatedItems) ? unevaluatedItemChecks(unevaluatedItems, own) : []),
    ...(checked.seen === undefined ? [] : [`${checked.seen}.add(${seen});`]),
  ];
}

function ownChecks(schema: JsonObject, checked: Checked): Statement[] {
  if (aliasOf(schema) !== undefined) return referenceChecks(schema, checked);
  return [
    ...readOnlyMarks(schema, checked),
    ...referenceChecks(schema, checked),
    ...typeChecks(schema, checked),
    ...valueChecks(schema, checked),
    ...combinationChecks(schema, checked),
  ];
}

/** Marks read-only members instead of rejecting them: the caller decides what to do with them. */
function readOnlyMarks(schema: JsonObject, { part, path }: Checked): Statement[] {
  if (member(schema, readOnlyMark) !== true) return [];
  return [`${part.use("markReadOnly")}(errors, ${path.join(" + ")});`];
}

function referenceChecks(schema: JsonObject, checked: Checked): Statement[] {
  const { value, path, seen } = checked;
  const reference = referenceOf(schema);
  if (reference === undefined) return [];
  const check = checked.reference(reference, seen !== undefined);
  const given = [value, path.join(" + "), "errors", ...(seen === undefined ? [] : [seen])];
  if (!checked.isRepeated(reference)) return [`${check}(${given.join(", ")});`];
  return [`${checked.part.use("evaluateOnce")}(${[check, ...given].join(", ")});`];
}

/**
 * Checks by the type of the values that they apply to; other values pass (section 4.2.1 of
 * validation).
 */
const checksByType = [
  { types: ["string"], checks: textChecks },
  { types: ["number", "integer", "int64"], checks: numberChecks },
  { types: ["array"], checks: listChecks },
  { types: ["object"], checks: objectChecks },
] as const satisfies readonly {
  readonly types: readonly TypeName[];
  readonly checks: (schema: JsonObject, checked: Checked) => readonly Statement[];
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

/** Builds one chain of conditions: a value has one type, and a wrong type causes one error. */
function typeChecks(schema: JsonObject, checked: Checked): Statement[] {
  const given = [schema["type"]].flat().filter((name) => typeNames.includes(String(name)));
  const isAnyNumber = given.includes("number");
  const isBigInt = checked.hasBigInts && isInt64Schema(schema);
  const types = [...new Set(given as TypeName[])]
    .filter((name) => name !== "integer" || !isAnyNumber)
    .map((name) => (name === "integer" && isBigInt ? "int64" : name));
  const branches = checksByType.flatMap(({ types: own, checks }) => {
    const type = types.length === 0 ? own[0] : own.find((name) => types.includes(name));
    const body = type === undefined ? [] : checks(schema, innerBlock(checked));
    return type === undefined || body.length === 0 ? [] : [{ type, body }];
  });
  const covered = new Set<TypeName>(branches.map(({ type }) => type));
  const open = types.filter((type) => !covered.has(type));
  return branches.reduceRight<Statement[]>(
    (otherwise, { type, body }) => when(typeTest(type, checked), body, otherwise),
    wrongType(types, open, checked),
  );
}

/** Reports a value of none of the types; the types tested already are left out. */
function wrongType(
  types: readonly TypeName[],
  open: readonly TypeName[],
  checked: Checked,
): Statement[] {
  if (types.length === 0) return [];
  const call = reportType(checked, types);
  const tests = open.map((type) => typeTest(type, checked));
  return open.length === 0 ? [call] : when(noneOf(tests), [call]);
}

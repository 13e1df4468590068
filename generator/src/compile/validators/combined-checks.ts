import { member, type Json, type JsonObject } from "../../json.ts";
import { isSchema, schemaEntries, schemaList } from "./subschemas.ts";
import { writeChoice } from "./tagged-checks.ts";
import { hasMember } from "./object-checks.ts";
import { report, reportCall, type Checked } from "./checked.ts";

/** Writes the checks of keywords that hold schemas against the same value (JSON Schema 2020-12 core, section 10.2). */
export function writeCombinations(schema: JsonObject, checked: Checked): void {
  for (const subschema of schemaList(schema, "allOf")) checked.write(subschema, checked);
  for (const [keyword, write] of unions) {
    if (!Array.isArray(schema[keyword])) continue;
    const subschemas = schemaList(schema, keyword);
    if (!writeChoice(schema, subschemas, checked)) write(subschemas, checked);
  }
  writeNot(schema, checked);
  writeCondition(schema, checked);
  for (const [name, subschema] of schemaEntries(schema, "dependentSchemas")) {
    checked.code.blockIfAny(`if (${hasMember(name, checked)}) {`, () =>
      checked.write(subschema, checked),
    );
  }
}

const unions = [
  ["anyOf", writeAnyOf],
  ["oneOf", writeOneOf],
] as const;

/**
 * Tries a schema: what it finds is added to the findings, for the caller to take back. What it has
 * looked at counts only if it finds nothing.
 *
 * @returns code that is true, from then on, for a value that conforms
 */
function writeTrial(subschema: Json, checked: Checked, from?: string): string {
  const { code, module, seen } = checked;
  const start = from ?? code.name("start");
  if (from === undefined) code.line(`const ${start} = findings.length;`);
  const own = seen === undefined ? undefined : code.name("seen");
  if (own !== undefined) code.line(`const ${own} = new ${module.use("Evaluated")}();`);
  checked.write(subschema, { ...checked, seen: own });
  const holds = `findings.length === ${start}`;
  if (own !== undefined) code.line(`if (${holds}) ${seen}.add(${own});`);
  return holds;
}

function writeAnyOf(subschemas: readonly Json[], checked: Checked): void {
  const { code, seen } = checked;
  if (subschemas.length === 0) return report(checked, "anyOf");
  const before = code.name("before");
  const label = code.name("any");
  const isAny = code.name("isAny");
  const opening =
    seen === undefined
      ? [`${label}: {`, `const ${before} = findings.length;`]
      : ["{", `const ${before} = findings.length;`, `let ${isAny} = false;`];
  code.block(opening, () => {
    for (const [index, subschema] of subschemas.entries()) {
      const holds = writeTrial(subschema, checked, index === 0 ? before : undefined);
      // Whoever keeps track has to go through all schemas: each that holds has looked at something.
      if (seen !== undefined) code.line(`if (${holds}) ${isAny} = true;`);
      else if (index === 0) code.line(`if (${holds}) break ${label};`);
      else
        code.block(`if (${holds}) {`, () => {
          code.line(`findings.length = ${before};`);
          code.line(`break ${label};`);
        });
    }
    if (seen === undefined) report(checked, "anyOf");
    else {
      code.line(`if (${isAny}) findings.length = ${before};`);
      code.line(`else ${reportCall(checked, "anyOf")}`);
    }
  });
}

function writeOneOf(subschemas: readonly Json[], checked: Checked): void {
  const { code } = checked;
  const before = code.name("before");
  const count = code.name("count");
  const opening = ["{", `const ${before} = findings.length;`, `let ${count} = 0;`];
  code.block(opening, () => {
    for (const subschema of subschemas) {
      const holds = writeTrial(subschema, checked);
      code.line(`if (${holds}) ${count} += 1;`);
    }
    code.line(`if (${count} > 0) findings.length = ${before};`);
    code.line(`if (${count} !== 1) ${reportCall(checked, "oneOf")}`);
  });
}

function writeNot(schema: JsonObject, checked: Checked): void {
  const not = member(schema, "not");
  if (!isSchema(not)) return;
  const { code } = checked;
  const start = code.name("start");
  code.block(["{", `const ${start} = findings.length;`], () => {
    const holds = writeTrial(not, { ...checked, seen: undefined }, start);
    code.line(`if (${holds}) ${reportCall(checked, "not")}`);
    code.line(`else findings.length = ${start};`);
  });
}

function writeCondition(schema: JsonObject, checked: Checked): void {
  const condition = member(schema, "if");
  if (!isSchema(condition)) return;
  const { code } = checked;
  const start = code.name("start");
  const holds = code.name("holds");
  code.block(["{", `const ${start} = findings.length;`], () => {
    code.line(`const ${holds} = ${writeTrial(condition, checked, start)};`);
    code.line(`findings.length = ${start};`);
    writeBranch(member(schema, "then"), checked, `if (${holds}) {`, "then");
    writeBranch(member(schema, "else"), checked, `if (!${holds}) {`, "else");
  });
}

function writeBranch(
  branch: Json | undefined,
  checked: Checked,
  opening: string,
  keyword: string,
): void {
  if (!isSchema(branch)) return;
  const { code } = checked;
  const start = code.name("start");
  code.blockIfAny([opening, `const ${start} = findings.length;`], () => {
    checked.write(branch, checked);
    const call = reportCall(checked, "if", `failingKeyword: "${keyword}"`);
    code.line(`if (findings.length > ${start}) ${call}`);
  });
}

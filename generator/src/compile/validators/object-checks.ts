import { arrayMember, member, toPointer, type Json, type JsonObject } from "../../json.ts";
import { literal, propertyKey } from "../../escape.ts";
import { isSchema, patternEntries, schemaEntries } from "./subschemas.ts";
import { pathBelow } from "./code-writer.ts";
import { reportCall, reportIf, type Checked } from "./checked.ts";

/** Writes the checks of keywords for objects (JSON Schema 2020-12 core, section 10.3.2; validation, section 6.5). */
export function writeMemberChecks(schema: JsonObject, checked: Checked): void {
  const { value } = checked;
  const { minProperties, maxProperties } = schema;
  const count = `Object.keys(${value}).length`;
  if (typeof minProperties === "number" && minProperties > 0)
    reportIf(checked, `${count} < ${minProperties}`, "minProperties", `limit: ${minProperties}`);
  if (typeof maxProperties === "number")
    reportIf(checked, `${count} > ${maxProperties}`, "maxProperties", `limit: ${maxProperties}`);
  writeNamedMembers(schema, checked);
  writeOtherMembers(schema, checked);
  writePropertyNames(schema, checked);
  writeDependentNames(schema, checked);
}

/** Writes the check of the members that no keyword beside has looked at (core, section 11.3). */
export function writeUnevaluatedProperties(schema: Json, checked: Checked): void {
  const { module, code, value, seen } = checked;
  code.block(`if (${module.use("isObject")}(${value})) {`, () => {
    if (schema !== true) {
      const key = code.name("key");
      const opening = [
        `for (const ${key} of Object.keys(${value})) {`,
        `if (${seen}.hasMember(${key})) continue;`,
      ];
      code.blockIfAny(opening, () =>
        writeMember(schema, checked, key, "unevaluatedProperties", "unevaluatedProperty"),
      );
    }
    code.line(`${seen}.addAllMembers();`);
  });
}

/** Members by name: those that are required, and those with a schema. */
function writeNamedMembers(schema: JsonObject, checked: Checked): void {
  const { code, seen } = checked;
  const properties = new Map(schemaEntries(schema, "properties"));
  const required = new Set(arrayMember(schema, "required").map(String));
  for (const name of new Set([...required, ...properties.keys()])) {
    const parameters = `missingProperty: ${literal(name)}`;
    const missing = required.has(name) ? reportCall(checked, "required", parameters) : undefined;
    const own = properties.get(name);
    if (own !== undefined && writeNamedMember(name, own, missing, checked)) continue;
    if (missing !== undefined)
      code.line(`if (${memberOf(name, checked)} === undefined) ${missing}`);
  }
  if (seen === undefined || properties.size === 0) return;
  code.line(`${seen}.addMembers(${literal([...properties.keys()])});`);
}

/** Answers whether its schema asks anything of the member. */
function writeNamedMember(
  name: string,
  schema: Json,
  missing: string | undefined,
  checked: Checked,
): boolean {
  const { code } = checked;
  return code.attempt(() => {
    const variable = code.name("member");
    code.line(`const ${variable} = ${memberOf(name, checked)};`);
    const hasChecks = code.blockIfAny(`if (${variable} !== undefined) {`, () =>
      checked.write(schema, memberAt(checked, variable, literal(toPointer([name])))),
    );
    if (hasChecks && missing !== undefined) code.line(`else ${missing}`);
    return hasChecks;
  });
}

/** The names that every object inherits something for. */
const inherited = new Set(Object.getOwnPropertyNames(Object.prototype));

/** A member, own or none. */
export function memberOf(name: string, { module, value }: Checked): string {
  if (inherited.has(name)) return `${module.use("getMember")}(${value}, ${literal(name)})`;
  const key = propertyKey(name);
  return key.startsWith('"') ? `${value}[${key}]` : `${value}.${key}`;
}

/** Members by pattern, and those that neither has a name for (`additionalProperties`). */
function writeOtherMembers(schema: JsonObject, checked: Checked): void {
  const { module, code, value, seen } = checked;
  const additional = member(schema, "additionalProperties");
  const patterns = patternEntries(schema);
  const key = code.name("key");
  code.blockIfAny(`for (const ${key} of Object.keys(${value})) {`, () => {
    const isMatched = patterns.map(([pattern]) => `${module.pattern(pattern)}.test(${key})`);
    for (const [index, [, subschema]] of patterns.entries()) {
      code.blockIfAny(`if (${isMatched[index]}) {`, () => {
        writeMember(subschema, checked, key);
        if (seen !== undefined) code.line(`${seen}.addMembers([${key}]);`);
      });
    }
    if (!isSchema(additional)) return;
    const names = schemaEntries(schema, "properties").map(([name]) => name);
    const others = [isNamed(names, key, checked), ...isMatched].filter((test) => test !== "");
    const opening = others.length === 0 ? "{" : `if (!(${others.join(" || ")})) {`;
    code.blockIfAny(opening, () => {
      writeMember(additional, checked, key, "additionalProperties", "additionalProperty");
      if (seen !== undefined) code.line(`${seen}.addMembers([${key}]);`);
    });
  });
}

/** From how many names on a set is quicker to look into than a row of comparisons is to go through. */
const manyNames = 8;

function isNamed(names: readonly string[], key: string, { module }: Checked): string {
  if (names.length >= manyNames) return `${module.set(names)}.has(${key})`;
  return names.map((name) => `${key} === ${literal(name)}`).join(" || ");
}

/** Checks the member that a variable has the name of; `false` has findings of its own for some keywords. */
function writeMember(
  schema: Json,
  checked: Checked,
  key: string,
  keyword?: string,
  parameter?: string,
): void {
  const { module, code, value } = checked;
  if (schema === false && keyword !== undefined) {
    code.line(reportCall(checked, keyword, `${parameter}: ${key}`));
    return;
  }
  const variable = code.name("member");
  code.blockIfAny(["{", `const ${variable} = ${value}[${key}];`], () =>
    checked.write(schema, memberAt(checked, variable, `${module.use("token")}(${key})`)),
  );
}

function writePropertyNames(schema: JsonObject, checked: Checked): void {
  const names = member(schema, "propertyNames");
  if (!isSchema(names) || names === true) return;
  const { code, value } = checked;
  const key = code.name("key");
  const start = code.name("start");
  const opening = [
    `for (const ${key} of Object.keys(${value})) {`,
    `const ${start} = findings.length;`,
  ];
  code.blockIfAny(opening, () => {
    checked.write(names, { ...checked, value: key, seen: undefined });
    const call = reportCall(checked, "propertyNames", `propertyName: ${key}`);
    code.line(`if (findings.length > ${start}) ${call}`);
  });
}

function writeDependentNames(schema: JsonObject, checked: Checked): void {
  const dependent = member(schema, "dependentRequired");
  for (const [name, needed] of Object.entries((dependent ?? {}) as Record<string, Json>)) {
    if (!Array.isArray(needed)) continue;
    const { code } = checked;
    code.blockIfAny(`if (${memberOf(name, checked)} !== undefined) {`, () => {
      for (const other of needed.map(String)) {
        const parameters = `property: ${literal(name)}, missingProperty: ${literal(other)}`;
        const call = reportCall(checked, "dependentRequired", parameters);
        code.line(`if (${memberOf(other, checked)} === undefined) ${call}`);
      }
    });
  }
}

/** Writes what holds for a whole object that has a member (core, section 10.2.2.4, `dependentSchemas`). */
export function hasMember(name: string, checked: Checked): string {
  const { module, value } = checked;
  return `${module.use("isObject")}(${value}) && ${memberOf(name, checked)} !== undefined`;
}

function memberAt(checked: Checked, value: string, pathPart: string): Checked {
  return { ...checked, value, path: pathBelow(checked.path, pathPart), seen: undefined };
}

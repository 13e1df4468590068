import {
  arrayMember,
  member,
  toPointer,
  type Json,
  type JsonObject,
} from "@openapi-packages/description/json/json";
import { literal } from "@openapi-packages/description/text/escape";
import { block, noneOf, when, type Statement } from "../code/statement.ts";
import { isSchema, patternEntries, schemaEntries } from "../schema-reader.ts";
import {
  below,
  countUnlisted,
  innerBlock,
  memberOf,
  memberVariable,
  patternTest,
  report,
  reportMissing,
  setConstant,
  takesVariable,
  type Checked,
} from "./checked.ts";

/**
 * Returns the checks of keywords for objects (JSON Schema 2020-12 core, section 10.3.2; validation,
 * section 6.5).
 */
export function objectChecks(schema: JsonObject, checked: Checked): Statement[] {
  const rest = [
    ...fewnessChecks(schema, checked),
    ...namedMemberChecks(schema, checked),
    ...otherMemberChecks(schema, checked),
    ...memberNameChecks(schema, checked),
    ...dependentNameChecks(schema, checked),
  ];
  const { maxProperties } = schema;
  if (typeof maxProperties !== "number") return rest;
  // Skips the other checks of an object with too many members: it may be huge.
  const seen = checked.seen === undefined ? [] : [`${checked.seen}.addAllMembers();`];
  const call = report(checked, "maxProperties", `limit: ${maxProperties}`);
  return when(`${sizeOf(checked)} > ${maxProperties}`, [call, ...seen], rest);
}

const sizeOf = ({ value }: Checked): string => `Object.keys(${value}).length`;

function fewnessChecks({ minProperties }: JsonObject, checked: Checked): Statement[] {
  if (typeof minProperties !== "number" || minProperties <= 0) return [];
  const call = report(checked, "minProperties", `limit: ${minProperties}`);
  return when(`${sizeOf(checked)} < ${minProperties}`, [call]);
}

/** Checks the members that are required or have a schema. */
function namedMemberChecks(schema: JsonObject, checked: Checked): Statement[] {
  const { seen } = checked;
  const properties = new Map(schemaEntries(schema, "properties"));
  const required = new Set(arrayMember(schema, "required").map(String));
  const checks = [...new Set([...required, ...properties.keys()])].flatMap((name) => {
    const missing = required.has(name) ? [reportMissing(checked, name)] : [];
    return namedMember(name, properties.get(name) ?? true, missing, checked);
  });
  if (seen !== undefined && properties.size > 0)
    checks.push(`${seen}.addMembers(${literal([...properties.keys()])});`);
  return checks;
}

/** Checks one member. */
function namedMember(
  name: string,
  schema: Json,
  missing: readonly Statement[],
  checked: Checked,
): Statement[] {
  const code = memberOf(name, checked);
  const isRead = takesVariable(schema);
  const value = isRead ? memberVariable(name, checked) : code;
  const inner = innerBlock(checked);
  const checks = inner.checks(schema, below(inner, value, [literal(toPointer([name]))], name));
  if (checks.length === 0) return when(`${code} === undefined`, missing);
  const statements =
    missing.length === 0
      ? when(`${value} !== undefined`, checks)
      : when(`${value} === undefined`, missing, checks);
  return isRead ? [`const ${value} = ${code};`, ...statements] : statements;
}

/**
 * Checks the members that match a pattern, and all other undeclared ones (`additionalProperties`).
 */
function otherMemberChecks(schema: JsonObject, checked: Checked): Statement[] {
  const additional = member(schema, "additionalProperties");
  const described = patternEntries(schema);
  if (described.length === 0 && !isSchema(additional)) return [];
  const { value, seen } = checked;
  const inner = innerBlock(checked);
  const key = inner.scope.declare("key");
  const tracked = seen === undefined ? [] : [`${seen}.addMembers([${key}]);`];
  const patterns = described.map(([pattern, own]) => ({
    test: patternTest(checked, pattern, key),
    own,
  }));
  const checks = patterns.flatMap(({ test, own }) =>
    when(test, [...keyedMember(own, innerBlock(inner), key), ...tracked]),
  );
  if (isSchema(additional)) {
    const names = schemaEntries(schema, "properties").map(([name]) => name);
    const others = [...nameTests(names, key, checked), ...patterns.map(({ test }) => test)];
    const own =
      additional === false
        ? [report(checked, "additionalProperties", `additionalProperty: ${key}`)]
        : keyedMember(additional, innerBlock(inner), key);
    const body = [...own, ...tracked];
    checks.push(...(others.length === 0 ? body : when(noneOf(others), body)));
  }
  return block(`for (const ${key} of Object.keys(${value}))`, checks);
}

/** From this many names on, a lookup in a set is faster than comparisons. */
const manyNames = 8;

function nameTests(names: readonly string[], key: string, checked: Checked): string[] {
  if (names.length >= manyNames) return [`${setConstant(checked, "names", names)}.has(${key})`];
  return names.map((name) => `${key} === ${literal(name)}`);
}

/** Checks the member whose name is in a variable. */
function keyedMember(schema: Json, checked: Checked, key: string): Statement[] {
  const { part, value } = checked;
  const name = checked.scope.declare("member");
  const path = [`${part.use("token")}(${key})`];
  const checks = checked.checks(schema, below(checked, name, path, "member"));
  return checks.length === 0 ? [] : [`const ${name} = ${value}[${key}];`, ...checks];
}

function memberNameChecks(schema: JsonObject, checked: Checked): Statement[] {
  const names = member(schema, "propertyNames");
  if (!isSchema(names) || names === true) return [];
  const inner = innerBlock(checked);
  const key = inner.scope.declare("key");
  const start = inner.scope.declare("start");
  const place = [...checked.place, "name"];
  const checks = inner.checks(names, { ...inner, value: key, place, seen: undefined });
  if (checks.length === 0) return [];
  const call = report(checked, "propertyNames", `propertyName: ${key}`);
  const isOpen = checked.unlisted.mayPass(names);
  const unlisted = inner.scope.declare("unlisted");
  const isOther = isOpen ? ` || ${countUnlisted(checked)} > ${unlisted}` : "";
  return block(`for (const ${key} of Object.keys(${checked.value}))`, [
    `const ${start} = errors.length;`,
    ...(isOpen ? [`const ${unlisted} = ${countUnlisted(checked)};`] : []),
    ...checks,
    ...when(`errors.length > ${start}${isOther}`, [call]),
  ]);
}

function dependentNameChecks(schema: JsonObject, checked: Checked): Statement[] {
  const dependent = member(schema, "dependentRequired");
  return Object.entries((dependent ?? {}) as Record<string, Json>).flatMap(([name, needed]) => {
    if (!Array.isArray(needed)) return [];
    const checks = needed.map(String).flatMap((other) => {
      const parameters = `property: ${literal(name)}, missingProperty: ${literal(other)}`;
      const call = report(checked, "dependentRequired", parameters);
      return when(`${memberOf(other, checked)} === undefined`, [call]);
    });
    return when(`${memberOf(name, checked)} !== undefined`, checks);
  });
}

/** Checks the members that no adjacent keyword has evaluated (core, section 11.3). */
export function unevaluatedMemberChecks(schema: Json, checked: Checked): Statement[] {
  const { part, value, seen } = checked;
  const inner = innerBlock(checked);
  const key = inner.scope.declare("key");
  const checks =
    schema === false
      ? [report(checked, "unevaluatedProperties", `unevaluatedProperty: ${key}`)]
      : keyedMember(schema, inner, key);
  const loop =
    checks.length === 0
      ? []
      : block(`for (const ${key} of Object.keys(${value}))`, [
          `if (${seen}.hasMember(${key})) continue;`,
          ...checks,
        ]);
  return when(`${part.use("isObject")}(${value})`, [...loop, `${seen}.addAllMembers();`]);
}

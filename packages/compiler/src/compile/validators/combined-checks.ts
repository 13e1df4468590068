import { member, type Json, type JsonObject } from "@openapi-packages/description/json/json";
import { block, when, type Statement } from "../code/statement.ts";
import { isSchema, schemaEntries, schemaList } from "../schema-reader.ts";
import {
  countMarks,
  countUnlisted,
  innerBlock,
  memberOf,
  removeMarks,
  removeUnlisted,
  report,
  type Checked,
} from "./checked.ts";
import { besideUnlisted, chosenChecks, guardedChecks } from "./choice-checks.ts";
import { constantChecks } from "./value-checks.ts";

/**
 * Returns the checks of keywords that apply schemas to the same value (JSON Schema 2020-12 core,
 * section 10.2).
 */
export function combinationChecks(schema: JsonObject, checked: Checked): Statement[] {
  return [
    ...schemaList(schema, "allOf").flatMap((one) => checked.checks(one, checked)),
    ...(["anyOf", "oneOf"] as const).flatMap((keyword) => unionChecks(schema, keyword, checked)),
    ...negationChecks(schema, checked),
    ...conditionChecks(schema, checked),
    ...dependentChecks(schema, checked),
  ];
}

function unionChecks(
  schema: JsonObject,
  keyword: "anyOf" | "oneOf",
  checked: Checked,
): readonly Statement[] {
  if (!Array.isArray(schema[keyword])) return [];
  const constants = checked.unlisted.openConstants(schema, keyword);
  if (constants !== undefined) return constantChecks(constants, keyword, checked);
  const chosen = chosenChecks(schema, keyword, checked);
  if (chosen !== undefined) return chosen;
  const alternatives = schemaList(schema, keyword);
  const isFirstEnough =
    checked.seen === undefined &&
    !alternatives.some((one) => checked.mayMark(one) || checked.unlisted.mayPass(one));
  const checks =
    keyword === "anyOf" && isFirstEnough
      ? anyOfChecks(alternatives, checked)
      : countedChecks(keyword, alternatives, checked);
  return besideUnlisted(checked.unlisted.tagsOf(schema, keyword), keyword, checks, checked);
}

/** Stops at the first alternative that matches. */
function anyOfChecks(alternatives: readonly Json[], checked: Checked): Statement[] {
  const inner = innerBlock(checked);
  const label = inner.scope.declare("any");
  const before = inner.scope.declare("before");
  const trials = trialsOf(alternatives, inner, [`errors.length = ${before};`, `break ${label};`]);
  return block(`${label}:`, [
    `const ${before} = errors.length;`,
    ...trials,
    report(checked, "anyOf"),
  ]);
}

/**
 * Tries all alternatives. `oneOf` needs exactly one match; `anyOf` needs all matches to collect
 * their evaluated members and read-only marks. A value that an alternative only lets pass because it is not listed
 * belongs to it if no other alternative matches.
 */
function countedChecks(
  keyword: "anyOf" | "oneOf",
  alternatives: readonly Json[],
  checked: Checked,
): Statement[] {
  const inner = innerBlock(checked);
  const before = inner.scope.declare("before");
  const matches = inner.scope.declare("matches");
  const isOpen = alternatives.some((one) => checked.unlisted.mayPass(one));
  const passed = isOpen ? inner.scope.declare("passed") : undefined;
  const passing = isOpen ? inner.scope.declare("passing") : undefined;
  const trials = trialsOf(
    alternatives,
    inner,
    [`${matches} += 1;`],
    () => [],
    passing === undefined ? undefined : [`${passing} += 1;`],
  );
  const none = passing === undefined ? `${matches} === 0` : `${matches} + ${passing} === 0`;
  const isOne = passing === undefined ? `${matches} !== 1` : `${matches} > 1 || ${none}`;
  const some = passing === undefined ? `${matches} > 0` : `${matches} + ${passing} > 0`;
  return block("", [
    `const ${before} = errors.length;`,
    `let ${matches} = 0;`,
    ...(passed === undefined ? [] : [`const ${passed} = ${countUnlisted(checked)};`]),
    ...(passing === undefined ? [] : [`let ${passing} = 0;`]),
    ...trials,
    ...when(some, [`errors.length = ${before};`]),
    ...(passed === undefined ? [] : when(`${matches} > 0`, [removeUnlisted(checked, passed)])),
    ...when(keyword === "oneOf" ? isOne : none, [report(checked, keyword)]),
  ]);
}

/**
 * Tries one schema after the other. The errors of each are collected; its evaluated members and
 * read-only marks count only if it matches.
 *
 * @param then the statements to run if a schema matches
 * @param otherwise the statements to run if it does not match
 * @param passing the statements to run if it lets a value pass that is not listed; omitted: it does not match
 */
function trialsOf(
  schemas: readonly Json[],
  checked: Checked,
  then: readonly Statement[],
  otherwise: (start: string) => readonly Statement[] = () => [],
  passing?: readonly Statement[],
): Statement[] {
  const { part, scope, seen } = checked;
  const start = scope.declare("start");
  const marks = schemas.some(checked.mayMark) ? scope.declare("marks") : undefined;
  const isOpen = schemas.some((one) => checked.unlisted.mayPass(one));
  const unlisted = isOpen ? scope.declare("unlisted") : undefined;
  const own = seen === undefined ? undefined : scope.declare("seen");
  const add = own === undefined ? [] : [`${seen}.add(${own});`];
  return schemas.flatMap((schema, index) => {
    const first = schemas.length === 1 ? "const " : "let ";
    const keyword = index === 0 ? first : "";
    const tracker = own === undefined ? [] : [`${keyword}${own} = new ${part.use("Evaluated")}();`];
    const counted = marks === undefined ? [] : [`${keyword}${marks} = ${countMarks(checked)};`];
    const passed =
      unlisted === undefined ? [] : [`${keyword}${unlisted} = ${countUnlisted(checked)};`];
    const failed = [
      ...(marks === undefined ? [] : [removeMarks(checked, marks)]),
      ...(unlisted === undefined ? [] : [removeUnlisted(checked, unlisted)]),
      ...otherwise(start),
    ];
    const isListed = unlisted === undefined ? "" : `${countUnlisted(checked)} === ${unlisted}`;
    const isFit = `errors.length === ${start}`;
    return [
      `${keyword}${start} = errors.length;`,
      ...counted,
      ...passed,
      ...tracker,
      ...guardedChecks(schema, { ...checked, seen: own }),
      ...(unlisted === undefined || passing === undefined
        ? when([isFit, isListed].filter(Boolean).join(" && "), [...add, ...then], failed)
        : when(isFit, [...add, ...when(isListed, then, passing)], failed)),
    ];
  });
}

function negationChecks(schema: JsonObject, checked: Checked): Statement[] {
  const not = member(schema, "not");
  if (!isSchema(not)) return [];
  const inner = { ...innerBlock(checked), seen: undefined };
  const trial = trialsOf([not], inner, [report(checked, "not")], (start) => [
    `errors.length = ${start};`,
  ]);
  if (!checked.mayMark(not)) return block("", trial);
  // `not` collects no annotations (JSON Schema Core, section 7.7.1).
  const marks = inner.scope.declare("before");
  return block("", [
    `const ${marks} = ${countMarks(checked)};`,
    ...trial,
    removeMarks(checked, marks),
  ]);
}

function conditionChecks(schema: JsonObject, checked: Checked): Statement[] {
  const condition = member(schema, "if");
  if (!isSchema(condition)) return [];
  const inner = innerBlock(checked);
  const isMet = inner.scope.declare("isMet");
  const trial = trialsOf([condition], inner, [`${isMet} = true;`], (start) => [
    `errors.length = ${start};`,
  ]);
  const met = branchChecks(member(schema, "then"), "then", inner);
  const unmet = branchChecks(member(schema, "else"), "else", inner);
  return block("", [`let ${isMet} = false;`, ...trial, ...when(isMet, met, unmet)]);
}

function branchChecks(
  branch: Json | undefined,
  keyword: "then" | "else",
  checked: Checked,
): Statement[] {
  if (!isSchema(branch)) return [];
  const inner = innerBlock(checked);
  const start = inner.scope.declare("start");
  const checks = inner.checks(branch, inner);
  if (checks.length === 0) return [];
  const call = report(checked, "if", `failingKeyword: "${keyword}"`);
  return [
    `const ${start} = errors.length;`,
    ...checks,
    ...when(`errors.length > ${start}`, [call]),
  ];
}

function dependentChecks(schema: JsonObject, checked: Checked): Statement[] {
  return schemaEntries(schema, "dependentSchemas").flatMap(([name, dependent]) => {
    const inner = innerBlock(checked);
    const isObject = `${checked.part.use("isObject")}(${checked.value})`;
    const checks = inner.checks(dependent, inner);
    return when(`${isObject} && ${memberOf(name, checked)} !== undefined`, checks);
  });
}

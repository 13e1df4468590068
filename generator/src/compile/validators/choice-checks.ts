import { isObject, toPointer, type Json, type JsonObject } from "../../json.ts";
import { subschemas } from "../../subschemas.ts";
import { literal } from "../../escape.ts";
import type { TagValue, Traits, ValueKind } from "../../model/unions/traits.ts";
import { unionChoice, type UnionChoice, type UnionTag } from "../../model/unions/union-choice.ts";
import { block, noneOf, when, type Statement } from "../code/statement.ts";
import { schemaList } from "../schema-reader.ts";
import {
  innerBlock,
  memberOf,
  pathBelow,
  report,
  reportType,
  setConstant,
  typeTest,
  type Checked,
} from "./checked.ts";

/** A union whose alternatives are told apart. */
interface ChosenUnion extends UnionChoice {
  readonly keyword: "anyOf" | "oneOf";
  readonly alternatives: readonly Json[];
}

/**
 * The choice of one alternative by a discriminator, or by what no two of them have in common: their types, or a
 * required member whose values are given. What is wrong is said of the chosen one alone, and the others cost
 * nothing. `undefined` where a value may have several alternatives.
 */
export function chosenChecks(
  schema: JsonObject,
  keyword: "anyOf" | "oneOf",
  checked: Checked,
): readonly Statement[] | undefined {
  const alternatives = schemaList(schema, keyword);
  const choice = unionChoice(schema, keyword, checked.traits);
  if (choice === undefined || (alternatives.length < 2 && choice.tag === undefined))
    return undefined;
  return kindChecks({ ...choice, keyword, alternatives }, checked);
}

/** A choice by one member, of a value that may be of any type. */
function tagChecks(
  { keyword, alternatives }: ChosenUnion,
  { property, isDeclared, values, fallback }: UnionTag,
  checked: Checked,
): Statement[] {
  const { part, value } = checked;
  const cases = alternatives.flatMap((alternative, index) => {
    const inner = innerBlock(checked);
    const head = (values[index] ?? []).map((tag) => `case ${literal(tag)}:`).join(" ");
    return head === "" ? [] : block(head, [...inner.checks(alternative, inner), "break;"]);
  });
  const parameters = `propertyName: ${literal(property)}, values: ${literal(values.flat())}`;
  const wrong = isDeclared ? "discriminator" : keyword;
  const tag = `${part.use("isObject")}(${value}) ? ${memberOf(property, checked)} : undefined`;
  const otherwise = fallback === undefined ? undefined : alternatives[fallback];
  if (otherwise === undefined)
    return block(`switch (${tag})`, [...cases, `default: ${report(checked, wrong, parameters)}`]);
  const inner = innerBlock(checked);
  const { not: _, ...schema } = otherwise as JsonObject;
  const isTyped = checked.traits.of(schema).kinds.size === 1;
  const checks = inner.checks(isTyped ? schema : { ...schema, type: "object" }, inner);
  return block(`switch (${tag})`, [...cases, ...block("default:", checks)]);
}

/** A choice by the type of a value, and of objects by their members. */
function kindChecks(union: ChosenUnion, checked: Checked): readonly Statement[] {
  const { alternatives, keyword, traits, tag } = union;
  const withObjects = alternatives.filter((_, index) => hasObjects(traits[index]));
  if (tag !== undefined && withObjects.length === alternatives.length)
    return tagChecks(union, tag, checked);
  const isByMembers = withObjects.length > 1;
  const chosen = alternatives.flatMap((alternative, index) => {
    const own = traits[index];
    if (own === undefined || own.kinds.size === 0) return [];
    if (tag !== undefined && hasObjects(own)) return [];
    const inner = innerBlock(checked);
    const tests = traitTests(own, isByMembers, checked);
    return [{ tests, body: inner.checks(withoutType(alternative, own), inner) }];
  });
  if (tag !== undefined) {
    const body = tagChecks(union, tag, checked);
    chosen.push({ tests: [typeTest("object", checked)], body });
  }
  const all = [...new Set(traits.flatMap(({ kinds }) => [...kinds]))];
  const isTyped = !isByMembers || tag !== undefined;
  const wrong = isTyped ? reportType(checked, all) : report(checked, keyword);
  return chosen.reduceRight<readonly Statement[]>(
    (otherwise, { tests, body }) =>
      body.length === 0 ? when(none(tests), otherwise) : when(tests.join(" || "), body, otherwise),
    [wrong],
  );
}

/** A schema without the type that its values are known to have. */
function withoutType(schema: Json, { kinds }: Traits): Json {
  if (!isObject(schema) || kinds.size !== 1) return schema;
  const { type, ...rest } = schema;
  return typeof type === "string" && kinds.has(type as ValueKind) ? rest : schema;
}

/** The condition that none of several tests holds, those of more than one condition being in parentheses. */
function none(tests: readonly string[]): string {
  const [test = ""] = tests;
  return tests.length === 1 && test.startsWith("(") ? `!${test}` : noneOf(tests);
}

const hasObjects = (traits: Traits | undefined): boolean => traits?.kinds.has("object") === true;

/** The tests of which one holds for each value that has what all values of a schema have. */
function traitTests(
  { kinds, tags }: Traits,
  isByMembers: boolean,
  checked: Checked,
): readonly string[] {
  return [...kinds].map((kind) => {
    const test = typeTest(kind, checked);
    if (kind !== "object" || !isByMembers || tags.size === 0) return test;
    const own = [...tags].map(([name, values]) => {
      const tests = tagTests(name, values, checked);
      return tests.length === 1 ? tests.join("") : `(${tests.join(" || ")})`;
    });
    return `(${[test, ...own].join(" && ")})`;
  });
}

/** A set of so many values is quicker to look into than a row of comparisons is to go through. */
const manyValues = 12;

function tagTests(name: string, values: readonly TagValue[], checked: Checked): readonly string[] {
  const code = memberOf(name, checked);
  if (values.length < manyValues) return values.map((value) => `${code} === ${literal(value)}`);
  const place = { ...checked, place: [...checked.place, name] };
  return [`${setConstant(place, "values", values)}.has(${code})`];
}

/**
 * The checks of an alternative that is tried: of an object whose member cannot be that of this one, nothing
 * else is looked at, as it may contain much.
 */
export function guardedChecks(schema: Json, checked: Checked): readonly Statement[] {
  const checks = checked.checks(schema, checked);
  const { tags } = checked.traits.of(schema);
  if (tags.size === 0 || !leadsOn(schema)) return checks;
  const { part, value, path } = checked;
  return [...tags].reduceRight<readonly Statement[]>((otherwise, [name, values]) => {
    const place = { ...checked, path: pathBelow(path, literal(toPointer([name]))) };
    const test = `${part.use("isObject")}(${value}) && ${noneOf(tagTests(name, values, checked))}`;
    return when(test, [report(place, "enum")], otherwise);
  }, checks);
}

function leadsOn(schema: Json): boolean {
  return (
    isObject(schema) &&
    (schema["$ref"] !== undefined || subschemas(schema).some((below) => leadsOn(below.schema)))
  );
}

import {
  isObject,
  toPointer,
  type Json,
  type JsonObject,
} from "@openapi-packages/description/json/json";
import { subschemas } from "@openapi-packages/description/json/subschemas";
import { literal } from "@openapi-packages/description/text/escape";
import type {
  TagValue,
  Traits,
  ValueKind,
} from "@openapi-packages/description/model/unions/traits";
import {
  unionChoice,
  type UnionChoice,
  type UnionTag,
} from "@openapi-packages/description/model/unions/union-choice";
import { block, noneOf, when, type Statement } from "../code/statement.ts";
import { schemaList } from "../schema-reader.ts";
import {
  innerBlock,
  memberOf,
  pathBelow,
  report,
  reportType,
  reportUnlisted,
  setConstant,
  typeTest,
  type Checked,
} from "./checked.ts";
import type { ListedTags } from "./unlisted-values.ts";

/** A union with a rule that selects the alternative of a value. */
interface ChosenUnion extends UnionChoice {
  /** The tags of its discriminator, if it may get more alternatives. */
  readonly tags: ListedTags | undefined;
  readonly keyword: "anyOf" | "oneOf";
  readonly alternatives: readonly Json[];
}

/**
 * Selects one alternative by a discriminator, by distinct types, or by a required member with
 * distinct values. Only the selected alternative is checked and reported. Returns `undefined` if a
 * value may match several alternatives.
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
  const tags = checked.unlisted.tagsOf(schema, keyword);
  const checks = kindChecks({ ...choice, keyword, alternatives, tags }, checked);
  return choice.tag?.isDeclared === true ? checks : besideUnlisted(tags, keyword, checks, checked);
}

/** Passes objects whose discriminator has none of the listed values, and checks all other values. */
export function besideUnlisted(
  tags: ListedTags | undefined,
  keyword: "anyOf" | "oneOf",
  checks: readonly Statement[],
  checked: Checked,
): readonly Statement[] {
  if (tags === undefined) return checks;
  const { property, values } = tags;
  const isOther = noneOf(tagTests(property, values, checked));
  const test = `${otherTag(property, values, checked)} && ${isOther}`;
  return when(test, passUnlisted(checked, keyword, "true"), checks);
}

/** Returns code that tests whether an object has a tag of the type of those that are listed. */
function otherTag(property: string, values: readonly TagValue[], checked: Checked): string {
  const types = [...new Set(values.map((value) => typeof value))];
  const tests = types.map((type) => `typeof ${memberOf(property, checked)} === "${type}"`);
  const isAlike = tests.length === 1 ? tests.join("") : `(${tests.join(" || ")})`;
  return `${checked.part.use("isObject")}(${checked.value}) && ${isAlike}`;
}

/** Reports an unlisted value; where it passes, all of its members count as evaluated. */
function passUnlisted(
  checked: Checked,
  keyword: string,
  isAlike: string,
  parameters?: string,
): Statement[] {
  const call = reportUnlisted(checked, keyword, isAlike, parameters);
  return checked.seen === undefined ? [call] : [call, `${checked.seen}.addAllMembers();`];
}

const isOpenTag = (alternatives: readonly Json[], property: string, checked: Checked): boolean =>
  alternatives.some((one) => checked.unlisted.mayHaveOtherTag(one, property));

/** Selects the alternative by one member; the value may be of any type. */
function tagChecks(
  { keyword, alternatives, tags }: ChosenUnion,
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
  if (otherwise === undefined) {
    const isOpen = isOpenTag(alternatives, property, checked);
    const call =
      isOpen || (isDeclared && tags !== undefined)
        ? passUnlisted(checked, wrong, otherTag(property, values.flat(), checked), parameters)
        : [report(checked, wrong, parameters)];
    const otherCase = call.length === 1 ? [`default: ${call.join("")}`] : block("default:", call);
    return block(`switch (${tag})`, [...cases, ...otherCase]);
  }
  const inner = innerBlock(checked);
  const { not: _, ...schema } = otherwise as JsonObject;
  const isTyped = checked.traits.of(schema).kinds.size === 1;
  const checks = inner.checks(isTyped ? schema : { ...schema, type: "object" }, inner);
  return block(`switch (${tag})`, [...cases, ...block("default:", checks)]);
}

/** Selects the alternative by the type of the value, and for objects by their members. */
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
    return [{ tests, body: inner.checks(withoutType(alternative, own, checked), inner) }];
  });
  if (tag !== undefined) {
    const body = tagChecks(union, tag, checked);
    chosen.push({ tests: [typeTest("object", checked)], body });
  }
  const all = [...new Set(traits.flatMap(({ kinds }) => [...kinds]))];
  const isTyped = !isByMembers || tag !== undefined;
  const isOpen = traits.some((own) =>
    [...own.tags.keys()].some((name) => isOpenTag(alternatives, name, checked)),
  );
  const isOther = `${checked.part.use("isObject")}(${checked.value})`;
  const other = isOpen ? passUnlisted(checked, keyword, isOther) : [report(checked, keyword)];
  const wrong = isTyped ? [reportType(checked, all)] : other;
  return chosen.reduceRight<readonly Statement[]>(
    (otherwise, { tests, body }) =>
      body.length === 0 ? when(none(tests), otherwise) : when(tests.join(" || "), body, otherwise),
    wrong,
  );
}

/** Removes the `type` that is known already. A number may be a `bigint`, which only an int64 accepts. */
function withoutType(schema: Json, { kinds }: Traits, { hasBigInts }: Checked): Json {
  if (!isObject(schema) || kinds.size !== 1) return schema;
  if (hasBigInts && kinds.has("number")) return schema;
  const { type, ...rest } = schema;
  return typeof type === "string" && kinds.has(type as ValueKind) ? rest : schema;
}

/**
 * Builds the condition that all tests fail. A test with several conditions is in parentheses
 * already.
 */
function none(tests: readonly string[]): string {
  const [test = ""] = tests;
  return tests.length === 1 && test.startsWith("(") ? `!${test}` : noneOf(tests);
}

const hasObjects = (traits: Traits | undefined): boolean => traits?.kinds.has("object") === true;

/** Returns the tests of an alternative; each of its values passes at least one. */
function traitTests(
  { kinds, tags }: Traits,
  isByMembers: boolean,
  checked: Checked,
): readonly string[] {
  return [...kinds].map((kind) => {
    const isBigInt = kind === "number" && checked.hasBigInts;
    const number = `(${typeTest("number", checked)} || typeof ${checked.value} === "bigint")`;
    const test = isBigInt ? number : typeTest(kind, checked);
    if (kind !== "object" || !isByMembers || tags.size === 0) return test;
    const own = [...tags].map(([name, values]) => {
      // No value of the tag is possible where one part of the alternative excludes those of another.
      if (values.length === 0) return "false";
      const tests = tagTests(name, values, checked);
      return tests.length === 1 ? tests.join("") : `(${tests.join(" || ")})`;
    });
    return `(${[test, ...own].join(" && ")})`;
  });
}

/** From this many values on, a lookup in a set is faster than comparisons. */
const manyValues = 12;

function tagTests(name: string, values: readonly TagValue[], checked: Checked): readonly string[] {
  const code = memberOf(name, checked);
  if (values.length < manyValues) return values.map((value) => `${code} === ${literal(value)}`);
  const place = { ...checked, place: [...checked.place, name] };
  return [`${setConstant(place, "values", values)}.has(${code})`];
}

/**
 * Returns the checks of an alternative that is tried. If a member shows that the object belongs to
 * another alternative, the rest is skipped, since it may be large.
 */
export function guardedChecks(schema: Json, checked: Checked): readonly Statement[] {
  const checks = checked.checks(schema, checked);
  const tags = [...checked.traits.of(schema).tags].filter(
    ([name]) => !checked.unlisted.mayHaveOtherTag(schema, name),
  );
  if (tags.length === 0 || !leadsOn(schema)) return checks;
  const { part, value, path } = checked;
  return tags.reduceRight<readonly Statement[]>((otherwise, [name, values]) => {
    const place = { ...checked, path: pathBelow(path, literal(toPointer([name]))) };
    const tests = [`${part.use("isObject")}(${value})`];
    if (values.length > 0) tests.push(noneOf(tagTests(name, values, checked)));
    return when(tests.join(" && "), [report(place, "enum")], otherwise);
  }, checks);
}

function leadsOn(schema: Json): boolean {
  return (
    isObject(schema) &&
    (schema["$ref"] !== undefined || subschemas(schema).some((below) => leadsOn(below.json)))
  );
}

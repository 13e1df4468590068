import { canonicalText, type Json } from "@openapi-packages/description/json/json";
import { numbersOf } from "@openapi-packages/description/model/applied/keyword-values";
import { compareChecks } from "./compare-checks.ts";
import { compareFormats } from "./compare-formats.ts";
import { textsOf, type FlatSchema } from "./flat-schema.ts";
import {
  listed,
  differenceOf,
  type FlatPair,
  type SchemaDifference,
  type CreateDifference,
} from "./schema-difference.ts";

/** Compares what two schemas say beside their types and values: `null`, defaults and deprecation. */
export function compareNullAndDefault(pair: FlatPair, isNullCompared: boolean): SchemaDifference[] {
  const { base, head, direction } = pair;
  const difference = differenceOf(pair);
  const found: SchemaDifference[] = [];
  if (!isNullCompared && base.isNullable !== head.isNullable && bothSay(base, head))
    found.push(
      head.isNullable
        ? difference("nullable-added", "may be null")
        : difference("nullable-removed", "may not be null any more"),
    );
  if (direction === "request") found.push(...compareDefaults(base, head, difference));
  if (!isDeprecated(base) && isDeprecated(head))
    found.push(difference("property-deprecated", "is deprecated"));
  return found;
}

/** True if both schemas restrict types. One that does not also allows `null`, which the change of its types covers. */
function bothSay(base: FlatSchema, head: FlatSchema): boolean {
  const says = ({ types, values, unions, isNullable }: FlatSchema): boolean =>
    !isNullable || types !== undefined || values !== undefined || unions.length > 0;
  return says(base) && says(head);
}

const isDeprecated = ({ schemas }: FlatSchema): boolean =>
  schemas.some(({ json: schema }) => schema["deprecated"] === true);

/** Compares the values of two schemas that share types: enums, bounds, patterns and formats. */
export function compareValues(pair: FlatPair): SchemaDifference[] {
  const { base, head } = pair;
  const difference = differenceOf(pair);
  return [
    ...compareEnums(base, head, difference),
    ...compareBounds(base, head, difference),
    ...comparePatterns(base, head, difference),
    ...compareFormats(base, head, difference),
  ];
}

function compareEnums(
  base: FlatSchema,
  head: FlatSchema,
  difference: CreateDifference,
): SchemaDifference[] {
  if (base.values === undefined && head.values === undefined) return [];
  if (head.values === undefined) return [difference("enum-removed", "is no enum any more")];
  if (base.values === undefined)
    return [difference("enum-added", `is an enum now: ${listed(head.values.keys())}`)];
  const { values } = base;
  const added = [...head.values.keys()].filter((value) => !values.has(value));
  const removed = [...values.keys()].filter((value) => head.values?.has(value) !== true);
  return [
    ...(added.length === 0 ? [] : [difference("enum-value-added", `may be ${listed(added)}`)]),
    ...(removed.length === 0
      ? []
      : [difference("enum-value-removed", `may not be ${listed(removed)} any more`)]),
  ];
}

/** A bound of numbers, lengths or counts. */
interface Bound {
  readonly value: number;
  /** True if the value itself is not allowed. */
  readonly isExclusive: boolean;
}

const boundKeywords = [
  "minimum",
  "minLength",
  "minItems",
  "minProperties",
  "maximum",
  "maxLength",
  "maxItems",
  "maxProperties",
];

function compareBounds(
  base: FlatSchema,
  head: FlatSchema,
  difference: CreateDifference,
): SchemaDifference[] {
  return boundKeywords.flatMap((keyword) => {
    const [before, after] = [boundOf(base, keyword), boundOf(head, keyword)];
    const narrower = narrowness(keyword, after, before);
    if (narrower === 0) return [];
    const message = `has ${keyword} ${boundText(after)} instead of ${boundText(before)}`;
    return [difference(narrower > 0 ? "bound-tightened" : "bound-loosened", message)];
  });
}

/** The narrowest bound of a keyword; for `minimum` and `maximum`, including the exclusive ones. */
function boundOf({ schemas, types }: FlatSchema, keyword: string): Bound | undefined {
  const isWhole = types?.size === 1 && types.has("integer");
  const exclusive = { minimum: "exclusiveMinimum", maximum: "exclusiveMaximum" }[keyword];
  const found = [
    ...numbersOf(schemas, keyword)
      .filter(({ value }) => value !== 0 || !/^min(?!imum)/.test(keyword))
      .map(({ value }) => ({ value, isExclusive: false })),
    ...numbersOf(schemas, exclusive ?? "").map(({ value }) =>
      // For integers, an exclusive bound is the next inclusive one: above 0 is at least 1.
      isWhole && Number.isInteger(value)
        ? { value: value + (keyword === "minimum" ? 1 : -1), isExclusive: false }
        : { value, isExclusive: true },
    ),
  ];
  return found.toSorted((one, other) => narrowness(keyword, other, one))[0];
}

/** Compares two bounds of a keyword: 1 if the first one allows less, -1 if it allows more, 0 if both are equal. */
function narrowness(keyword: string, one: Bound | undefined, other: Bound | undefined): number {
  if (one === undefined || other === undefined)
    return Number(other === undefined) - Number(one === undefined);
  if (one.value === other.value) return Number(one.isExclusive) - Number(other.isExclusive);
  return one.value < other.value === keyword.startsWith("max") ? 1 : -1;
}

function boundText(bound: Bound | undefined): string {
  if (bound === undefined) return "none";
  return `${bound.value}${bound.isExclusive ? " (exclusive)" : ""}`;
}

function comparePatterns(
  base: FlatSchema,
  head: FlatSchema,
  difference: CreateDifference,
): SchemaDifference[] {
  const found = compareChecks(
    textsOf(base, "pattern"),
    textsOf(head, "pattern"),
    "pattern",
    difference,
  );
  const [wasUnique, isUnique] = [hasUniqueItems(base), hasUniqueItems(head)];
  if (wasUnique !== isUnique)
    found.push(
      isUnique
        ? difference("bound-tightened", "has no item twice now")
        : difference("bound-loosened", "may have an item twice"),
    );
  const [multiples, others] = [multiplesOf(base), multiplesOf(head)];
  const [before, after] = [[...multiples][0], [...others][0]];
  const isOne = multiples.size === 1 && others.size === 1;
  if (!isOne || before === undefined || after === undefined || before === after)
    return [...found, ...compareChecks(multiples, others, "multipleOf", difference)];
  const message = `is a multiple of ${after} instead of ${before}`;
  if (after % before === 0) return [...found, difference("bound-tightened", message)];
  return [
    ...found,
    difference(before % after === 0 ? "bound-loosened" : "pattern-changed", message),
  ];
}

const hasUniqueItems = ({ schemas }: FlatSchema): boolean =>
  schemas.some(({ json: schema }) => schema["uniqueItems"] === true);

const multiplesOf = ({ schemas }: FlatSchema): ReadonlySet<number> =>
  new Set(numbersOf(schemas, "multipleOf").map(({ value }) => value));

function compareDefaults(
  base: FlatSchema,
  head: FlatSchema,
  difference: CreateDifference,
): SchemaDifference[] {
  const [before, after] = [defaultOf(base), defaultOf(head)];
  if (canonicalText(before) === canonicalText(after)) return [];
  if (before === undefined)
    return [
      difference("default-added", `is ${listed([canonicalText(after)])} where it is left out`),
    ];
  if (after === undefined)
    return [
      difference(
        "default-removed",
        `is not ${listed([canonicalText(before)])} where it is left out any more`,
      ),
    ];
  const texts = [canonicalText(after), canonicalText(before)].map((text) => listed([text]));
  return [difference("default-changed", `is ${texts.join(" instead of ")} where it is left out`)];
}

/** The default of the outermost schema that has one. */
const defaultOf = ({ schemas }: FlatSchema): Json | undefined =>
  schemas.map(({ json: schema }) => schema["default"]).find((value) => value !== undefined);

import { canonicalText } from "@openapi-packages/description/json/json";
import type { ValueCode } from "../change-kinds.ts";
import { compareChecks, type Tell } from "./compare-checks.ts";
import { compareFormats } from "./compare-formats.ts";
import { boundKeywords, narrowness, type Bound, type FlatSchema } from "./flat-schema.ts";
import { listed, type FlatPair, type SchemaDifference } from "./schema-difference.ts";

/** Compares everything about values but their types: `null`, enums, bounds, patterns, formats, defaults and deprecation. */
export function compareValues(pair: FlatPair, isNullTold: boolean): SchemaDifference[] {
  const { base, head, label, direction } = pair;
  const difference = (code: ValueCode, message: string): SchemaDifference => ({
    code,
    message: `${label} ${message}`,
    base: base.pointer,
    head: head.pointer,
  });
  const found: SchemaDifference[] = [];
  if (!isNullTold && base.isNullable !== head.isNullable && bothSay(base, head))
    found.push(
      head.isNullable
        ? difference("nullable-added", "may be null")
        : difference("nullable-removed", "may not be null any more"),
    );
  found.push(...compareEnums(base, head, difference), ...compareBounds(base, head, difference));
  found.push(...comparePatterns(base, head, difference), ...compareFormats(base, head, difference));
  if (direction === "request") found.push(...compareDefaults(base, head, difference));
  if (!base.isDeprecated && head.isDeprecated)
    found.push(difference("property-deprecated", "is deprecated"));
  return found;
}

/** True if both schemas restrict types. One that does not also allows `null`, which the change of its types covers. */
function bothSay(base: FlatSchema, head: FlatSchema): boolean {
  const says = ({ types, values, unions, isNullable }: FlatSchema): boolean =>
    !isNullable || types !== undefined || values !== undefined || unions.length > 0;
  return says(base) && says(head);
}

function compareEnums(base: FlatSchema, head: FlatSchema, difference: Tell): SchemaDifference[] {
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

function compareBounds(base: FlatSchema, head: FlatSchema, difference: Tell): SchemaDifference[] {
  return [...boundKeywords.keys()].flatMap((keyword) => {
    const [before, after] = [boundOf(base, keyword), boundOf(head, keyword)];
    const narrower = narrowness(keyword, after, before);
    if (narrower === 0) return [];
    const message = `has ${keyword} ${boundText(after)} instead of ${boundText(before)}`;
    return [difference(narrower > 0 ? "bound-tightened" : "bound-loosened", message)];
  });
}

/** The bound of a keyword. For integers, an exclusive bound becomes the next inclusive one: above 0 is at least 1. */
function boundOf({ bounds, types }: FlatSchema, keyword: string): Bound | undefined {
  const bound = bounds.get(keyword);
  const isWhole = types?.size === 1 && types.has("integer");
  if (bound === undefined || !bound.isExclusive || !isWhole || !Number.isInteger(bound.value))
    return bound;
  return { value: bound.value + (keyword === "minimum" ? 1 : -1), isExclusive: false };
}

function boundText(bound: Bound | undefined): string {
  if (bound === undefined) return "none";
  return `${bound.value}${bound.isExclusive ? " (exclusive)" : ""}`;
}

function comparePatterns(base: FlatSchema, head: FlatSchema, difference: Tell): SchemaDifference[] {
  const found = compareChecks(base.patterns, head.patterns, "pattern", difference);
  if (base.isUnique !== head.isUnique)
    found.push(
      head.isUnique
        ? difference("bound-tightened", "has no item twice now")
        : difference("bound-loosened", "may have an item twice"),
    );
  const [before] = base.multiples;
  const [after] = head.multiples;
  const isOne = base.multiples.size === 1 && head.multiples.size === 1;
  if (!isOne || before === undefined || after === undefined || before === after)
    return [...found, ...compareChecks(base.multiples, head.multiples, "multipleOf", difference)];
  const message = `is a multiple of ${after} instead of ${before}`;
  if (after % before === 0) return [...found, difference("bound-tightened", message)];
  return [
    ...found,
    difference(before % after === 0 ? "bound-loosened" : "pattern-changed", message),
  ];
}

function compareDefaults(base: FlatSchema, head: FlatSchema, difference: Tell): SchemaDifference[] {
  const [before, after] = [base.default, head.default];
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

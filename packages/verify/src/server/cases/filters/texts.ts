import type { FilterDescriptor } from "@openapi-packages/mock/description";
import { getMember } from "@openapi-packages/runtime/internals";
import {
  isObject,
  type Json,
  type JsonObject,
  type Parameter,
} from "@openapi-packages/description";
import { wordsOf } from "@openapi-packages/compiler/mock/state/words";
import type { FilterTest } from "./filter-test.ts";
import { asParameter, ignoresCase, itemSchema, valuesIn, type ListPlace } from "./list-place.ts";

/** A text that nothing contains. */
const nonsense = "zqxjvkwzyq";

/** Tests of the start or end of a member, such as `name_prefix`. */
export function endTests(
  place: ListPlace,
  { member = "", parameter, test }: FilterDescriptor,
  described: Parameter,
  items: readonly JsonObject[],
): FilterTest[] {
  const words = wordsOf(parameter);
  if (!wordsOf(member).some((word) => words.includes(word))) return [];
  const known = items.flatMap((item) => textIn(item, member) ?? []);
  const part = (text: string): string => (test === "prefix" ? text.slice(0, 3) : text.slice(-3));
  const has = (text: string, wanted: string): boolean =>
    test === "prefix" ? text.startsWith(wanted) : text.endsWith(wanted);
  const wanted = known
    .map(part)
    .find((one) => /^\w{3}$/.test(one) && !known.every((own) => has(own, one)));
  const value = wanted === undefined ? undefined : asParameter(place, described, wanted);
  if (wanted === undefined || value === undefined) return [];
  const isIt = (item: JsonObject): boolean =>
    has((textIn(item, member) ?? wanted).toLowerCase(), wanted.toLowerCase());
  return [
    {
      parameter,
      value,
      member,
      excludes: (item) => !isIt(item),
      includes: (item) => has(textIn(item, member) ?? "", wanted),
    },
  ];
}

/**
 * Tests of a search for a text: something that nothing contains does not find all items, and a member that the
 * parameter's description names is found by its whole text, in capitals if case is said not to matter.
 */
export function searchTests(
  place: ListPlace,
  { parameter }: FilterDescriptor,
  described: Parameter,
  items: readonly JsonObject[],
): FilterTest[] {
  const { description = "" } = described;
  const named = new Set(wordsOf(description));
  const found = items.flatMap((item) =>
    Object.keys(item).flatMap((member) => {
      const text = textIn(item, member) ?? "";
      const isPlain = /^[\p{L}\p{N} ]{3,40}$/u.test(text) && text === text.trim();
      const isNamed = wordsOf(member).every((word) => named.has(word));
      return isNamed && isPlain && valuesIn(place, itemSchema(place, member)) === undefined
        ? [{ member, text }]
        : [];
    }),
  );
  const byMember = [...Map.groupBy(found, ({ member }) => member).values()].flatMap(
    ([one]) => one ?? [],
  );
  const isCaseless = ignoresCase(described);
  return [{ member: undefined, text: nonsense }, ...byMember.slice(0, 2)].flatMap(
    ({ member, text }): FilterTest[] => {
      const wanted = isCaseless ? text.toUpperCase() : text;
      const value = asParameter(place, described, wanted);
      if (value === undefined) return [];
      return [
        {
          parameter,
          value,
          member,
          isOfAll: true,
          excludes: (item) => member === undefined && !hasText(item, nonsense),
          includes: (item) => member !== undefined && textIn(item, member) === text,
        },
      ];
    },
  );
}

function textIn(item: JsonObject, member: string): string | undefined {
  const value = getMember(item, member);
  return typeof value === "string" ? value : undefined;
}

function hasText(value: Json, text: string): boolean {
  if (typeof value === "string") return value.includes(text);
  return isObject(value) && Object.values(value).some((one) => hasText(one, text));
}

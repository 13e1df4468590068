import { getMember } from "@openapi-packages/runtime/internals";
import type { FilterDescriptor } from "@openapi-packages/mock/description";
import type { Json, JsonObject, Parameter } from "@openapi-packages/description";
import { wordsOf } from "@openapi-packages/compiler/mock/state/words";
import { sentencesOf } from "../../../description/said.ts";
import { asParameter, describedItem, formatOf, itemSchema, valuesIn } from "./list-place.ts";
import type { ListPlace } from "./list-place.ts";

/** A text with a character of patterns in place of letters, which no record has. */
export interface WildcardTest {
  readonly parameter: string;
  readonly value: Json;
  /** The character. */
  readonly wildcard: string;
  readonly member: string;
  /** The text of records without the character. */
  readonly word: string;
  /** Values that differ as much, and mean nothing: what they find as well is found by likeness. */
  readonly controls: readonly Json[];
}

/** What is said of a parameter whose text is a part of others. */
const saysPart =
  /\b(?:contain(?:s|ing)?|(?:starts?|starting|begins?|beginning|ends?|ending) with|substring|part of|literal(?:ly)?)\b/i;

/** What is said of patterns, and of those that are none: "there are no wildcards". */
const saysPattern =
  /\b(?:wild ?-?cards?|glob(?:s|bing)?|patterns?|regex(?:es|ps?)?|regular expressions?|placeholders?|jokers?|query syntax|operators?)\b|[`'"][%_*?][`'"]/i;
const saysLike = /\bI?LIKE\b/;
const saysNone =
  /\b(?:no|nor|without|not (?:a|as)) (?:\w+ )?(?:wild ?-?cards?|globs?|patterns?|regex(?:es)?|regular expressions?)\b/gi;

/** Sentences of an API's description that may be about its searches. */
const ofSearches = /\b(?:search\w*|filter\w*|quer(?:y|ies)|wild ?-?cards?)\b/i;

const allowsPattern = (said: string): boolean =>
  saysLike.test(said) || saysPattern.test(said.replaceAll(saysNone, ""));

const searching = new Set(["search", "prefix", "suffix"]);

/**
 * Returns tests of searches, by the beginning of a text with `_` and `%` in place of letters: SQL's `LIKE` takes both as
 * others where a service has not escaped them. Where the description says that texts contain it, `.` is none either,
 * as it is to regular expressions.
 */
export function wildcardTests(place: ListPlace, items: readonly JsonObject[]): WildcardTest[] {
  const { model } = place.operation;
  const ofApi = sentencesOf(place.api.description.model.description);
  const own = sentencesOf(model.summary, model.description);
  if ([...own, ...ofApi.filter((one) => ofSearches.test(one))].some(allowsPattern)) return [];
  return model.parameters.flatMap((parameter) => testsOf(place, parameter, items));
}

function testsOf(
  place: ListPlace,
  described: Parameter,
  items: readonly JsonObject[],
): WildcardTest[] {
  const { name, description } = described;
  const filter = place.state.filters?.find(({ parameter }) => parameter === name);
  const isPart = saysPart.test(description);
  if (described.in !== "query" || !(isPart || searching.has(filter?.test ?? ""))) return [];
  if (allowsPattern(description)) return [];
  const own = searched(place, described, filter, items);
  if (own === undefined) return [];
  const { member, word } = own;
  const [start, end] = [word.slice(0, 2), word.slice(3)];
  const asked = (text: string): Json | undefined => {
    const value = asParameter(place, described, text);
    return typeof value === "string" ? value : undefined;
  };
  const controls = ["-", /^..x/i.test(word) ? "q" : "x"].flatMap(
    (one) => asked(`${start}${one}${end}`) ?? [],
  );
  const texts = [
    { wildcard: "_", text: `${start}_${end}` },
    { wildcard: "%", text: `${start}%${word.slice(-1)}` },
    ...(isPart ? [{ wildcard: ".", text: `${start}.${end}` }] : []),
  ];
  return texts.flatMap(({ wildcard, text }) => {
    const value = asked(text);
    if (value === undefined || controls.length < 2 || items.some((item) => hasText(item, text)))
      return [];
    return [{ parameter: name, value, wildcard, member, word, controls }];
  });
}

/** Returns the word with which a text of an item begins, of a member that is searched or may be. */
function searched(
  place: ListPlace,
  { description }: Parameter,
  filter: FilterDescriptor | undefined,
  items: readonly JsonObject[],
): { readonly member: string; readonly word: string } | undefined {
  const said = new Set(wordsOf(description));
  const isFree = (member: string): boolean => {
    const schema = itemSchema(place, member);
    return formatOf(place, schema) === undefined && valuesIn(place, schema) === undefined;
  };
  const members = Object.keys(items[0] ?? describedItem(place)).filter(isFree);
  const isNamed = (member: string): boolean => wordsOf(member).every((word) => said.has(word));
  const named = filter?.member === undefined ? members.filter(isNamed) : [filter.member];
  const isAny = named.length === 0 && filter?.test === "search";
  for (const member of isAny ? members : named)
    for (const item of items) {
      const text = getMember(item, member);
      const word = typeof text === "string" ? /^[a-z]{4,}(?![^\s,.])/i.exec(text)?.[0] : undefined;
      if (word !== undefined) return { member, word };
    }
  return undefined;
}

/**
 * Says which of the items that a test finds has the word and not what was asked for; `undefined` if none has.
 */
export function wildcardFault(
  { parameter, value, wildcard, member, word }: WildcardTest,
  given: readonly JsonObject[],
): string | undefined {
  const found = given.find((item) => String(getMember(item, member)).startsWith(word));
  return found === undefined
    ? undefined
    : `filter ${parameter}=${String(value)} contains ${JSON.stringify(word)}: it takes \`${wildcard}\` as any character`;
}

const hasText = (item: JsonObject, text: string): boolean => JSON.stringify(item).includes(text);

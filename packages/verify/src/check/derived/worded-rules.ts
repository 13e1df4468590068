import { member as memberOf, type Json, type JsonObject } from "@openapi-packages/description";
import type { VerifiedApi } from "../../description/verified-api.ts";
import { memberNames, memberSchemas, numericNames } from "../../schema/members.ts";
import { wordsOf, type DerivedRule } from "./derived-rule.ts";
import { schemaWalkOf } from "./schema-walk.ts";

/** Words of a sentence about a sum that say nothing of what is summed. */
const fillers = new Set(
  "the of all it their each every in a an s value amount item for so far".split(" "),
);

/** Words of members that say how often an item counts. */
const factors = /quantity|qty|count|units|times|number|rate|percent/i;

/** Words of a sentence about a number of items that say nothing of what is counted. */
const besideCounted = new Set(
  wordsOf("the of all it their its a an in this there are is has have"),
);

/**
 * Returns the sums and counts that descriptions of members say in one plain sentence: `The sum of the lines' amounts`,
 * `The number of files`. A sentence that says more, such as taxes or discounts, is not understood.
 */
export function wordedRules(api: VerifiedApi): DerivedRule[] {
  const { document } = api.description.model;
  const rules = new Map<string, DerivedRule>();
  const walk = schemaWalkOf(api);
  const schemas = new Set(
    api.operations.flatMap((one) => walk.of(one).map(({ schema }) => schema)),
  );
  for (const schema of schemas)
    for (const rule of rulesIn(document, schema))
      rules.set(JSON.stringify([rule.member, rule.list]), rule);
  return [...rules.values()];
}

function rulesIn(document: JsonObject, schema: Json): DerivedRule[] {
  const names = memberNames(document, schema);
  const schemasOf = (name: string): JsonObject[] => memberSchemas(document, schema, name);
  const lists = names.filter((name) => schemasOf(name).some((one) => one["type"] === "array"));
  const source = "its description says that they are equal";
  return names.flatMap((member): DerivedRule[] => {
    const counted = schemasOf(member)
      .map(({ description }) => countedIn(description))
      .find((one) => one !== undefined);
    const own = counted && lists.find((one) => isCounted(one, counted));
    if (own !== undefined) return [{ member, list: own, part: undefined, source, examples: [] }];
    const sentence = schemasOf(member)
      .map(({ description }) => summedIn(description))
      .find((one) => one !== undefined);
    if (sentence === undefined) return [];
    const found = lists.flatMap((list) => {
      const items = schemasOf(list).flatMap((one) => memberOf(one, "items") ?? []);
      const part = partOf(document, items, sentence, list);
      return part === undefined ? [] : [{ member, list, part, source, examples: [] }];
    });
    return found.length === 1 ? found : [];
  });
}

/** Returns what a sentence says is summed; `undefined` if it is about something else. */
function summedIn(description: unknown): string[] | undefined {
  if (typeof description !== "string") return undefined;
  const [, summed] = /^\s*(?:the )?sum of ([^.;:]+)\.?\s*$/i.exec(description) ?? [];
  return summed === undefined ? undefined : wordsOf(summed);
}

/** Returns what a sentence says is counted; `undefined` if it is about something else. */
function countedIn(description: unknown): string[] | undefined {
  if (typeof description !== "string") return undefined;
  const [, counted] =
    /^\s*(?:(?:the )?number of|how many) ([^.;:,]+)\.?\s*$/i.exec(description) ?? [];
  return counted === undefined ? undefined : wordsOf(counted);
}

/** True if words name a list, and nothing that only some of its items are. */
function isCounted(list: string, words: readonly string[]): boolean {
  const ofList = wordsOf(list);
  return (
    ofList.every((word) => words.includes(word)) &&
    words.every((word) => ofList.includes(word) || besideCounted.has(word))
  );
}

/** Returns the one number of the items that words name; `undefined` if there are other words, or several such numbers. */
function partOf(
  document: JsonObject,
  items: readonly Json[],
  words: readonly string[],
  list: string,
): string | undefined {
  const schema: Json = { anyOf: items };
  const numbers = numericNames(document, schema);
  const ofList = wordsOf(list);
  const isNamed = (name: string): boolean =>
    words.some((word) => wordsOf(name).includes(word) && !ofList.includes(word));
  const named = numbers.filter(isNamed);
  const [part, ...others] = named.length > 0 ? named : numbers;
  if (part === undefined || others.length > 0) return undefined;
  const known = new Set([...fillers, ...ofList, ...wordsOf(part)]);
  const isPlain = words.every((word) => known.has(word));
  const isMultiplied = numbers.some((name) => name !== part && factors.test(name));
  const isWhole = /total|amount|sum/i.test(part);
  return isPlain && (!isMultiplied || isWhole) ? part : undefined;
}

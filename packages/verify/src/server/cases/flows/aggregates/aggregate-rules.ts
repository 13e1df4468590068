import { member, type Json, type JsonObject } from "@openapi-packages/description";
import { stem, wordsOf } from "@openapi-packages/compiler/mock/state/words";
import type { VerifiedApi, VerifiedOperation } from "../../../../description/verified-api.ts";
import { shownSchemas } from "../../../../records/stories/state-member.ts";
import { isNumeric, memberNames, memberSchemas, numericNames } from "../../../../schema/members.ts";
import { resourceFlows, type ResourceFlow } from "../resources.ts";

/** A number of a record that follows from a number of the records that belong to it. */
export interface AggregateRule {
  /** The member of the record, such as `averageRating`. */
  readonly member: string;
  readonly kind: "mean" | "sum";
  /** The records that belong to it, such as reviews. */
  readonly below: ResourceFlow;
  /** The member of their bodies, such as `rating`. */
  readonly part: string;
  /** The place in their bodies that names the record; `undefined` if it is in the path. */
  readonly pointer: readonly string[] | undefined;
  /** How many decimals the number is rounded to; `undefined` if nothing says so. */
  readonly decimals: number | undefined;
  /** The sentence of the description by which it follows from them. */
  readonly sentence: string;
}

/** Words by which a number follows from some of the records alone, or from more than one number of each. */
const narrowed =
  /\b(?:without|except|excluding|only|weighted|estimate\w*|approximat\w*|cached|daily|hourly|nightly|last|past|recent|per|minus|plus|less|times|multiplied|taxe?s?|discount\w*|approved|accepted|published|paid|booked|open|active|valid|of those|that|which|whose|where|if it|when)\b/i;

const ofMeans = /\b(?:mean|average)\b(?: \w+)? of (?:the |its |all |their )*([^.,;:(]+)/i;
const ofSums = /\bsum of (?:the |its |all |their )*([^.,;:(]+)/i;

/** Words by which a number is not rounded to the nearest one. Halves go up or down by most rules. */
const inOneDirection = /(?<!\bhal(?:f|ves)\b.*)\b(?:up|down|upwards?|downwards?)\b|\btowards?\b/i;

/** Numbers of decimals in words. */
const counts: Readonly<Record<string, number>> = { no: 0, one: 1, two: 2, three: 3, four: 4 };

/**
 * Returns the numbers of a resource that are, by their descriptions, the mean or the sum of a number of other records:
 * those that are created below its path, or that name it in their bodies.
 */
export function aggregatesOf(api: VerifiedApi, { name, read }: ResourceFlow): AggregateRule[] {
  if (read === undefined) return [];
  const { document } = api.description.model;
  const record: Json = { anyOf: shownSchemas(api, read) };
  const described = memberNames(document, record).flatMap((one) => {
    const schemas = memberSchemas(document, record, one);
    const found = statementIn(schemas);
    return found === undefined ? [] : [{ ...found, member: one, decimals: decimalsOf(schemas) }];
  });
  if (described.length === 0) return [];
  const others = resourceFlows(api).filter((one) => one.name !== name);
  const children = others.flatMap((below) => {
    const place = placeOf(below, name, read.operation);
    return place === undefined ? [] : [{ below, ...place }];
  });
  return described.flatMap(({ words, ...rule }) => {
    const found = children.flatMap(({ below, pointer }): AggregateRule[] => {
      const part = partOf(document, below.create.operation, words);
      return part === undefined ? [] : [{ ...rule, below, pointer, part }];
    });
    return found.length === 1 ? found : [];
  });
}

interface Statement {
  readonly kind: AggregateRule["kind"];
  readonly sentence: string;
  /** The words of what is summed. */
  readonly words: readonly string[];
}

/** Returns what the description of a number says that it follows from, as far as that is all of some records. */
function statementIn(schemas: readonly JsonObject[]): Statement | undefined {
  if (!schemas.some(isNumeric)) return undefined;
  for (const schema of schemas) {
    const text = member(schema, "description");
    if (typeof text !== "string") continue;
    const [sentence = ""] = text.replaceAll(/\s+/g, " ").split(/(?<=[.;])\s/);
    if (narrowed.test(sentence)) continue;
    for (const [kind, pattern] of [["mean", ofMeans] as const, ["sum", ofSums] as const]) {
      const [, summed] = pattern.exec(sentence) ?? [];
      if (summed !== undefined) return { kind, sentence, words: wordsOf(summed).map(stem) };
    }
  }
  return undefined;
}

/** Returns where a creation names a record; `undefined` if it does not, or if it names others below it, too. */
function placeOf(
  { create }: ResourceFlow,
  resource: string,
  read: VerifiedOperation,
): Pick<AggregateRule, "pointer"> | undefined {
  const { method, path } = create.operation.model;
  if (method !== "POST") return undefined;
  const { path: above } = read.model;
  if (path.startsWith(`${above}/`))
    return path.slice(above.length).includes("{") ? undefined : { pointer: undefined };
  const named = (create.state.kind === "create" ? (create.state.references ?? []) : []).filter(
    (one) => one.resource === resource,
  );
  const [first, ...more] = named;
  const isOne = first !== undefined && more.length === 0 && !first.pointer.includes("*");
  return isOne ? { pointer: first.pointer } : undefined;
}

/** Returns the one number of a body that words name; `undefined` if there is none, or several. */
function partOf(
  document: JsonObject,
  { model }: VerifiedOperation,
  words: readonly string[],
): string | undefined {
  const schema = model.requestBody?.content.find(({ kind }) => kind === "json")?.schema?.json;
  const named = numericNames(document, schema).filter((name) =>
    wordsOf(name).some((word) => words.includes(stem(word))),
  );
  return named.length === 1 ? named[0] : undefined;
}

/**
 * Returns how many decimals a number is rounded to, by its description; `undefined` if nothing says so, or it is rounded
 * in one direction.
 */
function decimalsOf(schemas: readonly JsonObject[]): number | undefined {
  const texts = schemas.map((one) => member(one, "description"));
  const [rounding] = /\brounded\b[^.;]*/i.exec(texts.join(". ")) ?? [];
  if (rounding === undefined || inOneDirection.test(rounding)) return undefined;
  if (schemas.some(({ type }) => [type].flat().includes("integer"))) return 0;
  const [, count = ""] = /\b(\w+) (?:decimals?|digits?|places?)\b/i.exec(rounding) ?? [];
  return counts[count.toLowerCase()] ?? (/^\d$/.test(count) ? Number(count) : undefined);
}

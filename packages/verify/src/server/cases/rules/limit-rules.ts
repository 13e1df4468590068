import { stem, wordsOf } from "@openapi-packages/compiler/mock/state/words";
import { sentencesOf } from "../../../description/said.ts";
import type { VerifiedApi, VerifiedOperation } from "../../../description/verified-api.ts";
import { bodyMedia } from "../../../records/vary.ts";
import { memberNames, memberSchemas } from "../../../schema/members.ts";
import type { ResourceFlow } from "../flows/resources.ts";

/** A number that an operation shows by itself, such as a setting. */
export interface ShownNumber {
  readonly read: VerifiedOperation;
  readonly name: string;
}

/** How many records there may be of what a sentence counts. */
export interface LimitRule {
  /** A number, or where it is shown. */
  readonly most: number | ShownNumber;
  /** The sentence that says so. */
  readonly sentence: string;
  /** The record above that has them, the texts of the body by which somebody has them, or the record that one of its members names. */
  readonly scope:
    | { readonly parent: string }
    | { readonly members: readonly string[] }
    | { readonly named: string; readonly resource: string };
}

const numbers = "one two three four five six seven eight nine ten eleven twelve".split(" ");

const limit = new RegExp(
  `\\b(?:at most|up to|no more than|not more than|a maximum of|a limit of) (?<count>\\d{1,2}|${numbers.join("|")}) (?<what>[a-z][a-z -]*)`,
  "i",
);

/** Words by which a refusal is certain. */
const refusal =
  /\b(?:409|422|refused|rejected|conflict)\b|\b(?:second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|further|more)\b.*\b(?:answered|refused|rejected)\b/i;

/** Words by which there may be more. */
const exceptions =
  /\b(?:unless|except|by default|configur\w*|plan|per (?:page|minute|hour|day|week|month|request))\b/i;

/** The most records that are made to reach a limit. */
export const mostMade = 12;

/** Returns what the description of a creation says of how many records there may be below another one, or of somebody. */
export function limitRulesOf(
  api: VerifiedApi,
  { name, create }: Pick<ResourceFlow, "name" | "create">,
): LimitRule[] {
  const { operation, state } = create;
  const { model } = operation;
  if (!model.responses.some(({ status }) => status === "409" || status === "422")) return [];
  const own = new Set([
    ...wordsOf(name).map(stem),
    ...wordsOf(model.path.replaceAll(/\{[^{}]*\}/g, ""))
      .slice(-1)
      .map(stem),
  ]);
  const sentences = sentencesOf(model.summary, model.description);
  const parents = state.path.flatMap(({ resource }) => (resource === undefined ? [] : [resource]));
  return sentences.flatMap((sentence, index): LimitRule[] => {
    const found = limit.exec(sentence);
    const { count = "", what = "" } = found?.groups ?? {};
    const near = `${sentence} ${sentences[index + 1] ?? ""}`;
    if (found === null || exceptions.test(sentence) || !refusal.test(near)) return [];
    const most = numbers.indexOf(count.toLowerCase()) + 1 || Number(count);
    const isOfThese = wordsOf(what)
      .slice(0, 3)
      .some((word) => own.has(stem(word)));
    const scope =
      isOfThese && most <= mostMade
        ? scopeIn(api, operation, sentence.slice(0, found.index), parents)
        : undefined;
    return scope === undefined ? [] : [{ most, sentence, scope }];
  });
}

/** Returns what the subject of a sentence names: the record above, else texts of the body. */
function scopeIn(
  api: VerifiedApi,
  operation: VerifiedOperation,
  subject: string,
  parents: readonly string[],
): Exclude<LimitRule["scope"], { readonly named: string }> | undefined {
  const said = new Set(wordsOf(subject).map(stem));
  const parent = parents.findLast((one) =>
    wordsOf(one)
      .map(stem)
      .every((word) => said.has(word)),
  );
  if (parent !== undefined) return { parent };
  const { document } = api.description.model;
  const media = bodyMedia(operation, {});
  const schema = media?.schema?.json;
  if (media?.kind !== "json") return undefined;
  const members = memberNames(document, schema).filter((name) => {
    const isText = memberSchemas(document, schema, name).some(({ type }) =>
      [type].flat().includes("string"),
    );
    const [first = ""] = wordsOf(name);
    return isText && said.has(stem(first)) && wordsOf(name).length > 1 && !/ids?$/i.test(name);
  });
  return members.length === 0 ? undefined : { members };
}

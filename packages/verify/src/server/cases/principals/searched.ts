import { isObject } from "@openapi-packages/runtime/internals";
import { pointerParts } from "@openapi-packages/description";
import { pagingNames } from "@openapi-packages/compiler/mock/state/pages";
import { plainName } from "@openapi-packages/compiler/mock/state/words";
import type { FoundOperation } from "../../../records/made-record.ts";
import { valuesAt } from "../../../records/places.ts";
import { reportFound, type Access, type ReportAccess } from "./reach.ts";

/** The most parameters of a list that are tried, and texts for each of them. */
const mostParameters = 2;
const mostTexts = 2;

/** The letters at the beginning and at the end of a text. */
const beginningOf = /^\p{L}{4}/u;
const endOf = /\p{L}{4}$/u;

/** A parameter of a list that finds records by a part of their texts. */
export interface TextSearch {
  readonly parameter: string;
  readonly part: "word" | "beginning" | "end";
}

const ofBeginnings = /\b(?:prefix|begin\w*|starts?)\b/i;
const ofWords = /\b(?:search\w*|contain\w*|match\w*|keywords?|text|words?|quer(?:y|ies))\b/i;

/** Returns the parameters of a list that find records by a part of their texts, as their names or descriptions say. */
export function textSearches({ operation, state }: FoundOperation): readonly TextSearch[] {
  const filters = state.kind === "list" ? (state.filters ?? []) : [];
  return operation.model.parameters.flatMap(
    ({ in: location, name, description, schema }): TextSearch[] => {
      const isText = schema.meaning.kind === "string" && schema.annotations.format === undefined;
      const isOther = pagingNames.has(plainName(name)) || /ids?$/i.test(name);
      if (location !== "query" || isOther) return [];
      const known = filters.find(({ parameter }) => parameter === name)?.test;
      if (known === "search") return [{ parameter: name, part: "word" }];
      if (known === "prefix") return [{ parameter: name, part: "beginning" }];
      if (known === "suffix") return [{ parameter: name, part: "end" }];
      if (known !== undefined || !isText) return [];
      const said = `${plainName(name).replaceAll("_", " ")} ${description ?? ""}`;
      if (ofBeginnings.test(said)) return [{ parameter: name, part: "beginning" }];
      return ofWords.test(said) ? [{ parameter: name, part: "word" }] : [];
    },
  );
}

/**
 * Checks that a search of the list, such as `q` or `prefix`, does not find the record for a text that finds it for its
 * owner, and does not count it: 2 requests for a text, and for each further page.
 */
export async function reachedBySearch(access: Access, report: ReportAccess): Promise<void> {
  const { own } = access;
  const { list } = own.resource;
  if (list === undefined) return;
  for (const search of textSearches(list).slice(0, mostParameters))
    if (await reachedBy(access, list, search, report)) return;
}

/** @returns true if the other principal finds the record */
async function reachedBy(
  access: Access,
  list: FoundOperation,
  { parameter, part }: TextSearch,
  report: ReportAccess,
): Promise<boolean> {
  const { own, other, made } = access;
  const { record } = made;
  const [value] = valuesAt(record.value, pointerParts(record.at ?? ""));
  for (const text of textsOf(value, part).slice(0, mostTexts)) {
    const asked = (flow: typeof own) =>
      flow.list(record, list, (input) => ({
        ...input,
        query: { ...input.query, [parameter]: text },
      }));
    const mine = await asked(own);
    if (mine === undefined || own.found(mine, record).length === 0) continue;
    const theirs = await asked(other);
    if (theirs === undefined) return false;
    return reportFound(access, list, theirs, parameter, report);
  }
  return false;
}

/** Returns the parts of the texts of a record, one of each, but for keys and times. */
function textsOf(value: unknown, part: TextSearch["part"]): string[] {
  const texts = isObject(value) ? Object.values(value) : [];
  return texts.flatMap((text) => {
    if (typeof text !== "string") return [];
    if (part === "beginning") return beginningOf.exec(text) ?? [];
    if (part === "end") return endOf.exec(text) ?? [];
    const words = text.match(/(?<![\w:.-])\p{L}{4,40}(?![\w:.-])/gu) ?? [];
    return words.toSorted((one, other) => other.length - one.length).slice(0, 1);
  });
}

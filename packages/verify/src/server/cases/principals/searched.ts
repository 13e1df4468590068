import { isObject } from "@openapi-packages/runtime/internals";
import { pointerParts } from "@openapi-packages/description";
import { valuesAt } from "../../../records/places.ts";
import type { Access, ReportAccess } from "./reach.ts";

/** The most words for which a list is searched. */
const mostWords = 2;

/**
 * Checks that a search of the list, such as `q`, does not find the record for a word that finds it for its owner: 2
 * requests for a word, and for each further page.
 */
export async function reachedBySearch(
  { own, other, made: { record, exchange } }: Access,
  report: ReportAccess,
): Promise<void> {
  const { list, name } = own.resource;
  const filters = list?.state.kind === "list" ? (list.state.filters ?? []) : [];
  const parameter = filters.find(({ test }) => test === "search")?.parameter;
  if (list === undefined || parameter === undefined) return;
  const [value] = valuesAt(record.value, pointerParts(record.at ?? ""));
  for (const word of wordsOf(value).slice(0, mostWords)) {
    const asked = (flow: typeof own) =>
      flow.list(record, list, (input) => ({
        ...input,
        query: { ...input.query, [parameter]: word },
      }));
    const mine = await asked(own);
    if (mine === undefined || own.found(mine, record).length === 0) continue;
    const theirs = await asked(other);
    if (theirs !== undefined && other.found(theirs, record).length > 0)
      report(list, `lists another principal's ${name} by ${parameter}`, [
        exchange,
        ...theirs.exchanges,
      ]);
    return;
  }
}

/** Returns a word of each text of a record, the longest one, but for keys and times. */
function wordsOf(value: unknown): string[] {
  const texts = isObject(value) ? Object.values(value) : [];
  return texts.flatMap((text) => {
    const words =
      typeof text === "string" ? (text.match(/(?<![\w:.-])\p{L}{4,40}(?![\w:.-])/gu) ?? []) : [];
    return words.toSorted((one, other) => other.length - one.length).slice(0, 1);
  });
}

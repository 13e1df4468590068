import { isObject, member, type Json } from "@openapi-packages/description";
import { equal } from "@openapi-packages/runtime/internals";
import { wordsOf } from "@openapi-packages/compiler/mock/state/words";
import { sentencesOf } from "../../../description/said.ts";
import type { FoundOperation } from "../../../records/made-record.ts";
import { memberNames, memberSchemas } from "../../../schema/members.ts";
import type { Flow } from "./flow.ts";

/** Words for a record that is deleted, and may still be shown. */
const deletion = "(?:delet|remov|eras|withdraw|retract)";

/** Words of sentences by which a member has no value once its record is deleted. */
const emptyThen = new RegExp(
  `\\b(?:null|empty|absent|missing|left out|not there)\\b[^.;]*\\b${deletion}`,
  "i",
);

/**
 * Returns the members that a deleted record still shows as they were, although the description says that they are gone:
 * `` `text: null` ``, "without its text", "removes the text of".
 *
 * @param by the operation that shows it
 * @param before the record before it was deleted
 * @param schema the schema of the record where it is shown
 */
export function keptMembers(
  { probe }: Flow,
  remove: FoundOperation,
  by: FoundOperation,
  { before, shown, schema }: { before: unknown; shown: unknown; schema: Json | undefined },
): readonly string[] {
  const { document } = probe.api.description.model;
  if (!isObject(before) || !isObject(shown)) return [];
  const ofRemoval = saidBy(remove);
  const all = [...ofRemoval, ...saidBy(by).filter((one) => new RegExp(deletion, "i").test(one))];
  return memberNames(document, schema).filter((name) => {
    const value = before[name];
    const isKept = value !== null && value !== "" && equal(shown[name], value);
    if (value === undefined || !isKept) return false;
    const described = memberSchemas(document, schema, name).map((one) =>
      member(one, "description"),
    );
    const own = described.flatMap((one) => (typeof one === "string" ? sentencesOf(one) : []));
    return own.some((one) => emptyThen.test(one)) || all.some((one) => saysEmpty(one, name));
  });
}

const saidBy = ({ operation: { model } }: FoundOperation): string[] =>
  sentencesOf(model.summary, model.description);

/** True if a sentence about deleted records says that a member of them has no value. */
function saysEmpty(sentence: string, name: string): boolean {
  const noun = wordsOf(name).join("[ _-]?");
  const own = `\`?\\b${noun}\\b\`?`;
  const patterns = [
    `${own}\\s*(?::|=|is|are|becomes?)\\s*\`?(?:null|empty|"")`,
    `\\bwithout (?:its|their|the|any) ${own}(?! of\\b)`,
    `\\b${deletion}\\w* (?:only )?the ${own} of\\b`,
  ];
  return patterns.some((pattern) => new RegExp(pattern, "i").test(sentence));
}

/** True if a list of the record had items, and has none. */
export const isEmptied = (before: unknown, after: unknown): boolean =>
  isObject(before) &&
  isObject(after) &&
  Object.entries(before).some(([name, value]) => {
    const now = after[name];
    return Array.isArray(value) && value.length > 0 && Array.isArray(now) && now.length === 0;
  });

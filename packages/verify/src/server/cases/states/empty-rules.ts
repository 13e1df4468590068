import { resolvePointer } from "@openapi-packages/runtime";
import { isObject } from "@openapi-packages/runtime/internals";
import { clausesOf, type Clause } from "../rules/clauses.ts";
import { article, cannot, verb } from "./readings.ts";
import type { Subject } from "./state-rule.ts";
import { actOf } from "./state-rules.ts";
import { marked, nameWords, singular } from "./state-words.ts";

/** What a sentence says of an operation on records that have nothing of a kind: `An order without lines cannot be sent`. */
export interface EmptyRule {
  /** What a record has none of, in the singular: `line`. */
  readonly child: string;
  /** The states to which such a record does not go. Default: it is about the operation, whatever it is asked for. */
  readonly to?: readonly string[];
  readonly sentence: string;
}

const none = String.raw`(?:without|with no|(?:that|which) ha(?:s|ve) no) (?:any )?‹C(?<child>\d+)›(?: yet)?`;
const some = String.raw`(?:at least )?(?:‹N›|an|a|any|some) ‹C(?<child>\d+)›`;

/** The clauses that are understood. Those with a bare "is not" have to name a refusal. */
const patterns: readonly { readonly pattern: RegExp; readonly needs?: "refusal" | "list" }[] = [
  { pattern: new RegExp(`^${article}‹N› ${none} ${cannot} be ${verb}$`) },
  { pattern: new RegExp(`^${article}‹N› ${none} (?:is|are) not ${verb}$`), needs: "refusal" },
  { pattern: new RegExp(`^only ${article}‹N› with ${some} (?:can|may) be ${verb}$`) },
  {
    pattern: new RegExp(
      `^${article}‹N› (?:needs?|must have|ha(?:s|ve) to have|requires?) ${some} (?:to be|before it (?:can be|may be|is)) ${verb}$`,
    ),
  },
  { pattern: new RegExp(`^(?:and )?${article}‹N› ${none}$`), needs: "list" },
];

/** Reads what the description of an operation says of records that have nothing below them. */
export const emptyRulesOf = (subject: Subject): EmptyRule[] =>
  clausesOf(subject.operation.model.description).flatMap((clause) => read(subject, clause));

function read(subject: Subject, clause: Clause): EmptyRule[] {
  const whole = marked(clause.text, subject.vocabulary);
  for (const { pattern, needs } of patterns) {
    const found = pattern.exec(whole.text)?.groups;
    if (found === undefined) continue;
    if ((needs === "refusal" && !clause.isRefusal) || (needs === "list" && !clause.isRefused))
      continue;
    const act = actOf(subject, found["verb"], whole);
    const word = whole.below[Number(found["child"])];
    // Without a state that it names, a sentence does not say for which of the moves it holds.
    const isOpen = subject.choices.length > 0 && act?.to === undefined;
    if (act === undefined || word === undefined || isOpen) continue;
    return [{ child: singular(nameWords(word)), ...act, sentence: clause.sentence }];
  }
  return [];
}

/** True if a record shows that it has nothing of a kind: an empty list of its name, null, or a number of zero. */
export function showsNone(value: unknown, at: string, child: string): boolean {
  const place = resolvePointer(value, at);
  if (!isObject(place)) return false;
  return Object.entries(place).some(([name, own]) => {
    const words = nameWords(name);
    if (own === null) return words === child;
    if (Array.isArray(own)) return own.length === 0 && singular(words) === child;
    const isCount = words === `${child} count` || /^(number of|count of|total) /.test(words);
    return own === 0 && isCount && words.includes(child);
  });
}

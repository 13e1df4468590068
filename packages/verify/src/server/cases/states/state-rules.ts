import type { VerifiedOperation } from "../../../description/verified-api.ts";
import { clausesOf, type Clause } from "../rules/clauses.ts";
import { readings, type RuleKind } from "./readings.ts";
import { marked, type MarkedClause, type Vocabulary } from "./state-words.ts";
import { doesIt } from "./verbs.ts";

/** What a sentence of the description says of an operation on records in some states. */
export interface StateRule {
  readonly kind: RuleKind;
  readonly states: readonly string[];
  readonly sentence: string;
}

/** What an operation is about: the record, what it makes below it, or something that is below it. */
export type About = "record" | "below" | "child";

/** Returns the clauses between `, and`, `, but` and the like. */
const parts = (text: string): string[] =>
  text.split(/, (?:and|but|so|which|where|since|because|neither)\b ?|, (?=with\b)| and only /);

/**
 * Reads what the description of an operation says of the states of a record. What is not certain, is left out: a
 * clause has to be understood as a whole, and to say what the operation does.
 */
export function stateRulesOf(
  operation: VerifiedOperation,
  vocabulary: Vocabulary,
  about: About,
): StateRule[] {
  const { description, responses, method } = operation.model;
  // A change of some members alone may conflict.
  const isPartial = ["PATCH", "PUT"].includes(method);
  const conflicts = responses.filter(({ status }) => status === "409" && !isPartial);
  const rules = [
    ...clausesOf(description).flatMap((one) => read(operation, vocabulary, one, about, false)),
    ...conflicts.flatMap((response) =>
      clausesOf(response.description).flatMap((one) =>
        read(operation, vocabulary, one, about, true),
      ),
    ),
  ];
  return areConsistent(rules, vocabulary.state.values) ? rules : [];
}

function read(
  operation: VerifiedOperation,
  vocabulary: Vocabulary,
  clause: Clause,
  about: About,
  isOfConflict: boolean,
): StateRule[] {
  const whole = marked(clause.text, vocabulary);
  return parts(whole.text).flatMap((part): StateRule[] => {
    const text = part.trim();
    for (const { kind, pattern, ...conditions } of readings) {
      if (conditions.isRefusal === true && !clause.isRefusal) continue;
      if (conditions.isRefused === true && !clause.isRefused) continue;
      if (conditions.isOfConflict === true && !isOfConflict) continue;
      const found = pattern.exec(text)?.groups;
      if (found === undefined || !isAbout(about, found, text, conditions.namesRecord)) continue;
      const verb = found["verb"] ?? found["late"];
      if (verb !== undefined && !doesIt(operation, verbWords(verb, whole))) continue;
      const { group, that, in: inState, state } = found;
      const states = whole.groups[Number(group ?? that ?? inState ?? state)] ?? [];
      return states.length === 0 ? [] : [{ kind, states, sentence: clause.sentence }];
    }
    return [];
  });
}

/** True if a clause speaks of what an operation is about: of something below a record, it has to say so. */
function isAbout(
  about: About,
  found: Readonly<Record<string, string | undefined>>,
  text: string,
  namesRecord: true | undefined,
): boolean {
  const isOfChild = found["of"] !== undefined;
  if (about === "below") return true;
  if (about === "record") return !isOfChild;
  const isSubject = /‹N› (is|are|has been|have been|was|becomes|must) /.test(text);
  return isOfChild || (namesRecord === true && (found["state"] === undefined || isSubject));
}

function verbWords(text: string, { words, below }: MarkedClause): string[] {
  const [, kind, index] = /^‹([CGA])(\d+)›$/.exec(text) ?? [];
  if (kind === "C") return [below[Number(index)] ?? ""];
  return kind === undefined ? [text] : (words[Number(index)] ?? "").split(" ");
}

/** True if no state is said to be both allowed and refused: the sentences are understood otherwise then. */
function areConsistent(rules: readonly StateRule[], values: readonly string[]): boolean {
  const { allowed, refused } = verdictsOf(rules, values);
  return !allowed.some((one) => refused.some(({ state }) => state === one));
}

/** Returns the states in which an operation is taken, and those in which it is refused with the sentence. */
export function verdictsOf(
  rules: readonly StateRule[],
  values: readonly string[],
): {
  readonly allowed: readonly string[];
  readonly refused: readonly { readonly state: string; readonly rule: StateRule }[];
} {
  const only = rules.filter(({ kind }) => kind === "only");
  const among = new Set(only.flatMap(({ states }) => states));
  const may = rules.flatMap(({ kind, states }) => (kind === "may" ? states : []));
  const [first] = only;
  const others = values.flatMap((state) =>
    first === undefined || among.has(state) ? [] : [{ state, rule: first }],
  );
  const said = rules.filter(({ kind }) => kind === "never" || kind === "final");
  const refused = said.flatMap((rule) => rule.states.map((state) => ({ state, rule })));
  return { allowed: [...among, ...may], refused: [...others, ...refused] };
}

import { clausesOf, type Clause } from "../rules/clauses.ts";
import { loneCodes } from "./lone-codes.ts";
import { readings } from "./readings.ts";
import type { About, StateRule, Subject } from "./state-rule.ts";
import { refusedMovesOf, refusesOtherMoves } from "./transitions.ts";
import { marked, type MarkedClause } from "./state-words.ts";
import { doesIt, isAlike } from "./verbs.ts";

/** Returns the clauses between `, and`, `, but` and the like, and those of further codes of an answer. */
const parts = (text: string): string[] =>
  text.split(
    /, (?:and|but|so|which|where|since|because|neither)\b ?|, (?=with\b)|, (?=`\w+` (?:if|when|for)\b)| and only /,
  );

/** The code of an error beside the status of an answer: `with the code \`order_closed\``, `409 \`wrong_state\``. */
const codes = / (?:with|and) the (?:error )?code `[^`]*`|(?<=\b4\d\d) `[^`]*`/g;

/**
 * Reads what the description of an operation says of the states of a record. What is not certain, is left out: a
 * clause has to be understood as a whole, and to say what the operation does.
 */
export function stateRulesOf(subject: Subject): StateRule[] {
  const { operation, vocabulary } = subject;
  const { description, responses, method } = operation.model;
  // A change of some members alone may conflict.
  const isPartial = ["PATCH", "PUT"].includes(method);
  const conflicts = responses.filter(({ status }) => status === "409" && !isPartial);
  const rules = [
    ...finalRules(subject),
    ...finalMoves(subject),
    ...refusedMovesOf(subject),
    ...clausesOf(description).flatMap((one) => read(subject, one, false)),
    ...conflicts.flatMap((response) =>
      [
        ...clausesOf(response.description),
        ...loneCodes(response.description, vocabulary.nouns),
      ].flatMap((one) => read(subject, one, true)),
    ),
  ];
  const { actions } = subject;
  // What is said of one action need not hold for the others.
  if (actions !== undefined)
    return rules.filter(
      ({ kind, to }) => kind === "never" && to?.every((one) => actions.includes(one)) === true,
    );
  const general = rules.filter(({ to }) => to === undefined);
  return areConsistent(general, vocabulary.state.values) ? rules : [];
}

/** Returns what the description of the member with the state says of states that are not left. */
function finalRules(subject: Subject): StateRule[] {
  if (subject.about !== "record" || subject.operation.model.method === "DELETE") return [];
  return clausesOf(subject.vocabulary.state.description)
    .flatMap((one) => read(subject, one, false))
    .filter(({ kind }) => kind === "final");
}

/** A move that cannot be taken back: `closing needs a reason, and is final`, `cancellation cannot be undone`. */
const finalMove =
  /^(?:the )?(?<noun>[a-z]+(?:ing|ion|al|ment))(?: (?:of )?(?:a |an |the |its )?‹N›)?(?: (?:needs|requires) [^‹,]*,? and)? (?:is (?:final|irreversible|permanent|for good)|cannot be (?:undone|reversed|taken back))$/;

/** Returns what the description of a move says of the state that it brings a record to, which is not left. */
function finalMoves(subject: Subject): StateRule[] {
  const { choices, vocabulary, operation, about } = subject;
  if (about !== "record" || choices.length === 0) return [];
  return clausesOf(operation.model.description).flatMap(({ text, sentence }): StateRule[] => {
    const { noun } = finalMove.exec(marked(text, vocabulary).text)?.groups ?? {};
    const states = noun === undefined ? [] : choices.filter((one) => isAlike(noun, one));
    return states.length === 1 ? [{ kind: "final", states, sentence }] : [];
  });
}

function read(subject: Subject, clause: Clause, isOfConflict: boolean): StateRule[] {
  const { operation, vocabulary, about } = subject;
  const whole = marked(clause.text.replaceAll(codes, ""), vocabulary);
  return parts(whole.text).flatMap((part): StateRule[] => {
    const text = part.trim();
    for (const { kind, pattern, ...conditions } of readings) {
      if (conditions.isRefused === true && !clause.isRefused) continue;
      if (conditions.refusesOthers === true && !clause.refusesOthers) continue;
      if (conditions.isOfConflict === true && !isOfConflict) continue;
      if (conditions.isOfCreation === true && about === "child") continue;
      const found = pattern.exec(text)?.groups;
      if (found === undefined || !isAbout(about, found, text, conditions.namesRecord)) continue;
      const verb = found["verb"] ?? found["late"];
      const act = actOf(kind === "never" ? subject : { ...subject, choices: [] }, verb, whole);
      if (act === undefined) continue;
      const isChoice = act.to !== undefined && refusesOtherMoves.test(operation.model.description);
      if (conditions.isRefusal === true && !clause.isRefusal && !isChoice) continue;
      const { group, that, after, in: inState, state } = found;
      if (after !== undefined && !prepositional.test(whole.words[Number(after)] ?? "")) continue;
      const states = whole.groups[Number(group ?? that ?? after ?? inState ?? state)] ?? [];
      const said = { kind, states, sentence: clause.sentence, ...act };
      return states.length === 0 ? [] : [{ ...said, ...(isOfConflict && { isOfConflict }) }];
    }
    return [];
  });
}

/** A state that stands behind its noun: `a project in progress`. */
const prepositional = /^(in|on|under|at|out)\b/;

/**
 * Returns to which states the operation goes that one of the verbs says, if its body asks for them; `undefined` if they say
 * something else.
 *
 * @param verbs one, or several as in `changed, moved nor opened`
 */
export function actOf(
  subject: Subject,
  verbs: string | undefined,
  whole: MarkedClause,
): { readonly to?: readonly string[] } | undefined {
  if (verbs === undefined) return {};
  const each = verbs.split(/,? n?or |, /);
  const to = each.map((one) => choicesIn(subject, one, whole)).find((one) => one !== undefined);
  if (to !== undefined) return { to };
  if (subject.actions !== undefined) {
    const words = each.flatMap((one) => verbWords(one, whole));
    const named = subject.actions.filter((action) => words.some((one) => isAlike(one, action)));
    return named.length === 0 ? undefined : { to: named };
  }
  return each.some((one) => doesIt(subject.operation, verbWords(one, whole))) ? {} : undefined;
}

/** Returns the states of a verb that a body of the operation asks for: `is not cancelled`; `undefined` if it asks for others. */
function choicesIn(
  { choices }: Subject,
  verb: string | undefined,
  { groups }: MarkedClause,
): readonly string[] | undefined {
  const [, index] = /^‹[GA](\d+)›$/.exec(verb ?? "") ?? [];
  const states = index === undefined ? [] : (groups[Number(index)] ?? []);
  return states.length > 0 && states.every((one) => choices.includes(one)) ? states : undefined;
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

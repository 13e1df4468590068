import { clausesOf, exceptions, sentencesOf } from "../rules/clauses.ts";
import type { StateRule, Subject } from "./state-rule.ts";
import { marked, type MarkedClause } from "./state-words.ts";

/** A sentence by which all moves are refused that others do not name. */
export const refusesOtherMoves =
  /\b((all|any|every|each|no) other (transition|move|change|step|status|state)s?|(any|every)thing else|nothing else)\b[^.]*\b(refused|rejected|allowed|possible|permitted|4\d\d)\b/i;

/** Words by which a sentence names all moves that there are. */
const complete =
  /\bonly (be )?(\w+ )?from\b|\b(allowed|valid|permitted|possible) (\w+ )?(transitions|changes|moves)\b/i;

const state = String.raw`‹[GA](\d+)›(?: ‹N›)?`;
const moves: readonly RegExp[] = [
  new RegExp(`from ${state}(?: (?:it|‹N›) (?:goes|moves|can go|can be changed))? to ${state}`, "g"),
  new RegExp(
    `${state} (?:can|may) (?:only )?(?:become|go to|move to|change to|be changed to) ${state}`,
    "g",
  ),
];
const arrows = new RegExp(`${state}(?: (?:→|->|=>|-->) ${state})+`, "g");

/** What a state may become, and the words with which the next state of the sentence leaves that out. */
const mayBecome = /\b(can|may) (become|go to|move to|change to|be changed to) ([^.;:]*)/gi;
const nextState = /, (?:and )?((?:an? |the )`?[\w-]+`?(?: one)?) `?([\w-]+)`?/g;

/** Repeats what may become of the next state: `an open case may become closed, a closed one archived`. */
const spelledOut = (text: string, values: readonly string[]): string =>
  text.replaceAll(
    mayBecome,
    (_, may: string, verb: string, rest: string) =>
      `${may} ${verb} ${rest.replaceAll(nextState, (part, from: string, to: string) =>
        values.includes(to) ? `; ${from} ${may} ${verb} ${to}` : part,
      )}`,
  );

/** Words of a clause that allows nothing. */
const negative =
  /\b(not|no|never|cannot|can't|nor|refused|rejected|final|terminal|stays?|409|422)\b/;

/**
 * Returns the moves between states that the description of an operation refuses, by sentences that name the others:
 * ``from `draft` to `sent` ``, or `draft → sent → paid`, with one that refuses all others. Where one that speaks of states is
 * not understood, nothing is returned, since it may allow another move.
 */
export function refusedMovesOf(subject: Subject): StateRule[] {
  const { choices, operation, vocabulary } = subject;
  if (choices.length === 0) return [];
  const text = `${operation.model.description}\n\n${vocabulary.state.description}`;
  const sentences = sentencesOf(text);
  const last =
    sentences.find((one) => refusesOtherMoves.test(one)) ??
    sentences.find((one) => complete.test(one));
  const isOf = (one: string): boolean => /‹[GA]/.test(marked(one.toLowerCase(), vocabulary).text);
  if (last === undefined || sentences.some((one) => exceptions.test(one) && isOf(one))) return [];
  const targets = new Map<string, Set<string>>();
  for (const clause of clausesOf(spelledOut(text, vocabulary.state.values)))
    if (!noteMoves(targets, marked(clause.text, vocabulary))) return [];
  if (targets.size === 0) return [];
  return vocabulary.state.values.flatMap((from): StateRule[] => {
    const to = choices.filter((one) => one !== from && targets.get(from)?.has(one) !== true);
    return to.length === 0 ? [] : [{ kind: "never", states: [from], to, sentence: last }];
  });
}

/** Notes the moves that a clause names. Returns false if it speaks of states in another way, and may allow something. */
function noteMoves(targets: Map<string, Set<string>>, { text, groups }: MarkedClause): boolean {
  const note = (from: string | undefined, to: string | undefined): void => {
    for (const one of groups[Number(from)] ?? []) {
      const own = targets.get(one) ?? new Set();
      for (const other of groups[Number(to)] ?? []) own.add(other);
      targets.set(one, own);
    }
  };
  let rest = text;
  for (const pattern of moves)
    rest = rest.replaceAll(pattern, (_, from: string, to: string) => {
      note(from, to);
      return "";
    });
  let isClear = true;
  rest = rest.replaceAll(arrows, (chain: string) => {
    const all = [...chain.matchAll(/‹[GA](\d+)›/g)].map(([, index]) => index);
    // `a → b or c → d` may mean `c → d` alone.
    isClear &&= all.slice(1, -1).every((index) => groups[Number(index)]?.length === 1);
    all.slice(1).forEach((index, place) => note(all[place], index));
    return "";
  });
  return isClear && (!/‹[GA]/.test(rest) || negative.test(text));
}

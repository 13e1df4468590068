import { nounOf } from "@openapi-packages/compiler/mock/state/words";
import { exceptions } from "../rules/clauses.ts";

/** The words of a sentence about a deletion, in which records name the deleted one. */
export interface NamingWords {
  /** The last word of the path under which records are created that name the deleted one: `work-orders`. */
  readonly naming: string;
  /** The resource of the deleted record. */
  readonly named: string;
  /** The states of what names it. */
  readonly states: readonly string[];
}

/** Words before a noun that do not say which of them: "a booking", "any other bookings". */
const articles =
  "(?:(?:an?|any|some|one|one of|its|their|the|other|existing|still|more|own|at least) )*";

/** Words by which a record has others, or they have it. */
const having =
  /(?:\b(?:has|have|having|had|with|there (?:is|are|was|were)|contains?|holds?|(?:used|named|referenced|referred to|needed|blocked|held|in use) (?:by|in)) (?:still )?|(?:, | or | and ))$/;

const none = /\b(?:no|without|without any|no other|no more) $/;

const without = /\b(?:no|without)(?: any| other| more)? (?!.*\b(?:no|without) )/;

/** Words of a sentence that says when the deletion is taken, not when it is refused. */
const allowing = /\bonly\b|\buntil\b|\bbefore\b|\bmust (?!not\b)|\bha(?:s|ve) to\b/;

/** What the deletion is refused for in all forms of a sentence: "is answered with 409". */
const answered =
  /^ (?:(?:is|are) (?:answered|refused|rejected|not possible|kept)|(?:can|cannot|may|may not|must not|is not|are not) (?:be )?(?:deleted|removed))\b/;

/** Further nouns, for which the same holds. */
const orOthers = /^ or [\w-]+(?= or |,|$)/;

/**
 * Returns in which states of records that name another one its deletion is refused, as a sentence says it; `undefined` if it
 * does not speak of them, or is not understood.
 */
export function statesThatKeep(
  sentence: string,
  words: NamingWords,
): ((state: unknown) => boolean) | undefined {
  if (exceptions.test(sentence)) return undefined;
  const text = plainText(sentence);
  const noun = patternOf(nounOf(words.naming));
  const found = new RegExp(String.raw`^(?<lead>.*?)\b${noun}\b(?<after>[^.;:]*)`).exec(text);
  if (found === null) return undefined;
  const { lead = "", after = "" } = found.groups ?? {};
  const isAllowing = allowing.test(text);
  const isNone = none.test(lead.replace(stateList(words.states, "$"), ""));
  if (isNone) return isAllowing ? hadIn(lead.replace(without, "has "), after, words) : undefined;
  if (!isAllowing) return hadIn(lead, after, words);
  const left = /\b(?:all|its|their|the|every|each|all of its|all its) $/.test(lead)
    ? stateIn(after, words.states)
    : undefined;
  return left && otherThan(left);
}

/** Returns the states of records which a part of a sentence says to be there: "has open bookings", "a booking names it". */
function hadIn(
  lead: string,
  after: string,
  words: NamingWords,
): ((state: unknown) => boolean) | undefined {
  const { states, named } = words;
  // "The candidate is hired in some application."
  const within = new RegExp(
    String.raw`\b${listOf(states)} (?:in|by|on) (?:(?:an?|some|any|one|one of|its|the) )*$`,
  ).exec(lead);
  if (within !== null && states.length > 0) return isOneOf(within[0], states);
  const adjectives = stateList(states, "$").exec(lead)?.[0] ?? "";
  const before = lead.slice(0, lead.length - adjectives.length);
  const own = adjectives === "" ? () => true : isOneOf(adjectives, states);
  const bare = before.replace(new RegExp(`(?<=^| )${articles}$`), "");
  if (bare === before && bare !== "" && !having.test(bare)) return undefined;
  const relation = relationTo(named);
  const rest = after.replace(orOthers, "").replace(relation, "").replace(relation, "");
  const said = adjectives === "" ? stateIn(rest, states) : undefined;
  if (said !== undefined) return said;
  const isPlain = rest === "" || rest.startsWith(",") || answered.test(rest);
  return isPlain && (rest !== after || having.test(bare)) ? own : undefined;
}

/** Reads "that is open", "is in progress", "in status open", ", open or paid,". */
function stateIn(
  text: string,
  states: readonly string[],
): ((state: unknown) => boolean) | undefined {
  if (states.length === 0) return undefined;
  const are = "(?:(?:that|which|who) )?(?:is|are|was|were|has been|have been|stays?|in|with)";
  const found = new RegExp(
    String.raw`^(?:,| ${are}(?: still| already| currently)?(?<not> not)?(?: in)?(?: the)?(?: (?:state|status))?) (?<list>${listOf(states)})(?=$|,| it | the )`,
  ).exec(text);
  if (found === null) return undefined;
  const isIn = isOneOf(found.groups?.["list"] ?? "", states);
  return found.groups?.["not"] === undefined ? isIn : otherThan(isIn);
}

/** Words by which records name the deleted one: " for the room", " uses it", " is to be delivered there", " exist". */
function relationTo(named: string): RegExp {
  const it = `(?:it|them|(?:the|this|that|an?|its) ${patternOf(nounOf(named))})`;
  return new RegExp(
    String.raw`^ (?:(?:still )?(?:exists?|remains?)|(?:is|are) (?:still )?(?:left|there)|stands? there|(?:still )?(?:uses?|has|have|names?|refers? to|belongs? to|points? to|needs?|references?) ${it}|(?:(?:is|are) )?(?:to be )?\w+ed (?:to|by|with|for|from|in|at|on) ${it}|(?:is|are) to be \w+ there|(?:for|of|in|on|at|to|with|below|under|from) ${it})(?=$|[ ,])`,
  );
}

/** Returns a test of the other states, for a record that shows its state. */
const otherThan =
  (isIn: (state: unknown) => boolean) =>
  (state: unknown): boolean =>
    typeof state === "string" && !isIn(state);

const spelled = (state: string): string =>
  state
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[\s_-]+/)
    .map((word) => word.replaceAll(/[^\p{L}\d]/gu, "\\$&"))
    .join("[ _-]");

const listOf = (states: readonly string[]): string => {
  // A text of several words may contain a shorter one.
  const one = states
    .toSorted((first, second) => second.length - first.length)
    .map(spelled)
    .join("|");
  return String.raw`(?:${one})(?:(?:, (?:or |and )?| or | and )(?:${one}))*`;
};

const stateList = (states: readonly string[], end: string): RegExp =>
  states.length === 0 ? /(?!)/ : new RegExp(`(?<=^| )${listOf(states)} ${end}`);

/** Returns a test whether a state is one of a list of words. */
function isOneOf(list: string, states: readonly string[]): (state: unknown) => boolean {
  const own = states.filter((one) => new RegExp(String.raw`\b${spelled(one)}\b`).test(list));
  return (state) => own.includes(String(state));
}

/** Returns the pattern of a noun in the singular or the plural: `work[ _-]order(?:e?s)?`, `categor(?:y|ies)`. */
const patternOf = (noun: string): string => {
  const words = noun.replaceAll("_", "[ _-]");
  return words.endsWith("y") ? `${words.slice(0, -1)}(?:y|ys|ies)` : `${words}(?:e?s)?`;
};

/** Returns a sentence in lower case without its stop, the status and the code of its refusal, and asides. */
const plainText = (sentence: string): string =>
  sentence
    .toLowerCase()
    .replaceAll(/\s*\([^()]*\)/g, "")
    .replaceAll(/\b409 (?:conflict )?`[^`]*`/g, "409")
    .replaceAll("`", "")
    .replace(/[.!]$/, "");

/**
 * What a clause says of an operation: `only`, it is refused in all other states; `never`, in these; `may`, it is taken in
 * these; `final`, these are not left.
 */
export type RuleKind = "only" | "never" | "may" | "final";

/** How a clause reads. */
export interface Reading {
  readonly kind: RuleKind;
  readonly pattern: RegExp;
  /** True if the clause has to name a refusal. */
  readonly isRefusal?: true;
  /** True if it has to stand in the description of the answer 409. */
  readonly isOfConflict?: true;
  /** True if it has to be in a list of what is refused. */
  readonly isRefused?: true;
  /** True if the clause behind it has to refuse all others. */
  readonly refusesOthers?: true;
  /** True if it speaks of what is created below the record: "takes no lines" says nothing of their deletion. */
  readonly isOfCreation?: true;
  /** True if it speaks of the record by its name, where the operation is about something below it. */
  readonly namesRecord?: true;
}

const groups = String.raw`‹G(?<group>\d+)›`;
const adjectives = String.raw`‹[GA](?<state>\d+)›`;
const child = String.raw`‹C\d+›`;
/** Articles, or none. */
export const article = "(?:(?:a|an|any|each|every|all|the|its|their) )?";
const is = "(?:is|are|was|were|has been|have been)";
const becomes = "(?:is|are|has been|have been|was|becomes)";
const already = "(?: already| currently| still)?";
/** Records in a state: `drafts`, `a rejected report`, `a plant that is sold`, `orders in state paid`. */
const records =
  `${article}(?:(?<of>${child} (?:of|in|on|from|for) )${article})?` +
  String.raw`(?:${groups}|‹N› ‹[GA](?<after>\d+)›|‹N› (?:that|which) ${is}${already} ${article}‹[GA](?<that>\d+)›${already}` +
  String.raw`|‹N› (?:(?:in|with) (?:the )?(?:state|status)(?: of)?|in) ‹[GA](?<in>\d+)›)`;
const participle = String.raw`[a-z]+|‹[GA]\d+›`;
const participles = `(?:${participle})(?:(?:,? or |,? nor |, )(?:${participle}))*`;
const particle = "(?: (?:on|to|from|off|out|up))?";
/** The participle of what an operation does. */
export const verb = `(?<verb>${participle})${particle}`;
/** The same, or a list of them, of which each is meant. */
const verbs = `(?<verb>${participles})${particle}`;
const lateVerb = `(?<late>${participles})${particle}`;
const adverb = "(?: (?:also|still|now))?";
const anyMore = "(?: any more| any longer| anymore| again)?";
/** Words that forbid. */
export const cannot =
  "(?:can ?not|can't|can no longer|can never|may not|may no longer|must not|must no longer)";
const record = `(?:it|they|(?:the|a|an|its|their|this) (?:${child}'s )?‹N›)`;
const when = "(?:while|when|if|as long as|in case)";
const whenLeft = "(?:once|when|if|after|while|as soon as|as long as)";
const refused = "(?:(?:refused|rejected)(?: with 409)?|answered (?:with|by) 409)";
const inState =
  `${record} ${becomes}(?: in)?(?: state| status)?${already} ` +
  `${article}${adjectives}${already}`;
const early = `^${whenLeft} (?:(?:${record} ${becomes} )?${already} ?${article}${adjectives}) ?, `;
const subject = String.raw`(?:[^‹]*(?:‹(?:C\d+|N)› )?)`;
const something = String.raw`(?:it|they|${article}‹(?:N|C\d+)›)`;
const no = "(?:more |further |new |other )?";

const readingOf = (
  kind: RuleKind,
  pattern: string,
  conditions: Omit<Reading, "kind" | "pattern"> = {},
): Reading => ({ kind, pattern: new RegExp(`${pattern}$`), ...conditions });

const namesRecord = { namesRecord: true } as const;

/** The clauses that are understood, the first that fits. */
export const readings: readonly Reading[] = [
  readingOf("only", `^only ${records} (?:(?:can|may|could)${adverb} be|is|are) ${verbs}`),
  readingOf(
    "only",
    `^only ${records} (?:(?:can |may )?(?:take|accept|allow|get|have)s?|has) (?<verb>${child})`,
    { ...namesRecord, isOfCreation: true },
  ),
  readingOf("only", `^[^‹]*(?:${child} [^‹]*)?${records}`, {
    refusesOthers: true,
    namesRecord: true,
  }),
  readingOf(
    "only",
    `^${subject}(?:can|may) (?:only be ${verbs}|be ${lateVerb} only) (?:${when} ${inState}|${records})`,
    namesRecord,
  ),
  readingOf(
    "only",
    `^(?:this is |it is |is )?only (?:possible|allowed|permitted) (?:${when} ${inState}|for ${records})`,
    namesRecord,
  ),
  readingOf(
    "only",
    `^the ‹N› must (?:still )?be (?:in )?(?:state |status )?${article}${adjectives}`,
    namesRecord,
  ),
  readingOf("may", `^${records} (?:can|may)${adverb} be ${verbs}`),
  readingOf("never", `^${records} (?:${cannot} (?:either )?|can neither )be ${verbs}${anyMore}`),
  readingOf("never", `^${records} (?:is|are) (?:no longer|never) ${verbs}`),
  readingOf("never", `^${records} (?:is|are) not ${verbs} (?:any more|any longer|anymore)`),
  readingOf("never", `^(?:in particular, )?${records} (?:is|are) not ${verbs}`, {
    isRefusal: true,
  }),
  readingOf(
    "never",
    `^${records} (?:takes?|accepts?|allows?|gets?|has|have|can have) no ${no}(?<verb>${child})${anyMore}`,
    { ...namesRecord, isOfCreation: true },
  ),
  readingOf(
    "never",
    `${early}(?:nothing|no ${child})(?: more| else)? (?:is|are|can be|may be) ${verbs}${anyMore}`,
    namesRecord,
  ),
  readingOf(
    "never",
    `${early}${something} (?:${cannot} be|is no longer|are no longer) ${verbs}${anyMore}`,
  ),
  readingOf(
    "never",
    `^${something} ${cannot} be ${verbs}${anyMore} ${whenLeft} ${inState}`,
    namesRecord,
  ),
  readingOf(
    "never",
    `^(?:it is |this is |is )?(?:refused|not possible|not allowed)(?: with 409)? ${whenLeft} ${inState}`,
    namesRecord,
  ),
  readingOf(
    "only",
    `^(?:it is |this is |is )?(?:refused|not possible|not allowed)(?: with 409)? ${whenLeft} ${record} ${is} not(?: in)?(?: state| status)? ${article}${adjectives}`,
    namesRecord,
  ),
  readingOf("never", `^the answer is 409 (?:for ${records}|${whenLeft} ${inState})`, namesRecord),
  readingOf("never", `^(?:with )?\`[^\`]*\` (?:for ${records}|${whenLeft} ${inState})`, {
    isRefusal: true,
    namesRecord: true,
  }),
  readingOf("never", `^${records} with 409`, namesRecord),
  readingOf("never", `^(?:and )?${records}${already}`, { isRefused: true }),
  readingOf("never", `^${records}${already} (?:is|are) ${refused}`, namesRecord),
  readingOf(
    "only",
    `^${article}‹N› (?:that|which) ${is} not ${article}${adjectives} (?:is|are) ${refused}`,
    namesRecord,
  ),
  readingOf(
    "never",
    `^(?:the |a |its )?(?:‹N›|it) (?:is|has been|was)${already} ${article}${adjectives}${already}`,
    { isOfConflict: true, namesRecord: true },
  ),
  readingOf(
    "never",
    `^(?:(?:the ‹N›|it) ${is} )?(?:already ${adjectives}|${adjectives} (?:before|already|earlier))`,
    { isOfConflict: true },
  ),
  readingOf("final", `^${article}${groups} (?:is|are) (?:final|terminal)`),
  readingOf("final", `^${records} stays? (?:so|that way|as (?:it is|they are))`),
];

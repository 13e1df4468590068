import type { VerifiedApi, VerifiedOperation } from "../../../description/verified-api.ts";
import { choicesOf } from "../../../records/stories/state-member.ts";
import { bodyMedia } from "../../../records/vary.ts";
import { applicableSchemas, memberSchemas } from "../../../schema/members.ts";
import { nameWords } from "../states/state-words.ts";
import { clausesOf, type Clause } from "./clauses.ts";
import { bodyMembers } from "./member-words.ts";

/** What a sentence says of a member that a body needs with a value of another one. */
export interface NeedRule {
  readonly member: string;
  readonly value: string;
  readonly needed: string;
  readonly sentence: string;
}

const article = "(?:(?:a|an|the|its|every|each|any) )?";
const given = "(?:required|mandatory|needed|obligatory)";
const of = "(?:‹K› is |‹K› |it is |the [a-z]+ is )?";
const value = `${article}‹V(?<value>\\d+)›`;
const needed = `${article}‹M(?<needed>\\d+)›`;

/** `‹V0›` is the value, `‹M0›` the member that it needs, `‹K›` the member that has the value. */
const patterns: readonly RegExp[] = [
  new RegExp(
    `^${value} (?:needs?|requires?|must have|must include|must give|must come with) ${needed}(?: (?:that|which) [^‹]*)?$`,
  ),
  new RegExp(`^${needed} (?:is|are) ${given} (?:to|for|when|if|with|in case of) ${of}${value}$`),
  new RegExp(
    `^${needed} must be (?:given|present|set|sent|included) (?:to|for|when|if|with) ${of}${value}$`,
  ),
  new RegExp(`^(?:for|when|if|with) ${of}${value} ?, ${needed} (?:is|are) ${given}$`),
];

/** The same in what a schema says of the member. */
const ofMember = new RegExp(
  `(?:^|, )(?:${given}|not empty) (?:to|for|when|if|with|in case of) ${of}${value}$`,
);

/** Returns what the description of an operation says of members that a body needs with a value of an enum. */
export function needRulesOf(api: VerifiedApi, operation: VerifiedOperation): NeedRule[] {
  const { document } = api.description.model;
  const members = bodyMembers(api, operation);
  const schema = bodyMedia(operation, {})?.schema?.json;
  if (members === undefined) return [];
  const required = applicableSchemas(document, schema).flatMap((one) => one["required"] ?? []);
  // The service may fill in what has a default.
  const isOpen = (name: string): boolean =>
    !required.includes(name) &&
    memberSchemas(document, schema, name).every((own) => (own["default"] ?? null) === null);
  const rules = members.names.flatMap((member): NeedRule[] => {
    const values = choicesOf(memberSchemas(document, schema, member));
    if (values.length < 2) return [];
    const others = members.names.filter((one) => one !== member && isOpen(one));
    const said = clausesOf(operation.model.description).flatMap((clause) =>
      partsOf(clause).flatMap((text) => {
        const marked = withMarks(text, member, values, others);
        const found = patterns
          .map((one) => one.exec(marked)?.groups)
          .find((one) => one !== undefined);
        const own = values[Number(found?.["value"])];
        return ruleOf(clause, member, own, others[Number(found?.["needed"])]);
      }),
    );
    const ofMembers = others.flatMap((name) =>
      members.clausesOf(name).flatMap((clause) => {
        const found = ofMember.exec(withMarks(clause.text, member, values, []))?.groups;
        return ruleOf(clause, member, values[Number(found?.["value"])], name);
      }),
    );
    return [...said, ...ofMembers];
  });
  const isFirst = (rule: NeedRule, index: number): boolean =>
    rules.findIndex((one) => one.value === rule.value && one.needed === rule.needed) === index;
  return rules.filter(isFirst);
}

function ruleOf(
  { sentence }: Clause,
  member: string,
  own: string | undefined,
  other: string | undefined,
): NeedRule[] {
  return own === undefined || other === undefined
    ? []
    : [{ member, value: own, needed: other, sentence }];
}

const partsOf = ({ text }: Clause): string[] =>
  text.split(/, (?:and|but|so|which) |, otherwise | and only /).map((one) => one.trim());

/** Marks the value, the members and the member with the value in a text. */
function withMarks(
  text: string,
  member: string,
  values: readonly string[],
  others: readonly string[],
): string {
  let whole = text;
  const all = others.map((name, index) => ({ name, index }));
  for (const { name, index } of all.toSorted((one, other) => other.name.length - one.name.length))
    whole = replaced(whole, [name.toLowerCase(), nameWords(name)], `‹M${index}›`);
  whole = whole.replaceAll(`\`${member.toLowerCase()}\``, "‹K›");
  return whole.replaceAll(/(`?)([a-z][\w-]+)`?/g, (found, tick: string, word: string) => {
    const exact = values.findIndex((one) => one.toLowerCase() === word);
    const alike = values.flatMap((one, at) => (isAlike(one.toLowerCase(), word) ? [at] : []));
    const index = exact < 0 && tick === "" && alike.length === 1 ? (alike[0] ?? exact) : exact;
    return index < 0 ? found : `‹V${index}›`;
  });
}

function replaced(text: string, names: readonly string[], mark: string): string {
  const all = names.map((one) => one.replaceAll(/[^a-z\d ]/g, "\\$&")).join("|");
  return text.replaceAll(new RegExp(`(?<![\\w\`‹])\`?(?:${all})\`?(?![\\w\`›])`, "g"), mark);
}

/** True if a word has the stem of a value: `rejection` that of `rejected`, `cancel` that of `cancelled`. */
function isAlike(own: string, word: string): boolean {
  if (!/^[a-z]+$/.test(own) || !/^[a-z]+$/.test(word)) return false;
  let length = 0;
  while (length < own.length && own[length] === word[length]) length += 1;
  return length >= 5 && own.length - length <= 4 && word.length - length <= 4;
}

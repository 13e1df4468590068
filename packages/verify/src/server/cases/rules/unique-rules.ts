import { member } from "@openapi-packages/description";
import { nounOf, stem, wordsOf } from "@openapi-packages/compiler/mock/state/words";
import { sentencesOf } from "../../../description/said.ts";
import type { VerifiedApi, VerifiedOperation } from "../../../description/verified-api.ts";
import type { ResourceFlow } from "../flows/resources.ts";
import { stateMemberOf } from "../../../records/stories/state-member.ts";
import { bodyMedia } from "../../../records/vary.ts";
import { memberNames, memberSchemas } from "../../../schema/members.ts";
import { isAlike } from "../states/verbs.ts";
import { takenBelowOthers } from "./below-others.ts";
import { freedAboveBy, type FreedAbove } from "./freed-above.ts";
import { freedBy, type FreedRule } from "./freed.ts";
import { keptBy, type KeptRule } from "./kept.ts";

/** What a description says of a member that no two records have the same value of. */
export interface UniqueRule {
  /** The members that have to be unique, alone or together; none if the same must not be created twice, whatever it is. */
  readonly members: readonly string[];
  /** The sentence that says so. */
  readonly sentence: string;
  /** True if values are the same that differ in upper and lower case alone. */
  readonly ignoresCase: boolean;
  /** True if records of other principals do not count. */
  readonly isOfCaller: boolean;
  /** The sentence by which records below another record may have the same value. */
  readonly belowOthers: string | undefined;
  /** The sentence by which the value can be given again, and when; `undefined` if none says so. */
  readonly freed: FreedRule | undefined;
  /** The same, where the record above is deleted. */
  readonly freedAbove: FreedAbove | undefined;
  /** Which records still have their values, as "even an archived one"; `undefined` if nothing says so. */
  readonly kept: KeptRule | undefined;
}

/** Words by which no two records have the same value. */
const same =
  /\bunique\b|\b(?:must|have to|has to) (?:differ|be different|be distinct) from\b|\b(?:no|not|never|cannot|can't)\b[^,]*\bsame\b(?! as\b)|\b\w+[_-](?:taken|exists|in[_-]use|not[_-]unique)\b|\bexists? already\b|\balready (?:exists?|taken|in use|used|registered|has)\b|\b(?:taken|in use|registered) already\b|\b(?:has|have|is|are|exists?)\b[^,]*\beach [^,]* once\b/i;

/** Words by which somebody does something once, whatever the values. */
const once =
  /\b(?:an?|each|every|one) [\w-]+ (?:can |may )?[a-z]+ (?:an?|the|each|one|its|this) [\w -]+? (?:only )?(?<!at most )once\b|\bonly once\b|\bhas (?:already )?[a-z]+ed this [a-z]+\b|\bone [a-z]+ (?:per|for each) [a-z]+\b/i;

/** "A slug that another job has", but not "another job has to be closed", nor "another user has changed". */
const ofAnother =
  /\banother (?<noun>[\w -]+?) (?:of (?:yours|(?:this|the|that|an?|its) \w+) )?(?:already )?(?:has|uses|owns)\b(?! (?:to|been|[a-z]+ed)\b)/i;

/** "A candidate applies once per job", which is not a matter of time. */
const oncePer =
  /\ban? [\w-]+ (?<verb>[a-z]+s) (?:only )?once (?:per|for each|in each) (?!(?:second|minute|hour|day|night|week|month|quarter|season|year)\b)[a-z]+\b/i;

/** "The member has a reservation for the title that is waiting or ready", as a reason of a refusal. */
const hasOne =
  /\b(?:the|an?) [\w-]+ (?:already )?has (?:already )?an? (?<noun>[\w-]+) (?:for|of|on|in|to|with) (?:the|this|that) [\w-]+(?: (?:that|which) is (?<states>[\w-]+(?:(?:, | or |, or )[\w-]+)*))?(?: already)?[.;]?$/i;

/** Words for any record. */
const anyRecord = new Set(["one", "record", "entry", "item", "resource", "object"]);

/** Words by which that is about requests that are sent again. */
const ofRequests = /\b(?:key|request|retr(?:y|ies)|idempoten\w*|sent)\b/i;

/** Words by which the same value may be there again, or the sentence has conditions that its other words do not tell. */
const permitted =
  /\b(?:not|needn't|neither|nor)\b(?: \w+){0,2} unique\b|\b(?:need|may|can|could|several|many)\b[^,]*\bsame\b|\bunless\b|\bexcept\b|\bapart from\b|\bidempoten\w*|\bsame (?:key|request|body|state|status)\b|\bglobally unique id/i;

/** Words by which upper and lower case are the same. */
const caseIgnored =
  /\bcase[- ]insensitiv|\b(?:ignor\w+|regardless of|irrespective of|whatever|without regard to|independent of|not by)\b[^.]*\bcase\b|\bcompared in (?:lower|upper)[- ]?case\b|\b(?:upper|lower)[- ]?(?:case)? and (?:upper|lower)[- ]?case\b[^.]*\b(?:same|alike|equal|not distinguished|do not matter|does not matter|make no difference)\b|\bonly in (?:case|upper and lower case)\b|\bcase does not (?:count|matter)\b/i;

/** Words by which a value is compared with those of the caller's records alone. */
const callers =
  /\b(?:yours?|caller['’]s|own)\b|\b(?:per|of (?:the|an?|one|each)(?: same)?|within (?:the|an?)|for (?:an?|each)) (?:caller|user|customer|account|owner|tenant|organi[sz]ation|association|team|operator|workspace|member|company)\b|\b(?:two|several|different) \w+s (?:may|can) (?:use|have) the same\b/i;

/**
 * Returns what the description of a creation, of its conflicts and of the members of its body says of values that are there
 * once: none if it documents no conflict.
 */
export function uniqueRulesOf(
  api: VerifiedApi,
  flow: Pick<ResourceFlow, "name" | "create" | "remove">,
): UniqueRule[] {
  const { name: resource, create, remove } = flow;
  const { operation } = create;
  const conflicts = operation.model.responses.filter(({ status }) => status === "409");
  if (conflicts.length === 0) return [];
  const texts = textMembers(api, operation);
  const own = sentencesOf(operation.model.summary, operation.model.description);
  const ofConflicts = sentencesOf(...conflicts.map(({ description }) => description));
  const states = stateMemberOf(api, resource)?.values ?? [];
  const isUnique = (sentence: string): boolean => isUniqueOf(resource, sentence);
  const ofRemoval = sentencesOf(remove?.operation.model.description);
  const freed = [...own, ...ofRemoval, ...texts.flatMap(({ sentences }) => sentences)].flatMap(
    (sentence) => freedBy(sentence, states, ofRemoval.includes(sentence)),
  );
  const freedAbove = freedAboveBy(api, flow);
  const all = [...own, ...ofConflicts];
  const general = sentencesOf(api.description.model.description);
  /** What stands behind a semicolon goes on with the sentence. */
  const continued = (sentence: string): string =>
    sentence.endsWith(";") ? (all[all.indexOf(sentence) + 1] ?? "") : "";
  const ruleOf = (members: readonly string[], sentence: string, about: string): UniqueRule => ({
    members,
    sentence,
    ignoresCase: caseIgnored.test(`${about} ${continued(sentence)}`),
    kept: keptBy(sentence, states, remove?.operation),
    isOfCaller:
      callers.test(`${sentence} ${all[all.indexOf(sentence) + 1] ?? ""}`) ||
      (members.length > 0 && members.every((name) => isWithinCaller(general, name))),
    belowOthers: takenBelowOthers(
      create,
      all
        .flatMap((one, index) => (one === sentence ? [one, all[index + 1] ?? ""] : []))
        .concat(texts.flatMap((one) => (members.includes(one.name) ? one.sentences : []))),
    ),
    freedAbove: freedAbove.find((one) => members.some((name) => names(one.sentence, name))),
    freed: freed.find(
      (one) =>
        one.sentence === all[all.indexOf(sentence) + 1] ||
        members.some((name) => names(one.sentence, name)),
    ),
  });
  const ofMembers = texts.flatMap(({ name, sentences }) =>
    sentences.filter(isUnique).map((one) => ruleOf([name], one, sentences.join(" "))),
  );
  const ofOperation = all.filter(isUnique).flatMap((sentence) => {
    const named = texts.filter(({ name }) => names(sentence, name));
    const members = named.map(({ name }) => name);
    const about = [sentence, ...named.flatMap(({ sentences }) => sentences)].join(" ");
    return named.length === 0 ? [] : [ruleOf(members, sentence, about)];
  });
  const rules = withoutRepetitions([...ofOperation, ...ofMembers]);
  const isRefused = (one: string): boolean =>
    ofConflicts.includes(one) && !permitted.test(one) && isOneMore(resource, states, one);
  const single =
    rules.length > 0 ? undefined : all.find((one) => isSingle(resource, one) || isRefused(one));
  return single === undefined ? rules : [ruleOf([], single, single)];
}

/** True if a sentence refuses another record where there is one, in some of its states. */
function isOneMore(resource: string, states: readonly string[], sentence: string): boolean {
  const found = hasOne.exec(sentence)?.groups;
  const named = found?.["states"]?.split(/,? or |, /) ?? [];
  return isNounOf(found?.["noun"] ?? "", resource) && named.every((one) => states.includes(one));
}

/** True if sentences say that a member is unique within what a key belongs to: "barcodes are unique within a library only". */
function isWithinCaller(sentences: readonly string[], name: string): boolean {
  const nouns = sentences.flatMap(
    (one) =>
      /\b(?:key|token|user|caller)s? belongs? to (?:an?|one|exactly one) (?<noun>[\w-]+)/i.exec(one)
        ?.groups?.["noun"] ?? [],
  );
  return sentences.some(
    (one) =>
      names(one, name) &&
      nouns.some((noun) =>
        new RegExp(
          String.raw`\bunique (?:within|in|per) (?:an?|each|every|one|its) ${noun}\b`,
          "i",
        ).test(one),
      ),
  );
}

function isSingle(resource: string, sentence: string): boolean {
  if (permitted.test(sentence) || ofRequests.test(sentence)) return false;
  const { verb = "" } = oncePer.exec(sentence)?.groups ?? {};
  // A job that runs once per file may be there twice.
  const isDone = isAlike(verb, wordsOf(resource).at(-1) ?? "");
  return isDone || once.test(sentence);
}

function isUniqueOf(resource: string, sentence: string): boolean {
  if (permitted.test(sentence)) return false;
  const { noun = "" } = ofAnother.exec(sentence)?.groups ?? {};
  const isOfOther = anyRecord.has(noun.toLowerCase()) || isNounOf(noun, resource);
  return isOfOther || same.test(sentence) || isSingle(resource, sentence);
}

/** True for `job` and the resource `Job`, and for `post` and `JobPost`. */
function isNounOf(noun: string, resource: string): boolean {
  const [wanted, own] = [nounOf(noun), nounOf(resource)];
  return own === wanted || own.endsWith(`_${wanted}`);
}

/** Keeps the first rule of each member. */
function withoutRepetitions(rules: readonly UniqueRule[]): UniqueRule[] {
  return rules.filter(({ members }, index) => {
    const earlier = rules.slice(0, index).flatMap((one) => one.members);
    return !members.some((one) => earlier.includes(one));
  });
}

interface TextMember {
  readonly name: string;
  readonly sentences: readonly string[];
}

/** Returns the members of an operation's JSON body that are texts, with what is said of each. */
function textMembers({ description }: VerifiedApi, operation: VerifiedOperation): TextMember[] {
  const { document } = description.model;
  const media = bodyMedia(operation, {});
  const schema = media?.schema?.json;
  if (media?.kind !== "json") return [];
  return memberNames(document, schema).flatMap((name) => {
    const schemas = memberSchemas(document, schema, name);
    if (!schemas.some(({ type }) => [type].flat().includes("string"))) return [];
    const texts = schemas.map((one) => member(one, "description"));
    const sentences = texts.flatMap((one) => (typeof one === "string" ? sentencesOf(one) : []));
    return [{ name, sentences }];
  });
}

/** True if a sentence names a member, in its own words or in code. */
function names(sentence: string, name: string): boolean {
  const said = wordsOf(sentence.replaceAll(/\be-mail/gi, "email")).map(stem);
  const own = wordsOf(name).map(stem);
  return said.some((_, index) => own.every((word, offset) => said[index + offset] === word));
}

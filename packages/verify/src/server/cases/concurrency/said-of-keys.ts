import { nounOf } from "@openapi-packages/compiler/mock/state/words";
import { sentencesAbout, sentencesOf } from "../../../description/said.ts";
import type { VerifiedApi, VerifiedOperation } from "../../../description/verified-api.ts";

const key = /\bkeys?\b|idempoten/i;
const other =
  /\b(another|other|different|differs?|changed|modified|mismatch\w*|not (be )?the same|(do|does)(n't| not) match)\b/i;
const content =
  /\b(body|bodies|requests?|payloads?|contents?|parameters?|data|values?|inputs?|fields?)\b/i;
const refusal = /\b(refus\w+|reject\w*|conflict\w*|errors?|fail\w*|den(y|ies|ied)|4\d\d)\b/i;
const notRefused = /\b(not|never|n't|without)\b[^,;]{0,20}\b(refus|reject|conflict|error|fail)/i;

/** A condition of other values, which says nothing of a key itself. */
const whenDiffering =
  /\b(?:if|when|where|unless|that|which)\b[^.]*(?:\b(?:bod(?:y|ies)|requests?|payloads?|contents?|data|values?|inputs?)(?: (?:is|are|was|were|has|have))? (?:differs?|different|changed|not the same|(?:do|does)(?:n't| not) match)|\bwith (?:an)?other (?:bod(?:y|ies)|payloads?|contents?|data|values?|inputs?))\b|^(?:(?:and|but),? )?with (?:another|a different|any other|other|different) (?:bod(?:y|ies)|payloads?|contents?|data|values?|inputs?)\b/i;

/** The most sentences before one that may say that it is about the key: "If the values differ, the answer is 409". */
const mostBefore = 2;

/** "The key was used for another payment", where a payment is what an operation makes. */
const usedForAnother =
  /\bkey (?:is|was|has been|had been) (?:already )?used (?:already )?(?:for|with) another (?<noun>[a-z-]+)/i;

function isUsedForAnother(sentence: string, { model }: VerifiedOperation): boolean {
  const { noun } = usedForAnother.exec(sentence)?.groups ?? {};
  return noun !== undefined && nounOf(noun) === nounOf(model.path.split("/").at(-1) ?? "");
}

const aboutOtherBody = (sentence: string): boolean =>
  key.test(sentence) && other.test(sentence) && content.test(sentence);

const isRefused = (sentence: string): boolean =>
  refusal.test(sentence) && !notRefused.test(sentence);

/** True if a paragraph speaks of a key and, in one of the next sentences, refuses other values. */
function saysAfterKey(paragraph: string): boolean {
  const sentences = sentencesOf(paragraph);
  return sentences.some(
    (one, index) =>
      whenDiffering.test(one) &&
      isRefused(one) &&
      sentences.slice(Math.max(0, index - mostBefore), index).some((before) => key.test(before)),
  );
}

/** True if a description says that an idempotency key is refused that was used with another body. */
export function refusesOtherBody(api: VerifiedApi, operation: VerifiedOperation): boolean {
  const refusals = operation.model.responses.filter(({ status }) => status.startsWith("4"));
  const isAbout = (one: string): boolean => aboutOtherBody(one) || isUsedForAnother(one, operation);
  return (
    sentencesOf(...refusals.map(({ description }) => description)).some(isAbout) ||
    sentencesAbout(api, operation).some((one) => isAbout(one) && isRefused(one)) ||
    paragraphsAbout(operation).some(saysAfterKey)
  );
}

/** Returns the paragraphs about an operation that may speak of its key. */
const paragraphsAbout = ({ model }: VerifiedOperation): string[] =>
  [model.description, ...model.parameters.map(({ description }) => description)].flatMap(
    (text) => text?.split(/\n\s*\n/) ?? [],
  );

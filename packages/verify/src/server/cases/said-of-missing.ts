import { nounOf } from "@openapi-packages/compiler/mock/state/words";
import { sentencesOf } from "../../description/said.ts";
import type { VerifiedApi, VerifiedOperation } from "../../description/verified-api.ts";
import { creatorOf, effectOf } from "../../records/effects.ts";

/** Words for a record that is not there. */
const missing =
  /\b(?:no such|there is no|(?:does|do) not (?:have|exist)|(?:does|do)n['’]t (?:have|exist)|not (?:exist|found|there)|unknown|missing|no longer)\b/i;

/** Words for a record that was deleted before. */
const before =
  /\balready\b|\b(?:again|twice|second time)\b|\b(?:was|were|has been|have been) (?:deleted|removed)\b/i;

/** Words by which a deletion says that it does not matter whether the record is there. */
const either =
  /\bidempoten|\b(?:also|even) (?:if|when|where)\b|\bwhether or not\b|\bno matter\b|\bregardless\b|\beither way\b|\bsilently\b/i;

/** The subject of a sentence that is about what the operation deletes. */
const ofIt = /^(?:one|those|what|whatever|any) (?:that|which|is|was|are)\b/i;

/**
 * True if the description says that a deletion of what was never there is answered by 404: in a sentence, or since the
 * path names nothing else that may not be there.
 */
export function refusesMissing(api: VerifiedApi, operation: VerifiedOperation): boolean {
  const { model } = operation;
  const state = effectOf(api, operation);
  const last = state?.path.at(-1);
  const isOnlyOne = state?.path.length === 1 && last?.resource === state.resource;
  const isKey = isOnlyOne && model.path.endsWith(`{${last?.parameter}}`);
  // A service whose records nobody can make may know none of them, as a stub does.
  const isMade = state !== undefined && creatorOf(api, state.resource) !== undefined;
  return documents404(operation) && ((isKey && isMade) || saysOf(operation, missing));
}

/**
 * True if a sentence says that a deletion of what was deleted before is answered by 404.
 *
 * @param isShown true if the record is still shown somewhere, marked as deleted, and so is not missing
 */
export const refusesDeleted = (operation: VerifiedOperation, isShown: boolean): boolean =>
  documents404(operation) &&
  (saysOf(operation, before) || (!isShown && saysOf(operation, missing)));

const documents404 = ({ model }: VerifiedOperation): boolean =>
  model.responses.some(({ status }) => status === "404") &&
  !sentencesOf(model.summary, model.description).some((one) => either.test(one));

/** True if a sentence says of the record itself, and not of one above it, when the answer is 404. */
function saysOf({ model }: VerifiedOperation, when: RegExp): boolean {
  const refusal = model.responses.find(({ status }) => status === "404");
  const told = sentencesOf(model.summary, model.description).filter((one) => /\b404\b/.test(one));
  const names = model.path.split("/").filter((one) => one !== "" && !one.startsWith("{"));
  const [own = "", ...above] = names.toReversed().map(nounPattern);
  const isAboutIt = (sentence: string): boolean => {
    const at = sentence.search(new RegExp(own, "i"));
    const parent = above.length === 0 ? -1 : sentence.search(new RegExp(above.join("|"), "i"));
    if (at === -1) return false;
    return parent === -1 || at < parent || /\b(?:or|nor)\b/i.test(sentence.slice(parent, at));
  };
  return [...told, ...sentencesOf(refusal?.description)].some(
    (one) => when.test(one) && (isAboutIt(one) || (told.includes(one) && ofIt.test(one))),
  );
}

/** Returns a pattern of a noun in singular or plural. */
function nounPattern(segment: string): string {
  const noun = nounOf(segment).replaceAll("_", "[ _-]");
  return `\\b${noun.replace(/y$/, "(?:y|ie)")}(?:e?s)?\\b`;
}

import { sentencesAbout, sentencesOf } from "../../../description/said.ts";
import type { VerifiedApi, VerifiedOperation } from "../../../description/verified-api.ts";

const key = /\bkeys?\b|idempoten/i;
const other =
  /\b(another|other|different|differs?|changed|modified|mismatch\w*|not (be )?the same|(do|does)(n't| not) match)\b/i;
const content =
  /\b(body|bodies|requests?|payloads?|contents?|parameters?|data|values?|inputs?|fields?)\b/i;
const refusal = /\b(refus\w+|reject\w*|conflict\w*|errors?|fail\w*|den(y|ies|ied)|4\d\d)\b/i;
const notRefused = /\b(not|never|n't|without)\b[^,;]{0,20}\b(refus|reject|conflict|error|fail)/i;

const aboutOtherBody = (sentence: string): boolean =>
  key.test(sentence) && other.test(sentence) && content.test(sentence);

/** True if a description says that an idempotency key is refused that was used with another body. */
export function refusesOtherBody(api: VerifiedApi, operation: VerifiedOperation): boolean {
  const refusals = operation.model.responses.filter(({ status }) => status.startsWith("4"));
  return (
    sentencesOf(...refusals.map(({ description }) => description)).some(aboutOtherBody) ||
    sentencesAbout(api, operation).some(
      (one) => aboutOtherBody(one) && refusal.test(one) && !notRefused.test(one),
    )
  );
}

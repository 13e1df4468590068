import { sentencesAbout, sentencesOf } from "../../../description/said.ts";
import type { VerifiedApi, VerifiedOperation } from "../../../description/verified-api.ts";

const key = /\bkeys?\b|idempoten/i;
const other =
  /\b(another|other|different|differs?|changed|modified|mismatch\w*|not (be )?the same|(do|does)(n't| not) match)\b/i;
const content =
  /\b(body|bodies|requests?|payloads?|contents?|parameters?|data|values?|inputs?|fields?)\b/i;
const refusal = /\b(refus\w+|reject\w*|conflict\w*|errors?|fail\w*|den(y|ies|ied)|4\d\d)\b/i;
const notRefused = /\b(not|never|n't|without)\b[^,;]{0,20}\b(refus|reject|conflict|error|fail)/i;

const owner =
  /\b(users?|accounts?|clients?|callers?|customers?|tenants?|organi[sz]ations?|principals?|merchants?|credentials?|tokens?|api keys?)\b/i;
const separate =
  /\b(each|every|per|own|scoped|separate\w*|within|belongs? to|of (the|a) same|independent\w*)\b/i;

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

/** True if a description says that idempotency keys are separate for each user. */
export const hasKeysOfUsers = (api: VerifiedApi, operation: VerifiedOperation): boolean =>
  sentencesAbout(api, operation).some((one) => {
    const [, text = ""] = /\b(?:idempotency[ -]?)?keys?\b(.*)/i.exec(one) ?? [];
    return separate.test(text) && owner.test(text) && !/api key/i.test(one);
  });

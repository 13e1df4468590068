import type { AnyResult, Validator } from "@openapi-packages/runtime";
import { isJsonMediaType } from "@openapi-packages/runtime/internals";
import type { Answer } from "@openapi-packages/runtime/server";
import type { MockExample } from "../description.ts";

/**
 * Returns a success from the state in the requested media type: the stored record if that type is JSON with the
 * same schema, else the example.
 *
 * @param asked the example in that media type, or the first one if any is acceptable
 * @param validatorOf returns the validator of an answer's body
 */
export function inAcceptedType(
  answer: Answer<AnyResult>,
  asked: MockExample | undefined,
  [first]: readonly MockExample[],
  validatorOf: (answer: Answer<AnyResult>) => Validator | undefined,
): Answer<AnyResult> {
  if (asked === first || asked?.contentType === undefined || asked.status !== answer.status)
    return answer;
  const { contentType, body } = asked;
  if (contentType === answer.contentType || answer.body === undefined) return answer;
  const inOther = { ...answer, contentType };
  const isSame = isJsonMediaType(contentType) && validatorOf(inOther)?.(answer.body) === true;
  return isSame ? inOther : { ...inOther, body };
}

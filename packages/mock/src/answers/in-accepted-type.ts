import type { AnyResult, Validator } from "@openapi-packages/runtime";
import { isJsonMediaType } from "@openapi-packages/runtime/internals";
import type { Answer } from "@openapi-packages/runtime/server";
import type { MockExample } from "../description.ts";

/**
 * A success from the state in the media type that a request asks for: what is remembered, where that is JSON
 * of the same form, else the example.
 *
 * @param asked the example in that media type, the first of all where any will do
 * @param validatorOf gives what checks an answer's body
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

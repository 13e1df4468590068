import { streamOf } from "@openapi-packages/mock/node";
import {
  bodyDecoder,
  decodeInput,
  headersDecoder,
  responseKey,
  type JsonObject,
} from "@openapi-packages/runtime/internals";
import type { CallInput } from "@openapi-packages/runtime/client";
import type { AnyResult, Answer } from "@openapi-packages/runtime/server";
import type { VerifiedOperation } from "../description/verified-api.ts";
import { copyOf } from "../wire/copy-of.ts";

/** An answer in JSON, with files. The body of a stream is the list of its items. */
export type PlannedAnswer = Answer<AnyResult> & { readonly isStream?: boolean };

/** Converts an input to the client's types, such as `Date`. */
export function convertedInput({ mock }: VerifiedOperation, input: CallInput): CallInput {
  const copy = copyOf<JsonObject>({ ...input });
  const mediaType = input.contentType ?? mock.operation.requestBody?.content[0]?.mediaType;
  if (mock.codec !== undefined) decodeInput(mock.codec, copy, mediaType);
  return copy;
}

/** Converts an answer to the handler's types. */
export function convertedAnswer(
  { mock: { codec, operation } }: VerifiedOperation,
  { isStream, ...planned }: PlannedAnswer,
): Answer<AnyResult> {
  const answer = copyOf<Answer<AnyResult>>(planned);
  const key = responseKey(operation.responses, answer.status);
  const mediaType = answer.contentType ?? operation.responses[key ?? ""]?.content?.[0]?.mediaType;
  const decode = codec && bodyDecoder(codec, operation, key, mediaType ?? null);
  const decodeHeaders = codec && headersDecoder(codec, key);
  const { body, headers } = answer;
  const asTyped = (value: unknown): unknown => (decode === undefined ? value : decode(value));
  return {
    ...answer,
    ...(body !== undefined && {
      body: isStream === true ? streamOf((body as unknown[]).map(asTyped)) : asTyped(body),
    }),
    ...(headers && decodeHeaders && { headers: decodeHeaders(headers) as typeof headers }),
  };
}

import { isAcceptable, negotiateMediaType, responseKey } from "@openapi-packages/runtime/internals";
import { getMember } from "@openapi-packages/runtime/internals";
import { headerValue } from "@openapi-packages/runtime/internals";
import type { OperationDescriptor } from "@openapi-packages/runtime";
import type { HttpRequest } from "@openapi-packages/runtime/server";
import type { MockExample } from "../description.ts";
import { StreamItems } from "../stream-of.ts";

/** True if the successful answers of an operation have several media types. */
export function hasChoice(examples: readonly MockExample[]): boolean {
  const [first, second] = examples;
  return second?.status === first?.status && first?.contentType !== undefined;
}

/**
 * Moves the answers in the requested media type to the front: a stream if the body has `"stream": true`, as in
 * APIs of language models, else what `Accept` prefers (RFC 9110, section 12.5.1). Otherwise the order stays.
 */
export function acceptedFirst(
  examples: readonly MockExample[],
  input: { readonly body?: unknown },
  request: HttpRequest,
): readonly MockExample[] {
  const isWanted = wantedIn(examples, input, request);
  if (isWanted === undefined) return examples;
  return [...examples.filter(isWanted), ...examples.filter((one) => !isWanted(one))];
}

/**
 * Moves a stream to the front if the description lists it before the other answers of the success, unless a
 * member of the request's body asks for a stream.
 */
export function streamFirst(
  { requestBody, responses }: OperationDescriptor,
  examples: readonly MockExample[],
): readonly MockExample[] {
  const [first] = examples;
  const described = first && responses[responseKey(responses, first.status) ?? ""];
  const isStream = described?.content?.[0]?.stream !== undefined;
  if (!isStream || requestBody?.streamMember !== undefined) return examples;
  const isLeading = ({ status, body }: MockExample): boolean =>
    status === first?.status && body instanceof StreamItems;
  return [...examples.filter(isLeading), ...examples.filter((one) => !isLeading(one))];
}

function wantedIn(
  examples: readonly MockExample[],
  { body }: { readonly body?: unknown },
  request: HttpRequest,
): ((example: MockExample) => boolean) | undefined {
  const isStream = ({ body: answered }: MockExample): boolean => answered instanceof StreamItems;
  const asksForStream = typeof body === "object" && body !== null && getMember(body, "stream");
  if (asksForStream === true && examples.some(isStream)) return isStream;
  const accept = headerValue(request, "accept");
  const content = examples.flatMap(({ contentType }) =>
    contentType === undefined ? [] : [{ mediaType: contentType }],
  );
  if (accept === undefined || content.length === 0) return undefined;
  const preferred = negotiateMediaType(content, accept)?.mediaType;
  if (preferred === undefined || !isAcceptable([preferred], accept)) return undefined;
  return ({ contentType }) => contentType === preferred;
}

import type { MediaTypeDescriptor } from "@openapi-packages/runtime";
import type { Json } from "@openapi-packages/description";
import type { MockExample } from "@openapi-packages/mock/description";
import { responseKey, setMember, isObject } from "@openapi-packages/runtime/internals";
import type { CallInput } from "@openapi-packages/runtime/client";
import { selectMediaType } from "@openapi-packages/runtime";
import { checkAnswer } from "../check/check-answer.ts";
import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";
import { headerOf, type WireResponse } from "../wire/wire-request.ts";
import { writeRequest } from "../wire/write-request.ts";
import type { DescribedServer } from "./read-request.ts";

/** A documented answer for an operation. */
export interface PlannedAnswer {
  /** `200`, `200/text/csv`, with the name of an example. */
  readonly id: string;
  readonly operation: VerifiedOperation;
  readonly example: MockExample;
  /** The key of the status in the description. */
  readonly key: string;
  readonly media: MediaTypeDescriptor | undefined;
}

/** A serialized answer, and what the caller should receive. */
export interface WrittenAnswer extends PlannedAnswer {
  readonly response: WireResponse;
  /** The body, or the items of a stream; `undefined` if there is none. */
  readonly value: unknown;
}

/**
 * Returns the documented answers of an operation, the successful ones first. Redirects are left out, since
 * callers do not see them.
 */
export function plannedAnswers(operation: VerifiedOperation): PlannedAnswer[] {
  const { mock } = operation;
  const ids = new Map<string, number>();
  return mock.answers.flatMap((example): PlannedAnswer[] => {
    const { status, contentType, name } = example;
    const key = responseKey(mock.operation.responses, status);
    if (status < 200 || (status >= 300 && status < 400) || key === undefined) return [];
    const content = mock.operation.responses[key]?.content ?? [];
    const media =
      contentType === undefined
        ? content[0]
        : (selectMediaType(content, contentType) ?? content[0]);
    const kind = content.length > 1 && media !== undefined ? `/${media.mediaType}` : "";
    const base = `${status}${kind}${name === undefined ? "" : `/${name}`}`;
    const count = (ids.get(base) ?? 0) + 1;
    ids.set(base, count);
    return [{ id: count === 1 ? base : `${base}/${count}`, operation, example, key, media }];
  });
}

/**
 * Returns the usual answer of an operation: its first success, preferably not a stream, else its first answer.
 */
export function usualAnswer(operation: VerifiedOperation): PlannedAnswer | undefined {
  const all = plannedAnswers(operation);
  const successes = all.filter(({ example }) => example.status < 300);
  return successes.find(({ media }) => media?.stream === undefined) ?? successes[0] ?? all[0];
}

/** True if an answer is a stream of items. */
export const isStream = ({ media }: Pick<PlannedAnswer, "media">): boolean =>
  media?.stream !== undefined;

/**
 * Serializes an answer as a server of the description does. `undefined` if that fails, or if the answer
 * violates the description itself.
 *
 * @param input one that the operation accepts
 */
export async function writtenAnswer(
  api: VerifiedApi,
  server: DescribedServer,
  planned: PlannedAnswer,
  input: CallInput,
): Promise<WrittenAnswer | undefined> {
  const { operation, example, media } = planned;
  const request = await writeRequest(
    api.description.mock.api,
    operation.mock.operation,
    inputFor(planned, input),
    { accept: (example.status < 300 && media?.mediaType) || "*/*" },
  );
  const response = request && (await server.write(request, example));
  if (request === undefined || response === undefined) return undefined;
  const { value, problems } = checkAnswer(api, operation, request.method, response);
  if (problems.length > 0) return undefined;
  const isBodiless = request.method === "HEAD" || response.body.length === 0;
  const isBytes = value === undefined && !isBodiless;
  return { ...planned, response, value: isBytes ? response.body : value };
}

/** Returns the input that asks for an answer, if a member of the body decides whether it is a stream. */
export function inputFor(
  { operation, media, example }: PlannedAnswer,
  input: CallInput,
): CallInput {
  const name = operation.mock.operation.requestBody?.streamMember;
  const { body } = input;
  if (name === undefined || !isObject(body) || example.status >= 300) return input;
  const asking = { ...body };
  setMember(asking, name, media?.stream !== undefined);
  return { ...input, body: asking };
}

/** True if a client's request accepts an answer of a media type (RFC 9110, section 12.5.1). */
export function isAccepted(
  headers: Parameters<typeof headerOf>[0],
  { media }: PlannedAnswer,
): boolean {
  const accept = headerOf(headers, "accept");
  if (accept === undefined || media === undefined) return true;
  const [type = ""] = media.mediaType.toLowerCase().split("/");
  const ranges = accept.split(",").map((one) => one.split(";")[0]?.trim().toLowerCase() ?? "");
  return ranges.some(
    (range) =>
      range === "*/*" ||
      range === `${type}/*` ||
      media.mediaType.toLowerCase().split(";")[0] === range,
  );
}

/** Returns the schema of a JSON answer. */
export function answerSchema({ operation, key, media }: PlannedAnswer): Json | undefined {
  if (media === undefined || media.stream !== undefined) return undefined;
  const response = operation.model.responses.find(({ status }) => status === key);
  const content = response?.content.find(({ mediaType }) => mediaType === media.mediaType);
  return content?.kind === "json" ? content.schema?.json : undefined;
}

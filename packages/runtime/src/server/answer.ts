import type { ApiDescriptor, OperationDescriptor, OperationValidators } from "../operation.ts";
import type { AnyResult } from "../result.ts";
import { responseKey } from "../status.ts";
import { toIssues } from "../validation/issues.ts";
import type { Issue } from "../validation/issues.ts";
import { headerValue } from "./request-target.ts";
import { mediaTypeOf, writeResponse } from "./response.ts";
import type { Answer, HttpRequest, HttpResponse, ServerFailure } from "./types.ts";

/** A handler's answer that the description does not allow. */
export class InvalidAnswerError extends Error {
  readonly issues: readonly Issue[];

  constructor(message: string, issues: readonly Issue[] = []) {
    const details = issues.map((issue) => `\n  ${issue.pointer || "/"} ${issue.message}`);
    super(message + details.join(""));
    this.name = "InvalidAnswerError";
    this.issues = issues;
  }
}

/** What writing an answer needs to know of its request. */
export interface AnswerContext {
  readonly api: ApiDescriptor;
  readonly operation: OperationDescriptor;
  readonly validators: OperationValidators;
  readonly validation: "off" | "warn" | "strict";
  readonly request: HttpRequest;
  readonly report: (phase: ServerFailure["phase"], error: unknown) => void;
}

/**
 * Checks a handler's answer as far as `validation` asks and makes the response of it.
 *
 * @throws {InvalidAnswerError} when there is no status at all, and under `strict` when the status
 *   is undocumented or the body invalid.
 */
export async function writeAnswer(
  context: AnswerContext,
  answer: Answer<AnyResult>,
): Promise<HttpResponse> {
  const { api, operation, request, report } = context;
  if (typeof answer?.status !== "number") {
    throw new InvalidAnswerError(`${operation.operationId}: the handler gave no status`);
  }
  const key = responseKey(operation.responses, answer.status);
  const isCommonError = api.errorBody?.statuses.includes(answer.status) === true;
  const common = isCommonError ? { content: [{ mediaType: api.errorBody.mediaType }] } : undefined;
  const described = key === undefined ? common : operation.responses[key];
  if (described === undefined) {
    const message = `${operation.operationId}: the status ${answer.status} is not documented`;
    refuse(context, new InvalidAnswerError(message));
  }
  const media = mediaTypeOf(described, answer, headerValue(request, "accept"));
  const check = bodyCheck(context, answer, key, media.mediaType);
  if (media.stream === undefined && answer.body !== undefined) check(answer.body);
  return writeResponse(answer, described, media, {
    check,
    signal: request.signal,
    onError: (error) => report("stream", error),
  });
}

/** A check of the body, or of one item of a stream; it does nothing where nothing is asked. */
function bodyCheck(
  context: AnswerContext,
  answer: Answer<AnyResult>,
  key: string | undefined,
  mediaType: string,
): (value: unknown) => void {
  const validators = key === undefined ? undefined : context.validators.responses?.[key];
  const validator = validators?.[mediaType];
  if (context.validation === "off" || validator === undefined) return () => {};
  return (value) => {
    if (validator(value)) return;
    const message = `${context.operation.operationId}: the body of ${answer.status} is invalid`;
    refuse(context, new InvalidAnswerError(message, toIssues("body", validator.errors)));
  };
}

function refuse(context: AnswerContext, error: InvalidAnswerError): void {
  if (context.validation === "strict") throw error;
  if (context.validation === "warn") context.report("response", error);
}

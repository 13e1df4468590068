import type { MediaTypeDescriptor } from "@openapi-packages/runtime";
import {
  isJsonMediaType,
  isMultipartMediaType,
  isTextMediaType,
  isUrlEncodedMediaType,
} from "@openapi-packages/runtime/internals";
import type { VerifiedOperation } from "../description/verified-api.ts";
import type { AnswerKind, CalledOperation } from "./adapter.ts";
import { isStream, type PlannedAnswer } from "./planned-answers.ts";

/** Returns an operation for adapters. */
export function calledOperation(
  { id, mock }: VerifiedOperation,
  answer?: PlannedAnswer,
): CalledOperation {
  const { method, path, responses, requestBody } = mock.operation;
  const successes = Object.entries(responses).flatMap(([status, { content = [] }]) =>
    status.startsWith("2") ? content : [],
  );
  const isChoice = successes.length > 1 && answer !== undefined && answer.example.status < 300;
  const accept = isChoice ? answer.media?.mediaType : undefined;
  return {
    operationId: id,
    method,
    path,
    isStream: answer !== undefined && isStream(answer),
    answerIs: answer?.media && answerKind(answer.media),
    bodyMediaTypes: (requestBody?.content ?? []).map(({ mediaType }) => mediaType),
    ...(accept !== undefined && { accept }),
  };
}

function answerKind({ mediaType, as, stream }: MediaTypeDescriptor): AnswerKind {
  if (stream !== undefined) return "stream";
  if (as !== undefined) return as === "parts" ? "form" : as;
  if (isJsonMediaType(mediaType)) return "json";
  if (isUrlEncodedMediaType(mediaType) || isMultipartMediaType(mediaType)) return "form";
  return isTextMediaType(mediaType) ? "text" : "bytes";
}

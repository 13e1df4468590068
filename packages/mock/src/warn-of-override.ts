import { toIssues } from "@openapi-packages/runtime";
import type { AnyResult, Validator } from "@openapi-packages/runtime";
import { InvalidAnswerError } from "@openapi-packages/runtime/server";
import type { Answer, RequestContext } from "@openapi-packages/runtime/server";
import { failureOf } from "@openapi-packages/runtime/internals";
import type { ExchangeLog } from "./exchange-log.ts";
import type { CreateMockOptions } from "./types.ts";

/** An override's answer in its place. */
interface Overridden {
  readonly context: RequestContext;
  readonly parts: {
    readonly options: Pick<CreateMockOptions, "onError">;
    readonly log: ExchangeLog;
  };
  readonly validator: Validator | undefined;
}

/** Reports an invalid answer of an override. */
export function warnOfOverride(
  { status, body }: Answer<AnyResult>,
  { context, parts, validator }: Overridden,
): void {
  const { operation, request, requestId } = context;
  const { operationId } = operation;
  if (validator === undefined || body === undefined) return;
  if (Symbol.asyncIterator in Object(body) || validator(body)) return;
  const issues = toIssues("body", validator.errors);
  const message = `${operationId}: the override's body of ${status} is invalid`;
  const error = new InvalidAnswerError(message, issues);
  const { onError } = parts.options;
  if (onError === undefined) console.error(error.message);
  else onError(failureOf({ phase: "response", error, operation, request, requestId }));
  const { method, url } = request;
  const violation = { operationId, method, url, side: "response", status, message } as const;
  parts.log.noteOf(request)?.violations.push({ ...violation, issues });
}

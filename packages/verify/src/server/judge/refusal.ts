import { responseKey } from "@openapi-packages/runtime/internals";
import type { Problem } from "../../check/checks.ts";
import type { VerifiedOperation } from "../../description/verified-api.ts";
import type { Probe } from "../../run/probe.ts";
import type { Missing } from "../../records/records.ts";
import type { Exchange } from "../../wire/exchange.ts";

/** Statuses by which servers refuse what they cannot read (RFC 9110, section 15.5). */
const refusals = [400, 405, 406, 411, 413, 414, 415, 422, 431];

/** Statuses of limits to sizes and numbers of requests, which proxies have too. */
const limits = [413, 414, 429, 431];

/** What was wrong with a request, for the message about its answer. */
export interface Wrong {
  /** `body /age above-maximum (101)` */
  readonly what: string;
  /** JSON pointer of the rule that the request breaks. */
  readonly pointer: string;
}

/**
 * Reports an answer to a request that is to be refused: a success, an error of the server, and what the answer itself has
 * wrong.
 */
export function reportUnrefused(
  probe: Probe,
  operation: VerifiedOperation,
  exchange: Exchange,
  { what, pointer }: Wrong,
): void {
  const { status = 0 } = exchange.response ?? {};
  // 207 says of each part of the request what became of it (RFC 4918, section 13).
  if (status >= 200 && status < 300 && status !== 207) {
    const message = `takes ${what}: it answers ${status}, where the description wants the request refused`;
    probe.report({ check: "takes-invalid", message, pointer }, operation, [exchange]);
    return;
  }
  if (isServerError(status)) {
    const message = `answers ${status} to ${what}, which is the client's error`;
    probe.report({ check: "server-error", message, pointer }, operation, [exchange]);
    return;
  }
  reportAnswer(probe, operation, exchange);
}

/** 501 and 503 say that nothing was tried (RFC 9110, sections 15.6.2 and 15.6.4). */
export const isServerError = (status: number): boolean =>
  status >= 500 && status !== 501 && status !== 503;

/**
 * Reports what is wrong with an answer, but for the status of a refusal where the operation says of none how it refuses:
 * HTTP's own statuses go without saying.
 */
export function reportAnswer(probe: Probe, operation: VerifiedOperation, exchange: Exchange): void {
  for (const problem of answerProblems(operation, exchange))
    probe.report(problem, operation, [exchange]);
  if (isForCredentials(operation, exchange))
    probe.miss(operation, [missingCredential(exchange.response?.status ?? 0)]);
  if (isUndocumentedRefusal(operation, exchange))
    probe.miss(operation, [
      {
        what: `whether ${exchange.response?.status} is as its authors want: it documents no such refusal`,
        how: `inputs.${operation.id}, or a response ${exchange.response?.status} in the description`,
      },
    ]);
}

/** What is wrong with an answer, as {@link reportAnswer} reports it. */
export function answerProblems(operation: VerifiedOperation, exchange: Exchange): Problem[] {
  const { status = 0 } = exchange.response ?? {};
  if (limits.includes(status)) return [];
  const isExcused =
    isUndocumentedRefusal(operation, exchange) || isForCredentials(operation, exchange);
  return exchange.problems.filter(({ check }) => !isExcused || check !== "status");
}

/** What a service lacks that refuses who calls it. */
export const missingCredential = (status: number): Missing => ({
  what: `a credential that it accepts: it answers ${status}`,
  how: "credentials",
  isForSuccess: true,
});

/** True if a request was refused for its credentials, which the operation's security documents. */
function isForCredentials({ model }: VerifiedOperation, { response }: Exchange): boolean {
  const isRefusal = response?.status === 401 || response?.status === 403;
  return isRefusal && model.security.some((one) => Object.keys(one).length > 0);
}

/** True if a request was refused by a status that the description leaves to HTTP. */
export function isUndocumentedRefusal(
  { model, mock }: VerifiedOperation,
  { response }: Exchange,
): boolean {
  const { responses } = mock.operation;
  if (response === undefined || responseKey(responses, response.status) !== undefined) return false;
  // Whether a record is there nobody knows but the service.
  if (response.status === 404 || response.status === 410)
    return model.parameters.some((one) => one.in === "path");
  if (!refusals.includes(response.status)) return false;
  // Who says how values are refused may still leave to HTTP what is wrong with method, type and size.
  const isOfValues = response.status === 400 || response.status === 422;
  return !isOfValues || ![400, 422].some((status) => responseKey(responses, status) !== undefined);
}

import { responseKey } from "@openapi-packages/runtime/internals";
import type { Problem } from "../../check/checks.ts";
import type { VerifiedOperation } from "../../description/verified-api.ts";
import type { Probe } from "../../run/probe.ts";
import type { Missing } from "../../records/prepared-input.ts";
import type { Exchange } from "../../wire/exchange.ts";

/** Statuses of malformed or unsupported requests (RFC 9110, section 15.5). */
const refusals = [400, 405, 406, 411, 413, 414, 415, 422, 431];

/** Statuses of limits to sizes and numbers of requests, which proxies send too. */
const limits = [413, 414, 429, 431];

/** What is wrong with a request, for the message about its answer. */
export interface Wrong {
  /** For example `` 101 as `age` of the body, which is above the maximum ``. */
  readonly what: string;
  /** The JSON pointer of the violated rule. */
  readonly pointer: string;
  /** What a service that takes it does in general. Default: it is a matter of this place. */
  readonly policy?: string | undefined;
}

/**
 * Reports the problems in the answer to an invalid request: a success, a server error, and its own violations.
 */
export function reportUnrefused(
  probe: Probe,
  operation: VerifiedOperation,
  exchange: Exchange,
  { what, pointer, policy }: Wrong,
): void {
  const { status = 0 } = exchange.response ?? {};
  // 207 contains a status for each part of the request (RFC 4918, section 13).
  if (status >= 200 && status < 300 && status !== 207) {
    const message = `takes ${what}: it answers ${status}`;
    const general = policy === undefined ? {} : { policy };
    probe.report({ check: "takes-invalid", message, pointer, ...general }, operation, [exchange]);
    return;
  }
  if (isServerError(status)) {
    const message = `answers ${status} to ${what}, which is the client's error`;
    probe.report({ check: "server-error", message, pointer }, operation, [exchange]);
    return;
  }
  reportAnswer(probe, operation, exchange);
}

/**
 * True for server errors. 501 and 503 are excluded, because nothing was tried (RFC 9110, sections 15.6.2 and
 * 15.6.4).
 */
export const isServerError = (status: number): boolean =>
  status >= 500 && status !== 501 && status !== 503;

/**
 * Reports the violations of an answer. An undocumented refusal is accepted if the operation documents none:
 * HTTP's own statuses need no documentation.
 */
export function reportAnswer(probe: Probe, operation: VerifiedOperation, exchange: Exchange): void {
  for (const problem of answerProblems(operation, exchange))
    probe.report(problem, operation, [exchange]);
  if (isForCredentials(operation, exchange))
    probe.miss(operation, [missingCredential(exchange.response?.status ?? 0)]);
  if (isUndocumentedRefusal(operation, exchange))
    probe.miss(operation, [
      {
        what: `whether ${exchange.response?.status} is intended: the description documents no such refusal`,
        how: `inputs.${operation.id}, or describe a response ${exchange.response?.status}`,
      },
    ]);
}

/** Returns the violations of an answer that {@link reportAnswer} reports. */
export function answerProblems(operation: VerifiedOperation, exchange: Exchange): Problem[] {
  const { status = 0 } = exchange.response ?? {};
  if (limits.includes(status)) return [];
  const isExcused =
    isUndocumentedRefusal(operation, exchange) || isForCredentials(operation, exchange);
  return exchange.problems.filter(({ check }) => !isExcused || check !== "status");
}

/** Describes the credential that a service requires. */
export const missingCredential = (status: number): Missing => ({
  what: `a credential that it accepts: it answers ${status}`,
  how: "credentials",
  isForSuccess: true,
});

/** True if a request was refused for its credentials, and the operation declares security. */
function isForCredentials({ model }: VerifiedOperation, { response }: Exchange): boolean {
  const isRefusal = response?.status === 401 || response?.status === 403;
  return isRefusal && model.security.some((one) => Object.keys(one).length > 0);
}

/** True if the status of a refusal is undocumented, but defined by HTTP. */
export function isUndocumentedRefusal(
  { model, mock }: VerifiedOperation,
  { response }: Exchange,
): boolean {
  const { responses } = mock.operation;
  if (response === undefined || responseKey(responses, response.status) !== undefined) return false;
  // Only the service knows whether a record exists.
  if (response.status === 404 || response.status === 410)
    return model.parameters.some((one) => one.in === "path");
  if (!refusals.includes(response.status)) return false;
  // A description of refused values need not include refused methods, types and sizes.
  const isOfValues = response.status === 400 || response.status === 422;
  return !isOfValues || ![400, 422].some((status) => responseKey(responses, status) !== undefined);
}

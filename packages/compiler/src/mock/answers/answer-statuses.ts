import type { Operation, OperationResponse } from "@openapi-packages/description/model/api-model";

/**
 * Sorts responses: `200` to `299` first, then `2XX`, then the others, and `1xx` last; each in the
 * document's order. `default` counts as success if no `2xx` response is documented (OpenAPI 3.1,
 * Responses Object).
 */
export function bySuccess(responses: readonly OperationResponse[]): OperationResponse[] {
  return responses.toSorted((a, b) => rankOf(a, responses) - rankOf(b, responses));
}

/** True if a response documents success. */
export function isSuccess({ responses }: Operation, response: OperationResponse): boolean {
  return rankOf(response, responses) < 3;
}

function rankOf({ status }: OperationResponse, responses: readonly OperationResponse[]): number {
  if (/^2\d\d$/.test(status)) return 0;
  if (status === "2XX") return 1;
  const hasSuccess = responses.some((response) => response.status.startsWith("2"));
  if (status === "default" && !hasSuccess) return 2;
  return status.startsWith("1") ? 4 : 3;
}

/**
 * Returns the status to answer with. For a range or `default` it is one that no other response
 * documents. `default` means success if no `2xx` response is documented (OpenAPI 3.1, Responses
 * Object).
 */
export function statusOf({ responses }: Operation, { status }: OperationResponse): number {
  if (/^\d{3}$/.test(status)) return Number(status);
  const documented = new Set(responses.map((response) => response.status));
  const isFree = (code: number): boolean =>
    !documented.has(String(code)) &&
    (status !== "default" || !documented.has(`${Math.floor(code / 100)}XX`));
  const first = Number(status.charAt(0)) * 100;
  const candidates =
    status === "default" ? defaultStatuses(documented) : [first, first + 1, first + 2, first + 99];
  return candidates.find(isFree) ?? candidates[0] ?? 500;
}

function defaultStatuses(documented: ReadonlySet<string>): number[] {
  const hasSuccess = [...documented].some((status) => status.startsWith("2"));
  return hasSuccess ? [500, 400, 503, 418, 200] : [200, 201, 202];
}

/**
 * True for answers without a body: answers to HEAD, and answers with these statuses (RFC 9110, section
 * 6.4.1).
 */
export function hasNoBody({ method }: Operation, status: number): boolean {
  return method === "HEAD" || status < 200 || [204, 205, 304].includes(status);
}

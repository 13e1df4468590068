import type { ApiDescriptor, OperationDescriptor } from "@openapi-packages/runtime";
import { reasonPhrase, responseKey } from "@openapi-packages/runtime/internals";
import type { HttpRequest, HttpResponse } from "@openapi-packages/runtime/server";

/**
 * True if an operation documents a status, exactly, by its range or by `default`, or if it is common to all
 * operations.
 */
export const isDocumented = (
  { errorBody }: ApiDescriptor,
  { responses }: OperationDescriptor,
  status: number,
): boolean =>
  responseKey(responses, status) !== undefined || errorBody?.statuses.includes(status) === true;

/**
 * Creates a response with an undocumented status, as gateways and proxies send it: an error with problem
 * details (RFC 9457, section 4.2.1), any other without a body.
 */
export function undocumentedResponse({ method }: HttpRequest, status: number): HttpResponse {
  if (status < 400) return { status, headers: {} };
  const title = reasonPhrase(status) || String(status);
  const headers = { "content-type": "application/problem+json" };
  if (method === "HEAD") return { status, headers };
  return { status, headers, body: JSON.stringify({ type: "about:blank", title, status }) };
}

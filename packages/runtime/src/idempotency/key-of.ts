import { headerValue } from "../server/request-target.ts";
import type { HttpRequest } from "../server/types.ts";
import { keyRefusal } from "./key-refusal.ts";

/**
 * Returns the idempotency key of a request; `undefined` without one, and for safe methods (RFC 9110, section
 * 9.2.1; RFC 10008), whose answers may change at any time.
 *
 * @throws {RequestFailure} 400 for an empty key, which would leave its request without protection
 */
export function idempotencyKeyOf(request: HttpRequest, header: string): string | undefined {
  if (/^(?:GET|HEAD|OPTIONS|TRACE|QUERY)$/.test(request.method)) return undefined;
  const key = headerValue(request, header)?.trim();
  if (key === "") throw keyRefusal(header, 400);
  return key;
}

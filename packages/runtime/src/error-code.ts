import { isObject } from "./members.ts";
import type { ErrorBodyDescriptor } from "./operation.ts";

/**
 * Reads the kind of error from a body: from the property of the description's error schema if it has one
 * for the status, otherwise as from problem details (RFC 9457).
 */
export function errorCode(
  errorBody: ErrorBodyDescriptor | undefined,
  status: number,
  body: unknown,
): string | undefined {
  if (!isObject(body)) return undefined;
  const own = errorBody?.members?.code ?? "code";
  const isOwn = errorBody?.statuses.includes(status) === true;
  const members = isOwn ? [own] : ["code", "title", own];
  return members.map((member) => body[member]).find((code) => typeof code === "string");
}

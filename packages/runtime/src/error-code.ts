import { isObject } from "./members.ts";

/** The error responses that all operations share (`x-common-errors`). */
export interface CommonErrors {
  readonly statuses: readonly number[];
  /** The property of the body with the kind of error. Default: `code`. */
  readonly code?: string;
}

/**
 * Reads the kind of error from a body: from the property of the description's own error schema if it
 * has one for the status, otherwise as from problem details (RFC 9457).
 */
export function errorCode(
  common: CommonErrors | undefined,
  status: number,
  body: unknown,
): string | undefined {
  if (!isObject(body)) return undefined;
  const own = common?.code ?? "code";
  const isOwn = common?.statuses.includes(status) === true;
  const members = isOwn ? [own] : ["code", "title", own];
  return members.map((member) => body[member]).find((code) => typeof code === "string");
}

import { isObject } from "./members.ts";
import type { ErrorBodyDescriptor } from "./operation.ts";

/**
 * The kind of error that a body names: in the description's own error schema where it has one for
 * the status, else as problem details do.
 */
export function errorCode(
  errorBody: ErrorBodyDescriptor | undefined,
  status: number,
  body: unknown,
): string | undefined {
  if (!isObject(body)) return undefined;
  const own = errorBody?.members.code ?? "code";
  const isOwn = errorBody?.statuses.includes(status) === true;
  const members = isOwn ? [own] : ["code", "title", own];
  return members.map((member) => body[member]).find((code) => typeof code === "string");
}

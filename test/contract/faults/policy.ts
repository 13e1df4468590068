import type { Cell } from "./cells.ts";
import { isStreaming } from "./cells.ts";

/** Methods that mean the same when they are sent twice (RFC 9110, 9.2.2), of those in the description. */
const idempotentMethods = new Set(["GET", "PUT", "DELETE"]);

/** Statuses of a server that may answer otherwise in a while, of those in the description. */
const passingStatuses = new Set([429, 500, 503]);

/** Statuses by which a server says that it has done nothing. */
const untouchedStatuses = new Set([429, 503]);

/**
 * Whether the client is to send a request again after a fault, as its README has it. What comes once
 * a stream has begun is not the request's: that is resumed, if it is.
 */
export function isRetried({ operation, fault }: Cell, hasKey = false): boolean {
  const isRepeatable = hasKey || idempotentMethods.has(operation.httpMethod);
  if ("status" in fault) {
    const isSafe = isRepeatable || untouchedStatuses.has(fault.status);
    return passingStatuses.has(fault.status) && isSafe;
  }
  if ("isLate" in fault || fault.kind === "reset") return isRepeatable;
  return fault.kind === "half-body" && isRepeatable && !isStreaming(operation);
}

/** Whether a stream whose connection breaks off while it runs is to go on where it was. */
export function isResumed({ operation, fault }: Cell): boolean {
  const isBroken = "kind" in fault && (fault.kind === "half-body" || fault.kind === "stream-error");
  return isBroken && isStreaming(operation);
}

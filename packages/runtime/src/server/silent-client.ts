import type { Socket } from "node:net";
import { abortResponse, isHttp2 } from "./node-request.ts";
import type { Outgoing } from "./node-request.ts";

/**
 * Aborts a response if its client takes none of it for too long. Time in which there is nothing to take
 * does not count.
 *
 * @param timeout in milliseconds; `0`: none
 */
export function limitSilence(outgoing: Outgoing, timeout: number): void {
  if (timeout === 0) return;
  const check = (): void => {
    if (unsentBytes(outgoing) > 0) abortResponse(outgoing);
  };
  // Node counts what the other side has taken of a large chunk as activity.
  if (isHttp2(outgoing)) {
    outgoing.stream.setTimeout(timeout, check);
    return;
  }
  outgoing.setTimeout(timeout, check);
  outgoing.once("finish", () => releaseTimeout(outgoing.req.socket, timeout));
}

/** The bytes of a response that the client has not taken. */
export const unsentBytes = (outgoing: Outgoing): number =>
  isHttp2(outgoing) ? outgoing.stream.writableLength : outgoing.writableLength;

/** Removes the timeout from a connection, unless Node has set its own for the time until the next request. */
function releaseTimeout(socket: Socket, timeout: number): void {
  if (socket.timeout === timeout) socket.setTimeout(0);
}

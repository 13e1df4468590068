import type { Socket } from "node:net";
import { abortResponse, isHttp2 } from "./node-request.ts";
import type { Outgoing } from "./node-request.ts";

/**
 * Aborts a response if its client reads nothing for too long. Time without anything to read does not count.
 *
 * @param timeout in milliseconds; `0`: none
 */
export function limitSilence(outgoing: Outgoing, timeout: number): void {
  if (timeout === 0) return;
  const check = (): void => {
    if (unsentBytes(outgoing) > 0) abortResponse(outgoing);
  };
  // Node counts partial progress in a large chunk as activity.
  if (isHttp2(outgoing)) {
    outgoing.stream.setTimeout(timeout, check);
    return;
  }
  outgoing.setTimeout(timeout, check);
  outgoing.once("finish", () => releaseTimeout(outgoing.req.socket, timeout));
}

/** Returns the number of bytes of a response that the client has not read. */
export const unsentBytes = (outgoing: Outgoing): number =>
  isHttp2(outgoing) ? outgoing.stream.writableLength : outgoing.writableLength;

/** Removes the timeout from a connection, unless Node has set its keep-alive timeout in the meantime. */
function releaseTimeout(socket: Socket, timeout: number): void {
  if (socket.timeout === timeout) socket.setTimeout(0);
}

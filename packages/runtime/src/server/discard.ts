import type { DiscardLimits } from "./connection-options.ts";
import type { Incoming } from "./node-request.ts";

/** The time in milliseconds for a client to read the answer if its body is not read to the end. */
const lingerTime = 1000;

/** Returns the limits for a body that cannot be read to its end. */
export const lingering = (limits: DiscardLimits): DiscardLimits => ({
  ...limits,
  discardTimeout: Math.min(limits.discardTimeout, lingerTime),
});

/**
 * Reads the rest of a request's body and discards it.
 *
 * @returns true if the body has ended; false if a limit was exceeded before, or the connection closed.
 */
export function discardRest(incoming: Incoming, limits: DiscardLimits): Promise<boolean> {
  return new Promise((resolve) => {
    let rest = limits.maxDiscardedBytes;
    const finish = (): void => {
      clearTimeout(idle);
      clearTimeout(total);
      incoming.off("readable", read).off("end", finish).off("close", finish);
      resolve(incoming.complete);
    };
    const total = setTimeout(finish, limits.discardTimeout);
    const idle = setTimeout(finish, limits.discardIdleTimeout);
    const read = (): void => {
      idle.refresh();
      for (let chunk = incoming.read(); chunk !== null && rest >= 0; chunk = incoming.read())
        rest -= (chunk as Uint8Array).length;
      if (rest < 0) finish();
    };
    // An error does not matter any more: the client has the answer, or did not want it.
    incoming.on("error", () => {});
    if (incoming.destroyed || incoming.readableEnded) finish();
    else {
      incoming.on("end", finish).on("close", finish).on("readable", read);
      // Node discards a body that nobody reads, but without a limit.
      read();
    }
  });
}

import type { Socket } from "node:net";
import { isHttp2 } from "./node-request.ts";
import type { Incoming, Outgoing } from "./node-request.ts";

/** Calls `handle` when it is a request's turn. */
export type TakeTurn = (incoming: Incoming, outgoing: Outgoing, handle: () => void) => void;

/**
 * Handles the requests of a connection one after the other: a pipelined request waits until those before it
 * are answered, and meanwhile the connection is not read. So a connection occupies one handler, and at most
 * one read is buffered. Streams of HTTP/2 are concurrent.
 */
export function oneByOne(): TakeTurn {
  const waiting = new WeakMap<Socket, number>();
  return (incoming, outgoing, handle) => {
    // Node assigns a response to the connection after those before it have finished.
    if (isHttp2(outgoing) || outgoing.socket !== null) {
      handle();
      return;
    }
    const { socket } = incoming;
    const before = waiting.get(socket) ?? 0;
    waiting.set(socket, before + 1);
    // Node resumes the connection at the end of each request.
    if (before === 0) socket.on("resume", pause);
    socket.pause();
    outgoing.once("socket", () => {
      const rest = (waiting.get(socket) ?? 1) - 1;
      waiting.set(socket, rest);
      if (rest === 0) socket.off("resume", pause).resume();
      handle();
    });
  };
}

function pause(this: Socket): void {
  this.pause();
}

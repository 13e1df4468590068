import { once } from "node:events";
import { connect } from "node:net";
import type { Socket } from "node:net";

const piece = Buffer.alloc(64 * 1024, "x");

/** A connection, with all that has come by it. */
export interface Line {
  readonly socket: Socket;
  readonly text: () => string;
  /** Waits for an answer with a Content-Length, and gives it; what has come if the connection closes. */
  answer(): Promise<string>;
}

/** Opens a connection whose client reads nothing until it asks for an answer. */
export function dial(port: number): Line {
  const socket = connect(port, "127.0.0.1");
  let text = "";
  socket.on("error", () => {});
  return {
    socket,
    text: () => text,
    async answer() {
      text = "";
      return new Promise((resolve) => {
        const read = (chunk: Buffer): void => {
          text += chunk.toString("latin1");
          if (isWhole(text)) finish();
        };
        const finish = (): void => {
          socket.off("data", read).off("close", finish);
          resolve(text);
        };
        if (socket.closed) finish();
        else socket.on("data", read).on("close", finish).resume();
      });
    },
  };
}

function isWhole(text: string): boolean {
  const end = text.indexOf("\r\n\r\n");
  const length = /content-length: (\d+)/i.exec(text)?.[1];
  return end >= 0 && text.length >= end + 4 + Number(length ?? 0);
}

/**
 * Sends a body to its end before it reads, as `http.client` of Python does.
 *
 * @throws if the connection breaks before
 */
export async function sendBody({ socket }: Line, size: number, isChunked = false): Promise<void> {
  socket.pause();
  for (let sent = 0; sent < size; sent += piece.length) {
    const bytes = piece.subarray(0, Math.min(piece.length, size - sent));
    if (isChunked) socket.write(`${bytes.length.toString(16)}\r\n`);
    socket.write(bytes);
    const isTaken = isChunked ? socket.write("\r\n") : !socket.writableNeedDrain;
    if (socket.destroyed) throw new Error("the connection broke");
    if (!isTaken) await once(socket, "drain");
  }
  if (isChunked) socket.write("0\r\n\r\n");
}

import { once } from "node:events";
import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";

/** A listener on a free port that passes every connection on, and keeps what clients send. */
export interface Tap {
  readonly port: number;
  /** The bytes that clients sent since the last `clear`. */
  sent(): Buffer;
  clear(): void;
  close(): Promise<void>;
}

/** Opens a tap in front of a port of the loopback interface. */
export async function openTap(target: number): Promise<Tap> {
  const sockets = new Set<Socket>();
  let chunks: Buffer[] = [];
  const server = createServer((client) => {
    const upstream = connect(target, "127.0.0.1");
    client.on("data", (chunk: Buffer) => chunks.push(chunk));
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.pipe(other);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroySoon();
      });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    sent: () => Buffer.concat(chunks),
    clear: () => {
      chunks = [];
    },
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, "close");
    },
  };
}

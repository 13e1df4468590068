import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** A server on a real socket, with what is open on it. */
export interface SocketServer extends AsyncDisposable {
  readonly url: string;
  /** The connections that are open. */
  readonly sockets: ReadonlySet<Socket>;
}

/** Listens on a free port of this machine; at its end the connections are cut. */
export async function listen(listener: RequestListener): Promise<SocketServer> {
  const sockets = new Set<Socket>();
  const server = createServer(listener).listen(0, "127.0.0.1");
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sockets,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

import type { IncomingMessage, Server as HttpServer, ServerResponse } from "node:http";
import type {
  Http2Server,
  Http2ServerRequest,
  Http2ServerResponse,
  ServerHttp2Session,
} from "node:http2";
import type { Socket } from "node:net";
import { breakOff, NodeRequest, writeResponse } from "./node-exchange.ts";
import type { Changes, Incoming, Outgoing } from "./node-exchange.ts";
import type { Server } from "./types.ts";

/** A listener of `node:http`, of `node:https`, and of `node:http2` by its compatibility API. */
export interface NodeListener {
  (request: IncomingMessage, response: ServerResponse): void;
  (request: Http2ServerRequest, response: Http2ServerResponse): void;
}

/**
 * A server as a listener of `node:http`: `createServer(toNodeListener(server)).listen(port)`. A
 * body that is iterated over is written at the pace at which the client reads; when the client goes
 * away, the request's signal aborts and the iteration is left.
 */
export function toNodeListener(server: Server): NodeListener {
  return (incoming: Incoming, outgoing: Outgoing) => {
    const request = new NodeRequest(incoming, outgoing);
    server
      .handle(request)
      .then((response) => writeResponse(request, outgoing, response, server.isClosing))
      .catch(() => breakOff(outgoing));
  };
}

/**
 * Answers a request if its path is one of the server's.
 *
 * @returns what writes the answer; `undefined` where the path is none of the server's.
 */
export async function answerKnown(
  server: Server,
  incoming: Incoming,
  outgoing: Outgoing,
  changes: Changes,
): Promise<(() => void) | undefined> {
  const request = new NodeRequest(incoming, outgoing, changes);
  const response = await server.handleKnown(request);
  if (response === undefined) return undefined;
  return () => {
    const written = writeResponse(request, outgoing, response, server.isClosing);
    written.catch(() => breakOff(outgoing));
  };
}

/** How long a server of Node waits for what clients send. */
export interface WaitingOptions {
  /** Milliseconds for the headers of a request. Left out: 10 000. */
  readonly headersTimeout?: number;
  /**
   * Milliseconds for a whole request, over which no `bodyTimeout` can go. Left out: 300 000. `0`: no
   * limit.
   */
  readonly requestTimeout?: number;
  /** Milliseconds between requests on one connection. Left out: 5 000. */
  readonly keepAliveTimeout?: number;
}

/** A server of Node that can be ended in order. */
export interface NodeService {
  /**
   * Takes no connection any more, answers requests on those that are open with 503, and lets what runs
   * end, as `Server.close` does.
   *
   * @returns when the last connection is closed.
   */
  close(): Promise<void>;
}

/**
 * Options of `createServer` of `node:http` that cannot be set later: how often Node looks for clients
 * that are too slow, and headers that are as large as the server core takes by default.
 */
export const nodeServerOptions = {
  connectionsCheckingInterval: 1000,
  maxHeaderSize: 32 * 1024,
} as const;

/**
 * Limits how long a server of Node waits for slow clients, and lets it be ended in order:
 *
 * ```ts
 * const http = createServer(nodeServerOptions, toNodeListener(server)).listen(3000);
 * const service = configure(http, server);
 * process.once("SIGTERM", () => service.close());
 * ```
 */
export function configure(
  nodeServer: HttpServer | Http2Server,
  server: Server,
  options: WaitingOptions = {},
): NodeService {
  const { headersTimeout = 10_000, requestTimeout = 300_000, keepAliveTimeout = 5000 } = options;
  // What is no request Node itself answers: never within an answer, and it cuts the connection.
  if (isHttp1(nodeServer))
    Object.assign(nodeServer, { headersTimeout, requestTimeout, keepAliveTimeout });
  const sockets = openOnes<Socket>(nodeServer, "connection");
  const sessions = openOnes<ServerHttp2Session>(nodeServer, "session");
  return {
    async close() {
      const isClosed = new Promise<void>((resolve) => {
        nodeServer.close(() => resolve());
      });
      // Connections that are kept open for further requests end with the request they are at.
      if (isHttp1(nodeServer))
        Object.assign(nodeServer, { keepAliveTimeout: 1, keepAliveTimeoutBuffer: 0 });
      // Node takes one for busy that is open and has sent nothing yet.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
      await server.close();
      // Some releases of Node do that when the server is closed, others leave it.
      for (const session of sessions) session.close();
      if (isHttp1(nodeServer)) nodeServer.closeIdleConnections();
      await isClosed;
    },
  };
}

/** What an event tells of, as long as it is open. */
function openOnes<One extends Socket | ServerHttp2Session>(
  nodeServer: HttpServer | Http2Server,
  event: string,
): ReadonlySet<One> {
  const ones = new Set<One>();
  nodeServer.on(event, (one: One) => {
    ones.add(one);
    one.once("close", () => void ones.delete(one));
  });
  return ones;
}

const isHttp1 = (nodeServer: HttpServer | Http2Server): nodeServer is HttpServer =>
  "headersTimeout" in nodeServer;

import type { IncomingMessage, Server as HttpServer, ServerResponse } from "node:http";
import type {
  Http2Server,
  Http2ServerRequest,
  Http2ServerResponse,
  ServerHttp2Session,
} from "node:http2";
import type { Socket } from "node:net";
import { checkNumbers, timerRange } from "../number-options.ts";
import { connectionLimits } from "./connection-options.ts";
import type { ConnectionLimits, ConnectionOptions } from "./connection-options.ts";
import { continueOnRead, continueOnReadWith } from "./expect-continue.ts";
import { abortResponse, NodeExchange, NodeRequest } from "./node-request.ts";
import type { Changes, Incoming, Outgoing } from "./node-request.ts";
import { writeResponse } from "./node-response.ts";
import { oneByOne } from "./one-by-one.ts";
import type { TakeTurn } from "./one-by-one.ts";
import type { CloseOptions, HttpResponse, Server } from "./types.ts";

export type { ConnectionOptions } from "./connection-options.ts";
export type { NodeExchange } from "./node-request.ts";

/** A request listener of `node:http`, `node:https`, and the compatibility API of `node:http2`. */
export interface NodeListener {
  (request: IncomingMessage, response: ServerResponse): void;
  (request: Http2ServerRequest, response: Http2ServerResponse): void;
}

/**
 * Adapts a server to a request listener: `createServer(toNodeListener(server)).listen(port)`. An iterable
 * body is read only as fast as the client reads. When the client disconnects, the request's signal aborts
 * and the iteration ends. Pipelined requests are handled one after the other.
 *
 * A client that expects 100 Continue gets it when the body is read, so that a refusal by the headers comes
 * before it. A listener that is called by another one needs {@link configure} for that.
 */
export function toNodeListener(server: Server, options?: ConnectionOptions): NodeListener {
  const adapter = nodeAdapter(server, options);
  const listener = (incoming: Incoming, outgoing: Outgoing): void => {
    stopSearch();
    adapter.takeTurn(incoming, outgoing, () => {
      const request = new NodeRequest(incoming, outgoing);
      request.whenPassedOn(() => {
        server.handle(request).then(
          (response) => writeOrAbort(adapter, request, outgoing, response),
          () => abortResponse(outgoing),
        );
      });
    });
  };
  const stopSearch = continueOnReadWith(listener);
  return listener;
}

/**
 * Returns the raw exchange of a request with the adapters for Node, Express and Fastify, for responses
 * outside of the description: `nodeExchange(context.request)`. A handler that writes the response, or
 * passes the connection on, throws `takeOver()`. `undefined` with any other adapter.
 */
export function nodeExchange({ raw }: { readonly raw?: unknown }): NodeExchange | undefined {
  return raw instanceof NodeExchange ? raw : undefined;
}

/** The common part of the adapters for Node's frameworks. */
export interface NodeAdapter {
  readonly server: Server;
  readonly limits: ConnectionLimits;
  readonly takeTurn: TakeTurn;
}

/** Prepares a server for requests of Node. */
export const nodeAdapter = (server: Server, options?: ConnectionOptions): NodeAdapter => ({
  server,
  limits: connectionLimits(options),
  takeTurn: oneByOne(),
});

/** Writes a response, and aborts it if that fails. */
function writeOrAbort(
  { server, limits }: NodeAdapter,
  request: NodeRequest,
  outgoing: Outgoing,
  response: HttpResponse,
): void {
  try {
    const written = writeResponse(request, outgoing, response, limits, server.isClosing);
    written?.catch(() => abortResponse(outgoing));
  } catch {
    abortResponse(outgoing);
  }
}

/**
 * Handles a request with a known path after the earlier requests on its connection have been answered.
 *
 * @returns a function that writes the response; `undefined` if the path is unknown.
 */
export function answerKnown(
  adapter: NodeAdapter,
  incoming: Incoming,
  outgoing: Outgoing,
  changes: Changes,
): Promise<(() => void) | undefined> {
  const answer = async (request: NodeRequest): Promise<(() => void) | undefined> => {
    const response = await adapter.server.handleKnown(request);
    return response && (() => writeOrAbort(adapter, request, outgoing, response));
  };
  return new Promise((resolve) => {
    adapter.takeTurn(incoming, outgoing, () => {
      const request = new NodeRequest(incoming, outgoing, changes);
      request.whenPassedOn(() => resolve(answer(request)));
    });
  });
}

/** The timeouts and limits of a Node server. */
export interface TimeoutOptions {
  /** The time limit for the headers of a request, in milliseconds. Default: 10 000. */
  readonly headersTimeout?: number;
  /**
   * The time limit for a whole request, in milliseconds, an upper bound of any `bodyTimeout`. Default: 300
   * 000. `0`: no limit.
   */
  readonly requestTimeout?: number;
  /** The time limit between requests on one connection, in milliseconds. Default: 5 000. */
  readonly keepAliveTimeout?: number;
  /** The number of concurrent requests on one HTTP/2 connection. Default: 100 (RFC 9113, section 6.5.2). */
  readonly maxConcurrentStreams?: number;
}

/** A Node server with a graceful shutdown. */
export interface NodeService {
  /**
   * Shuts down gracefully: accepts no new connections, answers new requests on open ones with 503, and
   * waits for active requests, as `Server.close` does.
   *
   * @returns a promise that resolves when the last connection is closed.
   */
  close(options?: CloseOptions): Promise<void>;
}

/**
 * Options of `createServer` of `node:http` that cannot be set later: the interval at which Node checks
 * timeouts, and a header size that the server core's default fits into.
 */
export const nodeServerOptions = {
  connectionsCheckingInterval: 1000,
  maxHeaderSize: 32 * 1024,
} as const;

/**
 * Sets the timeouts and limits of a Node server, lets it answer what the headers decide before 100 Continue,
 * and adds a graceful shutdown:
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
  options: TimeoutOptions = {},
): NodeService {
  checkNumbers(options, {
    headersTimeout: timerRange,
    requestTimeout: timerRange,
    keepAliveTimeout: timerRange,
    maxConcurrentStreams: [1, 2 ** 32 - 1],
  });
  const { headersTimeout = 10_000, requestTimeout = 300_000, keepAliveTimeout = 5000 } = options;
  const { maxConcurrentStreams = 100 } = options;
  if ("updateSettings" in nodeServer) nodeServer.updateSettings({ maxConcurrentStreams });
  // Node itself responds to timeouts and closes the connection. It never does so during a response.
  if (isHttp1(nodeServer))
    Object.assign(nodeServer, { headersTimeout, requestTimeout, keepAliveTimeout });
  continueOnRead(nodeServer);
  const sockets = trackOpen<Socket>(nodeServer, "connection");
  const sessions = trackOpen<ServerHttp2Session>(nodeServer, "session");
  return {
    async close(closeOptions) {
      const isClosed = new Promise<void>((resolve) => {
        nodeServer.close(() => resolve());
      });
      // Keep-alive connections close after their current request.
      if (isHttp1(nodeServer))
        Object.assign(nodeServer, { keepAliveTimeout: 1, keepAliveTimeoutBuffer: 0 });
      // Node counts an open connection without a request as active.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
      await server.close(closeOptions);
      // Only some releases of Node close sessions with the server.
      for (const session of sessions) session.close();
      if (isHttp1(nodeServer)) nodeServer.closeIdleConnections();
      await isClosed;
    },
  };
}

/** Tracks the open connections or sessions that an event announces. */
function trackOpen<One extends Socket | ServerHttp2Session>(
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

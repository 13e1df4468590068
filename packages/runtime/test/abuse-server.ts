import { once } from "node:events";
import { createServer } from "node:http";
import type { ServerOptions as HttpOptions } from "node:http";
import { connect } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import type { Route, ServerOptions } from "../src/server/index.ts";
import { configure, nodeServerOptions, toNodeListener } from "../src/server/node.ts";
import type { ConnectionOptions, TimeoutOptions } from "../src/server/node.ts";
import { abuseRoutes } from "./abuse-routes.ts";
import { serve } from "./server-harness.ts";

/** How a server that is to be abused differs from others. */
export interface AbuseOptions {
  readonly routes?: Route[];
  readonly server?: ServerOptions;
  readonly http?: HttpOptions;
  readonly timeouts?: TimeoutOptions;
  readonly connection?: ConnectionOptions;
}

/** A server on a real socket, and what has reached it. */
export interface AbusedServer extends AsyncDisposable {
  /** Method and address of each request that has reached a handler. */
  readonly handled: readonly string[];
  /** Throws what went wrong within the server since the last time, if anything. */
  throwFailure(): void;
  /** The server's ends of the connections that are open. */
  readonly sockets: ReadonlySet<Socket>;
  dial(halfOpen?: boolean): Socket;
  /** Sends bytes, and gives all that comes back until the server closes the connection. */
  exchange(text: string): Promise<string>;
  /** Waits until the server has closed all connections. */
  quiet(): Promise<void>;
}

/** A request that is in order, behind which the server closes the connection. */
export const lastRequest = "GET /books/last HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n";

/** The statuses of all answers in what a server has sent. */
export const statusesOf = (text: string): number[] =>
  Array.from(text.matchAll(/HTTP\/1\.1 (\d{3}) /g), ([, status]) => Number(status));

/** Waits until a connection is closed, be it by an error. */
export async function closed(socket: Socket): Promise<void> {
  if (socket.closed) return;
  await new Promise((resolve) => {
    socket.once("close", resolve);
  });
}

/** Listens on a free port of this machine. */
export async function listen(options: AbuseOptions = {}): Promise<AbusedServer> {
  const handled: string[] = [];
  const failures: unknown[] = [];
  const routes = (options.routes ?? abuseRoutes).map((route) => noting(route, handled));
  const server = serve(routes, {
    bodyTimeout: 5000,
    onError: ({ error }) => failures.push(error),
    ...options.server,
  });
  const http = createServer(
    {
      ...nodeServerOptions,
      connectionsCheckingInterval: 10,
      keepAliveTimeoutBuffer: 0,
      ...options.http,
    },
    toNodeListener(server, { discardTimeout: 100, ...options.connection }),
  ).listen(0, "127.0.0.1");
  configure(http, server, { headersTimeout: 5000, keepAliveTimeout: 1000, ...options.timeouts });
  const sockets = new Set<Socket>();
  http.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  await once(http, "listening");
  const { port } = http.address() as AddressInfo;
  const dialled = new Set<Socket>();
  const dial = (halfOpen = false): Socket => {
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: halfOpen });
    dialled.add(socket.on("error", () => {}));
    return socket;
  };
  return {
    handled,
    throwFailure() {
      for (const failure of failures.splice(0)) throw failure;
    },
    sockets,
    dial,
    exchange: (text) => exchange(dial(), text),
    async quiet() {
      await Promise.all([...sockets].map(closed));
    },
    async [Symbol.asyncDispose]() {
      for (const socket of dialled) socket.destroy();
      http.closeAllConnections();
      http.close();
      await once(http, "close");
    },
  };
}

async function exchange(socket: Socket, text: string): Promise<string> {
  let received = "";
  socket.setEncoding("latin1").on("data", (chunk) => {
    received += chunk;
  });
  socket.write(text, "latin1");
  await closed(socket);
  return received;
}

/** A route that notes what it is asked for. */
function noting(route: Route, handled: string[]): Route {
  const { handler } = route;
  if (handler === undefined) return route;
  return {
    ...route,
    handler: (input, context, fail) => {
      handled.push(`${context.request.method} ${context.request.url}`);
      return handler(input, context, fail);
    },
  };
}

import { once } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { serve } from "@hono/node-server";
import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { Hono } from "hono";

/** A server with faults, on a free port of the loopback address. */
export interface FaultServer {
  readonly url: string;
  /** What has arrived, oldest first. */
  readonly requests: readonly ReceivedRequest[];
  /** Resolves when a request for the path has arrived. */
  arrival(path: string): Promise<void>;
  /** Resolves when no connection is in the middle of an exchange. */
  quiet(): Promise<void>;
  stop(): Promise<void>;
}

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

type Fault = (incoming: IncomingMessage, outgoing: ServerResponse, count: number) => void;

const half = '{"book_id":"a';
const whole = '{"book_id":"a"}';
const json = { "content-type": "application/json", "x-request-id": "r1" };

/** What is answered by the first segment of a path; the count is how often it was asked for before. */
const faults: { readonly [name: string]: Fault } = {
  resetBefore: (incoming) => incoming.socket.resetAndDestroy(),
  resetAfter(incoming, outgoing) {
    outgoing.writeHead(200, { ...json, "content-length": 100 });
    outgoing.write(half, () => incoming.socket.resetAndDestroy());
  },
  halfOnce(incoming, outgoing, count) {
    outgoing.writeHead(200, { ...json, "content-length": whole.length });
    if (count > 0) outgoing.end(whole);
    else outgoing.write(half, () => incoming.socket.destroy());
  },
  halfUnavailable(incoming, outgoing, count) {
    if (count > 0) return void outgoing.writeHead(200, json).end(whole);
    outgoing.writeHead(503, { ...json, "content-length": 100, "retry-after": "0" });
    outgoing.write(half, () => incoming.socket.resetAndDestroy());
  },
  drip(_incoming, outgoing) {
    outgoing.writeHead(200, json);
    outgoing.write(half);
    const timer = setInterval(() => outgoing.write(" "), 5);
    outgoing.once("close", () => clearInterval(timer));
  },
  hang() {},
  html: (_incoming, outgoing) =>
    outgoing.writeHead(200, { "content-type": "text/html", "x-request-id": "r1" }).end("<html>"),
  brokenJson: (_incoming, outgoing) => outgoing.writeHead(200, json).end("<html>"),
  unavailableOnce: (_incoming, outgoing, count) =>
    count > 0
      ? outgoing.writeHead(200, json).end(whole)
      : outgoing.writeHead(503, { "retry-after-ms": "1" }).end("x".repeat(100_000)),
  limitedSeconds: (_incoming, outgoing, count) => limited(outgoing, count, { "retry-after": "0" }),
  limitedDate: (_incoming, outgoing, count) =>
    limited(outgoing, count, { "retry-after": new Date().toUTCString() }),
  limitedMilliseconds: (_incoming, outgoing, count) =>
    limited(outgoing, count, { "retry-after": "30", "retry-after-ms": "2" }),
  limitedLong: (_incoming, outgoing) =>
    outgoing.writeHead(429, { ...json, "retry-after": "61" }).end("{}"),
  expired: (incoming, outgoing) =>
    incoming.headers.authorization === "Bearer new"
      ? outgoing.writeHead(200, json).end(whole)
      : outgoing.writeHead(401, json).end("{}"),
  whole: (_incoming, outgoing) => outgoing.writeHead(200, json).end(whole),
  redirect(incoming, outgoing) {
    const location = new URL(incoming.url ?? "", "http://any").searchParams.get("to") ?? "";
    outgoing.writeHead(307, { location }).end("elsewhere");
  },
};

function limited(
  outgoing: ServerResponse,
  count: number,
  headers: { readonly [name: string]: string },
): void {
  if (count > 0) outgoing.writeHead(200, json).end(whole);
  else outgoing.writeHead(429, headers).end("{}");
}

/** Starts a server that answers `/<fault>/…` with the fault. */
export async function startFaultServer(): Promise<FaultServer> {
  const requests: ReceivedRequest[] = [];
  const sockets = new Map<Socket, ServerResponse | undefined>();
  const arrivals = new EventTarget();
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.all("/:fault/*", async (context) => {
    const { incoming, outgoing } = context.env as {
      incoming: IncomingMessage;
      outgoing: ServerResponse;
    };
    sockets.set(incoming.socket, outgoing);
    const { method, path } = context.req;
    const count = requests.filter((one) => one.path === path).length;
    const headers = context.req.header();
    requests.push({ method, path, headers, body: await context.req.text() });
    arrivals.dispatchEvent(new Event(path));
    faults[context.req.param("fault")]?.(incoming, outgoing, count);
    return RESPONSE_ALREADY_SENT;
  });
  const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }) as Server;
  if (!server.listening) await once(server, "listening");
  server.on("connection", (socket: Socket) => {
    sockets.set(socket, undefined);
    socket.once("close", () => sockets.delete(socket));
  });
  const busy = (): Socket[] =>
    [...sockets].filter(([, outgoing]) => outgoing && !outgoing.writableEnded).map(([one]) => one);
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    requests,
    async arrival(path) {
      if (requests.some((one) => one.path === path)) return;
      await once(arrivals, path);
    },
    async quiet() {
      const closed = busy().map(
        (socket) => new Promise((resolve) => socket.once("close", resolve)),
      );
      await Promise.all(closed);
    },
    async stop() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

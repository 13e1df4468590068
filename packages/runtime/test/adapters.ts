import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { connect, createServer as createHttp2Server } from "node:http2";
import type { AddressInfo } from "node:net";
import { createRequire } from "node:module";
import { Readable } from "node:stream";
import { Hono } from "hono";
import fastify from "fastify";
import { toExpress } from "../src/server/express.ts";
import type { ExpressMiddleware } from "../src/server/express.ts";
import { toFastify } from "../src/server/fastify.ts";
import { toFetch } from "../src/server/index.ts";
import type { Server } from "../src/server/index.ts";
import { toNodeListener } from "../src/server/node.ts";

/** What a test sends. */
export interface Sent {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

/** A server behind one adapter. */
export interface Started extends AsyncDisposable {
  /** @param path below where the server is mounted */
  send(path: string, sent?: Sent): Promise<Response>;
  /** Sends to a route that stands beside the server; left out where there is none. */
  readonly beside?: () => Promise<Response>;
}

/** Every adapter by name: each starts a server. */
export const adapters: { readonly [name: string]: (server: Server) => Promise<Started> } = {
  memory: async (server) => ({
    send: async (url, { method = "GET", headers = {}, body, signal } = {}) => {
      const bytes = body === undefined ? undefined : new TextEncoder().encode(body);
      const given = await server.handle({ method, url, headers, body: bytes, signal });
      return responseOf(given.status, given.headers, given.body);
    },
    [Symbol.asyncDispose]: async () => {},
  }),
  fetch: async (server) => {
    const fetch = toFetch(server);
    return {
      send: (path, sent) => fetch(new Request(`http://books.example${path}`, sent)),
      [Symbol.asyncDispose]: async () => {},
    };
  },
  "Hono under a prefix": async (server) => {
    const app = new Hono();
    app.onError((error) => {
      throw error;
    });
    app.get("/other", (context) => context.text("other"));
    app.mount("/api", toFetch(server));
    const send = async (path: string, sent?: Sent): Promise<Response> =>
      app.fetch(new Request(`http://books.example${path}`, sent));
    return {
      send: (path, sent) => send(`/api${path}`, sent),
      beside: () => send("/other"),
      [Symbol.asyncDispose]: async () => {},
    };
  },
  "node:http": (server) => overSockets(createHttpServer(toNodeListener(server))),
  "node:http2": overHttp2,
  "Express under a prefix": (server) => {
    const app = express();
    app.use("/api", toExpress(server));
    app.get("/other", (_request, response) => response.end("other"));
    return overSockets(createHttpServer(app), "/api");
  },
  "Fastify under a prefix": async (server) => {
    const app = fastify();
    app.register(toFastify(server), { prefix: "/api" });
    app.get("/other", async () => "other");
    await app.ready();
    return overSockets(app.server, "/api");
  },
};

/** As far as the tests need it: its types are no part of it. */
interface ExpressApp {
  (request: IncomingMessage, response: ServerResponse): void;
  use(path: string, ...middleware: ExpressMiddleware[]): void;
  get(
    path: string,
    handler: (request: unknown, response: { end(text: string): void }) => void,
  ): void;
}

/** Express itself. */
export const express = createRequire(import.meta.url)("express") as {
  (): ExpressApp;
  json(): ExpressMiddleware;
  text(): ExpressMiddleware;
  urlencoded(): ExpressMiddleware;
};

/** Starts a server of Node on a free port. */
export async function overSockets(
  server: ReturnType<typeof createHttpServer>,
  prefix?: string,
): Promise<Started> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    send: (path, sent) => fetch(`${origin}${prefix ?? ""}${path}`, sent),
    ...(prefix === undefined ? {} : { beside: () => fetch(`${origin}/other`) }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function overHttp2(core: Server): Promise<Started> {
  const server = createHttp2Server(toNodeListener(core)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const session = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return {
    async send(path, { method = "GET", headers = {}, body, signal } = {}) {
      const stream = session.request(
        { ":method": method, ":path": path, ...headers },
        { ...(signal ? { signal } : {}), endStream: body === undefined },
      );
      stream.on("error", () => {});
      if (body !== undefined) stream.end(body);
      const [{ ":status": status = 0, ...rest }] = await once(stream, "response");
      return responseOf(status, rest, stream);
    },
    async [Symbol.asyncDispose]() {
      session.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

type Headed = { readonly [name: string]: string | readonly string[] | undefined };

function responseOf(status: number, headers: Headed, body: unknown): Response {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((line): [string, string] => [name, line]),
  );
  const isPlain = body === undefined || typeof body === "string" || body instanceof Uint8Array;
  const stream = isPlain ? body : toWeb(body as AsyncIterable<Uint8Array | string>);
  const isNull = status === 204 || stream === undefined;
  return new Response(isNull ? null : (stream as BodyInit), { status, headers: lines });
}

const toWeb = (body: AsyncIterable<Uint8Array | string>): unknown =>
  Readable.toWeb(body instanceof Readable ? body : Readable.from(body, { objectMode: false }));

import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage } from "node:http";
import { connect as connectHttp2, constants, createServer as createHttp2Server } from "node:http2";
import type { ServerHttp2Stream } from "node:http2";
import type { AddressInfo, Socket } from "node:net";
import { serve as serveHono } from "@hono/node-server";
import fastify from "fastify";
import { describe, expect, test } from "vitest";
import type { OperationDescriptor } from "../src/operation.ts";
import { toExpress } from "../src/server/express.ts";
import { toFastify } from "../src/server/fastify.ts";
import { toFetch, withStreamedBody } from "../src/server/index.ts";
import type {
  AnyHandler,
  Handler,
  RequestContext,
  Route,
  Server,
  ServerOptions,
} from "../src/server/index.ts";
import { configure, toNodeListener } from "../src/server/node.ts";
import type { ConnectionOptions } from "../src/server/node.ts";
import { express } from "./adapters.ts";
import * as fixture from "./fixture.ts";
import { echo, gate, serve } from "./server-harness.ts";
import { dial, sendBody } from "./upload-client.ts";

const megabyte = 2 ** 20;

const upload: OperationDescriptor = {
  operationId: "Upload",
  method: "POST",
  path: "/files",
  requestBody: { required: true, content: [{ mediaType: "application/octet-stream" }] },
  responses: { 200: { content: [{ mediaType: "application/json" }] } },
};

const guarded: OperationDescriptor = {
  ...upload,
  operationId: "GuardedUpload",
  path: "/guarded",
  security: [{ key: [] }],
};

type Upload = Handler<{ body: Blob }, { status: 200; body: unknown }>;

const taking = (handler: unknown): Partial<Route> => ({
  handler: handler as AnyHandler<RequestContext>,
});

const api = {
  ...fixture.api,
  securitySchemes: { key: { type: "apiKey", in: "header", name: "x-key" } },
} as const;

/** A server that refuses most of what is uploaded to it. */
const shop = (options: ServerOptions = {}): Server =>
  serve(
    [
      echo(upload),
      echo(guarded),
      echo({ ...upload, operationId: "Ignore", path: "/ignored" }, taking(ignoring)),
    ],
    { security: { key: async () => undefined }, ...options },
    api,
  );

const ignoring = withStreamedBody<{ body: Blob }, { status: 200; body: unknown }>(() => ({
  status: 200,
  body: "not read",
}));

/** Listens on a free port; `listener` may put another listener in front. */
async function listen(server: Server, options?: ConnectionOptions) {
  const http = createServer(toNodeListener(server, options)).listen(0, "127.0.0.1");
  await once(http, "listening");
  return over(http);
}

const over = (http: ReturnType<typeof createServer>) => ({
  http,
  port: (http.address() as AddressInfo).port,
  async [Symbol.asyncDispose]() {
    http.closeAllConnections();
    http.close();
    await once(http, "close");
  },
});

const length = 8 * megabyte;
const head = (path: string, more: readonly string[]): string =>
  [`POST ${path} HTTP/1.1`, "host: a", ...more, "", ""].join("\r\n");
const bytes = "content-type: application/octet-stream";
const sized = [bytes, `content-length: ${length}`];
const chunked = "transfer-encoding: chunked";

const refusals = [
  ["an unknown path", "/nothing", sized, 404],
  ["an unknown method", "/files", sized, 405],
  ["an announced size", "/files", sized, 413],
  ["a size", "/files", [bytes, chunked], 413],
  ["a media type", "/files", ["content-type: text/html", `content-length: ${length}`], 415],
  ["a media type, in chunks", "/files", ["content-type: text/html", chunked], 415],
  ["a coding", "/files", [...sized, "content-encoding: gzip"], 415],
  ["a missing key", "/guarded", sized, 401],
  ["a wrong key", "/guarded", [...sized, "x-key: a"], 401],
  ["an Accept header", "/files", [...sized, "accept: text/csv"], 406],
  ["long headers", "/files", [...sized, `x-a: ${"a".repeat(15_000)}`], 431],
  ["a long address", `/files?${"a".repeat(9000)}`, sized, 414],
] as const;

describe("a client that sends its whole body before it reads", () => {
  test.each(refusals)("is refused for %s", async (_, path, headers, status) => {
    await using server = await listen(shop({ maxHeaderBytes: 14_000 }));
    const line = dial(server.port);
    const text = head(path, headers);
    line.socket.write(status === 405 ? text.replace("POST", "PATCH") : text);
    await sendBody(line, length, text.includes(chunked));
    expect(await line.answer()).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    // The body has been read to its end, so the connection is of use.
    line.socket.write("GET /nothing HTTP/1.1\r\nhost: a\r\n\r\n");
    expect(await line.answer()).toMatch(/^HTTP\/1.1 404 /);
    line.socket.destroy();
  });

  test("gets the answer of a handler that reads nothing", async () => {
    await using server = await listen(shop({ maxBodyBytes: length }));
    const line = dial(server.port);
    line.socket.write(head("/ignored", sized));
    await sendBody(line, length);
    expect(await line.answer()).toMatch(/^HTTP\/1.1 200 [^]*"not read"$/);
    line.socket.destroy();
  });

  test("is refused behind Express, Fastify and Hono", async () => {
    const app = express();
    app.use("/", toExpress(shop()));
    const plugged = fastify();
    plugged.register(toFastify(shop()), { prefix: "/" });
    await plugged.ready();
    const answer = toFetch(shop());
    const hono = serveHono({ fetch: (request) => answer(request), port: 0, hostname: "127.0.0.1" });
    for (const http of [createServer(app), plugged.server, hono]) {
      if (!http.listening) {
        if (http !== hono) http.listen(0, "127.0.0.1");
        await once(http, "listening");
      }
      await using server = over(http as ReturnType<typeof createServer>);
      for (const [, path, headers, status] of refusals.slice(2, 5)) {
        const line = dial(server.port);
        line.socket.write(head(path, headers));
        await sendBody(line, length, headers.includes(chunked as never));
        expect(await line.answer()).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
        line.socket.destroy();
      }
    }
  });
});

describe("what is sent behind a refusal is read", () => {
  /** The server's end of a connection. */
  const accepted = async (http: ReturnType<typeof createServer>): Promise<Socket> => {
    const [socket] = (await once(http, "connection")) as [Socket];
    return socket;
  };

  test("up to a limit, behind which the connection is closed", async () => {
    await using server = await listen(shop(), { maxDiscardedBytes: megabyte });
    const line = dial(server.port);
    const socket = await accepted(server.http);
    line.socket.write(head("/nothing", [chunked]));
    expect(await line.answer()).toMatch(/^HTTP\/1.1 404 /);
    await expect(sendBody(line, 30 * megabyte, true)).rejects.toThrow(
      /EPIPE|ECONNRESET|broke|closed/,
    );
    expect(socket.bytesRead).toBeLessThan(4 * megabyte);
  });

  test("for a moment, where more is announced than the limit", async () => {
    await using server = await listen(shop(), { maxDiscardedBytes: megabyte, discardTimeout: 50 });
    const line = dial(server.port);
    line.socket.write(head("/nothing", sized));
    const text = await line.answer();
    expect(text).toMatch(/^HTTP\/1.1 404 /);
    expect(text).toMatch(/\r\nconnection: close\r\n/i);
    await once(line.socket, "close");
  });

  test.each(["discardTimeout", "discardIdleTimeout"])("within the %s", async (name) => {
    await using server = await listen(shop(), { [name]: 50 });
    const line = dial(server.port);
    line.socket.write(`${head("/nothing", sized)}xxx`);
    expect(await line.answer()).toMatch(/^HTTP\/1.1 404 /);
    await once(line.socket, "close");
  });

  test("for nobody else: a handler that reads on gets an error", async () => {
    const failed = gate();
    const answered = gate();
    const handler: Upload = withStreamedBody(({ body }) => {
      const readOn = async (): Promise<void> => {
        await answered.passed;
        for await (const chunk of body) expect(chunk).toBeDefined();
      };
      readOn().catch(failed.open);
      return { status: 200, body: {} };
    });
    await using server = await listen(
      serve([echo(upload, taking(handler))], { maxBodyBytes: length }),
    );
    const line = dial(server.port);
    line.socket.write(head("/files", sized));
    await line.answer();
    answered.open();
    await sendBody(line, length);
    await failed.passed;
    line.socket.destroy();
  });
});

describe("a client that waits for 100 Continue", () => {
  const expecting = (line: string, more: readonly string[] = sized): string =>
    head("/", [...more, "expect: 100-continue"]).replace("POST /", line);

  const cases = [
    ["POST /nothing", sized, 404],
    ["PATCH /files", sized, 405],
    ["POST /files", sized, 413],
    ["POST /files", ["content-type: text/html", chunked], 415],
    ["POST /guarded", sized, 401],
    ["POST /guarded", [...sized, "x-key: a"], 401],
    ["POST /files", [...sized, "accept: text/csv"], 406],
  ] as const;

  test.each(cases)("is refused without it: %s", async (request, headers, status) => {
    await using server = await listen(shop());
    const line = dial(server.port);
    line.socket.write(expecting(request, headers));
    const text = await line.answer();
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(text).toMatch(/\r\nconnection: close\r\n/i);
    line.socket.destroy();
  });

  const take = [bytes, "content-length: 3"];

  test("gets it where its body is read", async () => {
    await using server = await listen(shop());
    const line = dial(server.port);
    line.socket.write(expecting("POST /files", take));
    expect(await line.answer()).toBe("HTTP/1.1 100 Continue\r\n\r\n");
    line.socket.write("abc");
    expect(await line.answer()).toMatch(/^HTTP\/1.1 200 /);
    line.socket.destroy();
  });

  test("is refused without it behind another listener, and Fastify", async () => {
    const core = shop();
    const listener = toNodeListener(core);
    const http = createServer((incoming, outgoing) => listener(incoming, outgoing));
    configure(http, core);
    const app = fastify();
    app.register(toFastify(shop()), { prefix: "/" });
    await app.ready();
    for (const one of [http, app.server]) {
      one.listen(0, "127.0.0.1");
      await once(one, "listening");
      await using server = over(one);
      for (const [request, status] of [
        ["POST /files", 413],
        ["POST /nothing", 404],
      ] as const) {
        const line = dial(server.port);
        line.socket.write(expecting(request));
        expect(await line.answer()).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
        line.socket.destroy();
      }
    }
  });

  test("gets it from another listener that reads the body", async () => {
    const core = shop();
    const http = createServer((incoming: IncomingMessage, outgoing) => {
      incoming.resume().on("end", () => outgoing.end("read"));
    }).listen(0, "127.0.0.1");
    configure(http, core);
    await once(http, "listening");
    await using server = over(http);
    const line = dial(server.port);
    line.socket.write(expecting("POST /files", take));
    expect(await line.answer()).toBe("HTTP/1.1 100 Continue\r\n\r\n");
    line.socket.write("abc");
    expect(await line.answer()).toMatch(/^HTTP\/1.1 200 /);
    line.socket.destroy();
  });

  test("is refused where it expects something else", async () => {
    await using server = await listen(shop());
    const line = dial(server.port);
    line.socket.write(head("/files", [...take, "expect: tea"]));
    expect(await line.answer()).toMatch(/^HTTP\/1.1 417 /);
    line.socket.destroy();
  });
});

describe("over HTTP/2", () => {
  /** A session, and what ends it. */
  async function connected(options?: ConnectionOptions) {
    const server = createHttp2Server(toNodeListener(shop(), options)).listen(0, "127.0.0.1");
    await once(server, "listening");
    const session = connectHttp2(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const accepted = once(server, "stream");
    return {
      /** The server's end of the first stream. */
      accepted: async () => (await accepted)[0] as ServerHttp2Stream,
      post(path: string) {
        const type = "application/octet-stream";
        const stream = session.request({ ":method": "POST", ":path": path, "content-type": type });
        return stream.on("error", () => {});
      },
      async [Symbol.asyncDispose]() {
        session.destroy();
        server.close();
        await once(server, "close");
      },
    };
  }

  test.each([
    ["/nothing", 404],
    ["/files", 413],
  ])("what is sent to %s behind its refusal is read", async (path, status) => {
    await using session = await connected();
    const stream = session.post(path);
    const ended = session.accepted().then((accepted) => once(accepted, "end"));
    stream.end(Buffer.alloc(length));
    const [headers] = await once(stream, "response");
    expect(headers[":status"]).toBe(status);
    stream.resume();
    await ended;
    expect([stream.rstCode, stream.aborted]).toEqual([0, false]);
  });

  test("a client that sends on is asked to stop, without an error", async () => {
    await using session = await connected({ discardIdleTimeout: 50 });
    const stream = session.post("/nothing");
    stream.write(Buffer.alloc(megabyte));
    const aborted = once(stream, "aborted");
    const [headers] = await once(stream, "response");
    expect(headers[":status"]).toBe(404);
    stream.resume();
    await aborted;
    expect(stream.rstCode).toBe(constants.NGHTTP2_NO_ERROR);
  });
});

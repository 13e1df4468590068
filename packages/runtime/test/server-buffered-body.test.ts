import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import fastify from "fastify";
import { afterEach, describe, expect, test } from "vitest";
import { toExpress } from "../src/server/express.ts";
import { toFastify } from "../src/server/fastify.ts";
import type { Route, Server, ServerOptions } from "../src/server/index.ts";
import type { NodeRequest } from "../src/server/node-request.ts";
import { toNodeListener } from "../src/server/node.ts";
import { express } from "./adapters.ts";
import * as fixture from "./fixture.ts";
import { echo, serve } from "./server-harness.ts";
import { dial, type Line } from "./upload-client.ts";

const closing: (() => void)[] = [];

afterEach(() => {
  for (const close of closing.splice(0)) close();
});

const core = (options?: ServerOptions, handler: Route["handler"] = echoBody): Server =>
  serve([echo(fixture.createBook, { handler })], options);

const echoBody: Route["handler"] = ({ body }: { readonly body: unknown }) => ({
  status: 201,
  body,
});

/** Listens by an adapter, and connects. */
async function connectTo(server: Server, adapter = "node:http"): ReturnType<typeof connect> {
  return connect(await httpServer(server, adapter));
}

async function connect(http: HttpServer): Promise<Line & { readonly http: HttpServer }> {
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  const line = dial((http.address() as AddressInfo).port);
  closing.push(() => {
    line.socket.destroy();
    http.closeAllConnections();
    http.close();
  });
  return { ...line, http };
}

async function httpServer(server: Server, adapter: string): Promise<HttpServer> {
  if (adapter === "node:http") return createServer(toNodeListener(server));
  if (adapter === "Express") {
    const middleware = express();
    middleware.use("/", toExpress(server));
    return createServer(middleware);
  }
  const app = fastify();
  app.register(toFastify(server), { prefix: "/" });
  await app.ready();
  return app.server;
}

const head = "POST /books HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n";

const whole = (body: string): string => `${head}content-length: ${body.length}\r\n\r\n${body}`;

const chunked = (...pieces: string[]): string => {
  const lines = [...pieces, ""].map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`);
  return `${head}transfer-encoding: chunked\r\n\r\n${lines.join("")}`;
};

describe.each(["node:http", "Express", "Fastify"])("by %s", (adapter) => {
  test("bodies of pipelined requests that arrive together are told apart", async () => {
    const { socket } = await connectTo(core(), adapter);
    let answers = "";
    socket.on("data", (chunk: Buffer) => {
      answers += chunk.toString();
    });
    const sent = Array.from({ length: 20 }, (_, index) => `{"title":"${index}"}`);
    socket.write(sent.map((body, index) => (index % 2 ? chunked(body) : whole(body))).join(""));
    await expect.poll(() => answers.match(/\{"title":"\d+"\}/g)).toEqual(sent);
  });

  test.each([
    ["with its headers", [whole('{"title":"a"}')]],
    ["in chunks with its headers", [chunked('{"tit', 'le":"a"}')]],
    ["behind its headers", [`${head}content-length: 13\r\n\r\n`, '{"title":"a"}']],
    ["in part with its headers", [`${head}content-length: 13\r\n\r\n{"tit`, 'le":"a"}']],
  ])("a body that arrives %s is read to its end", async (_, pieces) => {
    const line = await connectTo(core(), adapter);
    const answer = line.answer();
    const [first = "", ...others] = pieces;
    line.socket.write(first);
    await once(line.http, "request");
    await new Promise(setImmediate);
    for (const piece of others) line.socket.write(piece);
    expect(await answer).toMatch(/^HTTP\/1.1 201 [^]*\{"title":"a"\}$/);
  });

  test("a body that arrives with its headers and is too large is refused, and the next is answered", async () => {
    const line = await connectTo(core({ maxBodyBytes: 13 }), adapter);
    line.socket.write(chunked('{"title":', '"ab"}'));
    expect(await line.answer()).toMatch(/^HTTP\/1.1 413 /);
    line.socket.write(chunked('{"title":', '"a"}'));
    expect(await line.answer()).toMatch(/^HTTP\/1.1 201 /);
  });

  test("a body that is empty is missing", async () => {
    const line = await connectTo(core(), adapter);
    line.socket.write(chunked());
    expect(await line.answer()).toMatch(/^HTTP\/1.1 400 [^]*must have a body/);
  });

  test("a body that arrives while credentials are checked is read", async () => {
    const checked = Promise.withResolvers<string>();
    const operation = { ...fixture.createBook, security: [{ token: [] }] };
    const api = {
      ...fixture.api,
      securitySchemes: { token: { type: "http", scheme: "bearer" } as const },
    };
    const server = serve(
      [echo(operation, { handler: echoBody })],
      { security: { token: () => checked.promise } },
      api,
    );
    const line = await connectTo(server, adapter);
    const request = whole('{"title":"a"}').replace("host: a", "host: a\r\nauthorization: Bearer a");
    line.socket.write(request.slice(0, -5));
    await new Promise(setImmediate);
    line.socket.write(request.slice(-5));
    await new Promise(setImmediate);
    checked.resolve("user");
    expect(await line.answer()).toMatch(/^HTTP\/1.1 201 [^]*\{"title":"a"\}$/);
  });
});

describe("the end of a body that arrives with its headers", () => {
  /** The events that something listens to while the handler runs, and behind the answer. */
  const listenedTo = async (prepare: (incoming: IncomingMessage) => void) => {
    const handler: Route["handler"] = (_, { request }) => {
      const { incoming } = request as NodeRequest;
      seen.push([...incoming.eventNames()]);
      return { status: 201 };
    };
    const seen: unknown[] = [];
    const listener = toNodeListener(core({}, handler));
    const http = createServer((incoming, outgoing) => {
      prepare(incoming);
      listener(incoming, outgoing);
      // Node itself then listens to the end.
      outgoing.prependOnceListener("finish", () => seen.push(incoming.eventNames()));
    });
    const line = await connect(http);
    // The first request of an operation waits for its validators.
    for (let count = 0; count < 2; count += 1) {
      line.socket.write(whole('{"title":"a"}'));
      expect(await line.answer()).toMatch(/^HTTP\/1.1 201 /);
    }
    return seen;
  };

  test("is not waited for if nobody listens to it", async () => {
    expect(await listenedTo(() => {})).toEqual([[], [], [], []]);
  });

  test.each(["end", "close"])("is announced to listeners of %s", async (event) => {
    const heard = Promise.withResolvers<void>();
    const seen = await listenedTo((incoming) => incoming.once(event, () => heard.resolve()));
    expect(seen[0]).toContain("data");
    await heard.promise;
  });

  test("is the end of the connection if the server is closing", async () => {
    const server = core();
    const line = await connectTo(server);
    await server.close();
    line.socket.write(whole('{"title":"a"}'));
    expect(await line.answer()).toMatch(/^HTTP\/1.1 503 [^]*connection: close/i);
    if (!line.socket.closed) await once(line.socket, "close");
  });
});

test("a handler that closes the server answers the body that arrived with its headers", async () => {
  const server: Server = core({}, ({ body }: { readonly body: unknown }) => {
    void server.close();
    return { status: 201, body };
  });
  const line = await connectTo(server);
  line.socket.write(whole('{"title":"a"}').repeat(2));
  const text = await new Promise<string>((resolve) => {
    let all = "";
    line.socket.on("data", (chunk: Buffer) => (all += chunk.toString()));
    line.socket.once("close", () => resolve(all));
  });
  expect(text).toMatch(/^HTTP\/1.1 201 [^]*\{"title":"a"\}$/);
});

import { once } from "node:events";
import { createServer } from "node:http";
import { connect as connectHttp2, createServer as createHttp2Server } from "node:http2";
import type { AddressInfo } from "node:net";
import fastify from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toExpress } from "../src/server/express.ts";
import { toFastify } from "../src/server/fastify.ts";
import { toFetch } from "../src/server/index.ts";
import { toNodeListener } from "../src/server/node.ts";
import { listen } from "./abuse-server.ts";
import type { AbusedServer } from "./abuse-server.ts";
import { express } from "./adapters.ts";
import * as fixture from "./fixture.ts";
import { bodyOf, bytes, echo, send, serve } from "./server-harness.ts";
import { dial } from "./upload-client.ts";

let server: AbusedServer;

beforeAll(async () => {
  server = await listen();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

const json = "content-type: application/json";
const sized = "content-length: 2";

/** The status and the body of the answer to a request with these field lines. */
async function answerTo(lines: readonly string[], target = "/file") {
  const head = [`PUT ${target} HTTP/1.1`, ...lines, "connection: close", "", "{}"];
  const text = await server.exchange(head.join("\r\n"));
  return {
    status: Number(/^HTTP\/1.1 (\d+)/.exec(text)?.[1]),
    body: text.slice(text.indexOf("\r\n\r\n") + 4),
  };
}

const twice = (name: string) => ({
  in: "header",
  pointer: `/${name}`,
  keyword: "single",
  message: "must be sent once",
});

describe("a request with two", () => {
  test.each([
    ["hosts", ["host: a", "host: b", json], "host"],
    ["equal hosts", ["host: a", "HOST: a", json], "host"],
    ["media types", ["host: a", json, "content-type: text/plain"], "content-type"],
    ["equal media types", ["host: a", json, json], "content-type"],
  ])("%s is refused", async (_, lines, name) => {
    const { status, body } = await answerTo([...lines, sized]);
    expect(status).toBe(400);
    expect(JSON.parse(body)).toMatchObject({ errors: [twice(name)] });
  });

  test("lines of a list is taken", async () => {
    const lines = ["host: a", json, sized, "accept: text/html", "accept: */*", "x-a: 1", "x-a: 2"];
    expect((await answerTo(lines)).status).toBe(200);
  });

  test("media types is refused by Express and Fastify", async () => {
    const app = express();
    const core = () => serve([echo(fixture.sendFile)]);
    app.use("/", toExpress(core()));
    const plugged = fastify();
    plugged.register(toFastify(core()), { prefix: "/" });
    await plugged.ready();
    for (const http of [createServer(app), plugged.server]) {
      http.listen(0, "127.0.0.1");
      await once(http, "listening");
      const line = dial((http.address() as AddressInfo).port);
      line.socket.write(
        `PUT /file HTTP/1.1\r\nhost: a\r\n${json}\r\ncontent-type: text/plain\r\n${sized}\r\n\r\n{}`,
      );
      expect(await line.answer()).toMatch(/^HTTP\/1.1 400 /);
      line.socket.destroy();
      http.closeAllConnections();
      http.close();
    }
  });

  test("media types in memory is refused", async () => {
    const core = serve([echo(fixture.sendFile)]);
    const headers = { "content-type": ["application/json", "text/plain"] };
    const response = await send(core, "PUT", "/file", { headers, body: bytes("{}") });
    expect(bodyOf(response)).toMatchObject({ errors: [twice("content-type")] });
  });

  test("hosts that are joined is refused as a fetch function", async () => {
    const headers = new Headers({ host: "a" });
    headers.append("host", "b");
    const answer = toFetch(serve([echo(fixture.listBooks)]));
    const request = { method: "GET", url: "http://a/books", headers, body: null };
    const init = { signal: new AbortController().signal };
    expect((await answer(request as Request, init)).status).toBe(400);
  });
});

describe("a Host", () => {
  test.each([
    ["a", 200],
    ["a.example:8080", 200],
    ["127.0.0.1:1", 200],
    ["[::1]:80", 200],
    ["", 200],
    ["a%20b", 200],
    ["a, b", 400],
    ["a,b", 400],
    ["a b", 400],
    ["a/b", 400],
    ["a@b", 400],
    ["a?b", 400],
    ["a:b", 400],
    ["[::1", 400],
    ["a\\b", 400],
    ["\xff", 400],
  ])("%j is answered %d", async (host, status) => {
    expect((await answerTo([`host: ${host}`, json, sized])).status).toBe(status);
  });

  test("that is missing is refused", async () => {
    expect((await answerTo([json, sized])).status).toBe(400);
  });

  test("that contradicts the authority is refused over HTTP/2", async () => {
    const core = serve([echo(fixture.listBooks)]);
    const http = createHttp2Server(toNodeListener(core)).listen(0, "127.0.0.1");
    await once(http, "listening");
    const session = connectHttp2(`http://127.0.0.1:${(http.address() as AddressInfo).port}`);
    for (const [host, status] of [
      ["a", 200],
      ["b", 400],
    ] as const) {
      const stream = session.request({ ":authority": "a", ":path": "/books", host });
      const [headers] = await once(stream, "response");
      expect(headers[":status"]).toBe(status);
    }
    session.destroy();
    http.close();
  });
});

test.each([
  "application/json, text/plain",
  "application/json,text/plain",
  "application/json; charset=utf-8, text/plain",
  'application/json; a="b", text/plain',
  'application/json; a="b',
  "application/json text/plain",
])("a Content-Type that is no media type is refused: %s", async (type) => {
  expect((await answerTo(["host: a", `content-type: ${type}`, sized])).status).toBe(415);
});

test.each([
  "application/json;",
  "application/json ; charset=utf-8",
  'application/json; a="b, c"; d=e',
  String.raw`application/json; a="\", b"`,
])("a Content-Type with parameters is taken: %s", async (type) => {
  expect((await answerTo(["host: a", `content-type: ${type}`, sized])).status).toBe(200);
});

test("the origin of a request is that of its target", async () => {
  const origins: (string | undefined)[] = [];
  const handler = (_: unknown, { request }: { request: { origin?: string | undefined } }) => {
    origins.push(request.origin);
    return { status: 200, body: {} };
  };
  await using own = await listen({ routes: [echo(fixture.listBooks, { handler })] });
  for (const target of ["/books", "http://b:80/books", "HTTP://c?a", "ftp://d/books", "//e/books"])
    await own.exchange(`GET ${target} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`);
  expect(origins).toStrictEqual(["http://a", "http://b:80"]);
});

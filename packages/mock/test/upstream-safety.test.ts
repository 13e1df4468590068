import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import type { Upstream } from "../src/types.ts";
import { collect } from "../src/upstream/collect.ts";
import { parseUpstreamUrl, urlBelow } from "../src/upstream/upstream-url.ts";
import { createMockEngine } from "../src/create-mock.ts";
import { MockEngine } from "../src/mock-engine.ts";
import { atEnd } from "./node/ending.ts";
import { rawStatus, sendRaw, start } from "./node/harness.ts";
import { shop } from "./node/shop.ts";

/** A server that other requests are passed on to, and a mock before it. */
async function inFront(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  upstream: Partial<Upstream> = {},
  options: Parameters<typeof start>[0] = {},
) {
  const requests: IncomingMessage[] = [];
  const real = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  await new Promise<void>((resolve) => void real.listen(0, "127.0.0.1", resolve));
  atEnd(async () => {
    real.close();
    real.closeAllConnections();
  });
  const { port } = real.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/v1`;
  const service = await start({ isQuiet: true, ...options, upstream: { url, ...upstream } });
  return { ...service, requests };
}

const done = (_: unknown, response: ServerResponse): void => void response.end("{}");

const base = new URL("https://real.example/v1/");

test.each([
  "/../x",
  "/files/../../x",
  "/files/%2e%2e/%2E./x",
  "/files/.%2e/x",
  "/files/%252e%252e/x",
  "/files/%25252525252525252525252e./x",
  "/files/..%2f..%2fx",
  "/files/..%5c..%5cx",
  "/files\\..\\..\\x",
  "/files/..;/..;a=b/x",
  "/files/%2e%2e%3b/x",
  "/files/%c0%ae%c0%ae/x",
  "/files/%25c0%25ae%25c0%25ae/x",
  "/..",
  "/..?x",
  "/..#x",
  "http://evil.example/x",
  "@evil.example/x",
  ".evil.example/x",
  ":80@evil.example/x",
  "*",
  "",
  "/a\tb",
  "/a\r\nHost: evil.example",
])("the target %j leads out of the prefix, and is none", (target) => {
  expect(urlBelow(base, target)).toBeUndefined();
  const bare = urlBelow(new URL("https://real.example"), target);
  expect(bare?.origin ?? "https://real.example").toBe("https://real.example");
});

test.each([
  ["/", "/v1/"],
  ["/files/x?a=../..&b=http://evil.example#y", "/v1/files/x?a=../..&b=http://evil.example"],
  ["/files/./x", "/v1/files/x"],
  ["/files/a..b/..c/d..", "/v1/files/a..b/..c/d.."],
  ["//evil.example/x", "/v1//evil.example/x"],
  ["/\\evil.example/x", "/v1//evil.example/x"],
  ["/http://evil.example/", "/v1/http://evil.example/"],
  ["/100%25/a%2Fb", "/v1/100%25/a%2Fb"],
  ["/user@evil.example:80/x", "/v1/user@evil.example:80/x"],
])("the target %s stays below it", (target, path) => {
  expect(urlBelow(base, target)?.href).toBe(`https://real.example${path}`);
});

test("the address of the other server is an origin and a path, and shows no password", () => {
  for (const text of ["real.example", "file:///x", "/v1"])
    expect(() => parseUpstreamUrl(text)).toThrow("is not an http or https URL");
  for (const text of ["https://u:secret@a.example", "https://a.example?key=secret"]) {
    const make = () => createMockEngine(shop, { upstream: { url: text } });
    expect(make).toThrow("the address at a.example must have no user name, query or fragment");
    expect(make).not.toThrow("secret");
  }
});

describe("a request that is passed on", () => {
  test("comes to no path but those below the address", async () => {
    const { url, requests } = await inFront(done);
    const send = async (target: string): Promise<number> => {
      const lines = [`GET ${target} HTTP/1.1`, "Host: localhost", "Connection: close"];
      return rawStatus(await sendRaw(url, `${lines.join("\r\n")}\r\n\r\n`));
    };
    const out = ["/books/../../x", "/%2e%2e/x", "/%252e%252e/x", "/..%2fx"];
    for (const target of out) expect(await send(target)).toBe(400);
    expect(requests).toHaveLength(0);
    const { host } = new URL(url);
    for (const target of [`http://${host}/books/b1`, "//evil.example/x"])
      expect(await send(target)).toBe(200);
    expect(requests.map((one) => one.url)).toEqual(["/v1/books/b1", "/v1//evil.example/x"]);
  });

  test("has no headers of its connection, and nobody else's host", async () => {
    const { url, requests } = await inFront((_, response) => {
      response.setHeader("connection", "close, x-hop");
      response.setHeader("x-hop", "1").setHeader("x-kept", "1").end("{}");
    });
    const lines = [
      "GET /books/b1 HTTP/1.1",
      "Host: localhost",
      "Connection: close, X-Secret-Hop",
      "X-Secret-Hop: 1",
      "Proxy-Authorization: Basic eA==",
      "TE: trailers",
      "X-Kept: 1",
    ];
    const answer = (await sendRaw(url, `${lines.join("\r\n")}\r\n\r\n`)).toLowerCase();
    expect(answer).toContain("x-kept: 1");
    expect(answer).not.toContain("x-hop");
    const { headers } = requests[0] ?? {};
    expect(headers).toMatchObject({ "x-kept": "1" });
    expect(headers?.host).toMatch(/^127\.0\.0\.1:\d+$/);
    for (const name of ["x-secret-hop", "proxy-authorization", "te"])
      expect(headers).not.toHaveProperty(name);
  });

  test("gets a redirect as an answer, and its credentials go nowhere", async () => {
    const stranger = await inFront(done);
    const location = `${stranger.url}/books/b1`;
    const { url, requests } = await inFront((_, response) => {
      response.writeHead(307, { location }).end();
    });
    const headers = { authorization: "Bearer secret", cookie: "session=1" };
    const answer = await fetch(`${url}/books/b1`, { headers, redirect: "manual" });
    expect([answer.status, answer.headers.get("location")]).toEqual([307, location]);
    expect([requests.length, stranger.requests.length]).toEqual([1, 0]);
  });

  test("is refused where it is larger than is held", async () => {
    const { url, requests } = await inFront(done, {}, { limits: { upstreamBytes: 1000 } });
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ title: "x".repeat(2000) });
    expect((await fetch(`${url}/books`, { method: "POST", headers, body })).status).toBe(413);
    expect(requests).toHaveLength(0);
  });
});

describe("an answer of the other server", () => {
  const json = { "content-type": "application/json" };

  test("that is larger than is held is passed on as it comes, and neither checked nor recorded", async () => {
    const title = "x".repeat(200_000);
    const zipped = gzipSync(JSON.stringify({ title }));
    const { url, mock } = await inFront(
      (_, response) => response.writeHead(200, { ...json, "content-encoding": "gzip" }).end(zipped),
      { mode: "record" },
      { limits: { upstreamBytes: 1000 } },
    );
    const answer = await fetch(`${url}/books/b1`);
    expect(await answer.json()).toEqual({ title });
    expect(mock.snapshot().recordings).toBeUndefined();
  });

  test("that does not begin in time is 504", async () => {
    const { url } = await inFront(() => {}, { timeout: 20 });
    const answer = await fetch(`${url}/books/b1`);
    expect(answer.status).toBe(504);
    expect(await answer.json()).toMatchObject({ detail: expect.stringContaining("too long") });
  });

  test("that is not whole in time is 504", async () => {
    const begin = (_: unknown, response: ServerResponse): void =>
      void response.writeHead(200, json).write("{");
    const { url } = await inFront(begin, { timeout: 200 });
    expect((await fetch(`${url}/books/b1`)).status).toBe(504);
  });

  test("that breaks off is 502", async () => {
    const { url } = await inFront((_, response) => {
      response.writeHead(200, { ...json, "content-length": "100" }).write("{");
      response.destroy();
    });
    expect((await fetch(`${url}/books/b1`)).status).toBe(502);
  });

  test("that is a stream takes its time, and its items are checked up to a length", async () => {
    const long = "x".repeat(600_000);
    const violations: string[] = [];
    const { url } = await inFront(
      (_, response) => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        for (const part of ["data: {\n\n", `data: ${long}\n`, `data: ${long}\n`, "\n"])
          response.write(part);
        response.end("data: {\n\n");
      },
      { onViolation: ({ message }) => violations.push(message) },
    );
    expect((await (await fetch(`${url}/books/events`)).text()).length).toBeGreaterThan(1_200_000);
    expect(violations).toEqual([
      "item 1 of the stream is not JSON",
      "item 2 of the stream has more than 1048576 bytes; no more is checked",
    ]);
  });

  test("is noted a hundred times at most", async () => {
    const noted: number[] = [];
    const { url } = await inFront(
      (_, response) => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.end("data: {\n\n".repeat(500));
      },
      {},
      { onExchange: ({ violations }) => noted.push(violations.length) },
    );
    await (await fetch(`${url}/books/events`)).text();
    expect(noted).toEqual([100]);
  });
});

test("what is held of several bodies at a time has a limit", async () => {
  const held = { bytes: 0 };
  let finish = (): void => {};
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const slow = async function* () {
    yield new Uint8Array(100);
    await finished;
  };
  const waiting = [1, 2, 3, 4].map(() => collect(slow(), 100, held));
  await expect.poll(() => held.bytes).toBe(400);
  expect(await collect(slow(), 100, held)).toHaveProperty("larger");
  finish();
  for (const one of await Promise.all(waiting)) expect(one).toHaveProperty("bytes");
  expect(held.bytes).toBe(0);
});

describe("recorded answers", () => {
  const answered = (url: string, body: string) => ({
    operationId: "GetBook",
    key: `GET ${url}`,
    status: 200,
    headers: {},
    body,
  });

  test("go when there are too many, or too large, the oldest first", () => {
    const mock = createMockEngine(shop, { limits: { recordings: 3, recordingBytes: 100 } });
    const keysAfter = (recordings: unknown[]) => {
      mock.restore({ version: 1, records: {}, recordings });
      return mock.snapshot().recordings?.map(({ key }) => key);
    };
    const small = [1, 2, 3, 4].map((number) => answered(`/${number}`, "x"));
    expect(keysAfter(small)).toEqual(["GET /2", "GET /3", "GET /4"]);
    expect(keysAfter([...small, answered("/large", "x".repeat(70))])).toEqual([
      "GET /3",
      "GET /4",
      "GET /large",
    ]);
    expect(keysAfter([answered("/larger", "x".repeat(100))])).toBeUndefined();
  });

  test.each<[string, unknown]>([
    ["", 5],
    ["/0", [null]],
    ["/0/key", [{ ...answered("/", ""), key: 5 }]],
    ["/0/status", [{ ...answered("/", ""), status: 99 }]],
    ["/0/headers", [{ ...answered("/", ""), headers: { "a\r\nb": "c" } }]],
    ["/0/headers", [{ ...answered("/", ""), headers: { a: "b\r\nc: d" } }]],
    ["/0/base64", [{ ...answered("/", ""), base64: "*" }]],
  ])("are taken as such alone: %s", (place, recordings) => {
    const mock = createMockEngine(shop);
    const before = mock.snapshot();
    expect(() => mock.restore({ version: 1, records: {}, recordings })).toThrow(
      `the snapshot's /recordings${place} must be`,
    );
    expect(mock.snapshot()).toEqual(before);
  });

  test("are there from the start where a mock starts with them, but before no override", async () => {
    const recordings = [answered("/books/b1", '{"title":"recorded"}')];
    const saved = { version: 1, records: {}, recordings } as const;
    const mock = createMockEngine(shop, { start: saved });
    const titleOf = async () => (await (await mock.fetch("/books/b1")).json()) as unknown;
    expect(await titleOf()).toEqual({ title: "recorded" });
    mock.restore({ version: 1, records: {} });
    mock.reset();
    expect(await titleOf()).toEqual({ title: "recorded" });
    const override = { status: 200, body: { title: "own" } } as never;
    const engine = new MockEngine(shop, { start: saved }).withOverride("GetBook", override);
    const request = { method: "GET", url: "/books/b1", headers: {}, body: undefined };
    expect((await engine.handle(request)).body).toBe('{"title":"own"}');
  });

  test("are known without the credentials of their query", async () => {
    const securitySchemes = { key: { type: "apiKey", in: "query", name: "api key" } } as const;
    const description = { ...shop, api: { ...shop.api, securitySchemes } };
    const fetched = async () => Response.json({ title: "real" });
    const upstream = { url: "http://real.example", fetch: fetched, mode: "record" } as const;
    const mock = createMockEngine(description, { upstream });
    await (await mock.fetch("/books/b1?a=1&api+key=secret&b=2")).text();
    expect(mock.snapshot().recordings?.map(({ key }) => key)).toEqual(["GET /books/b1?a=1&b=2"]);
  });
});

import { describe, expect, test } from "vitest";
import { AllowedHosts } from "../../src/node/allowed-hosts.ts";
import { rawStatus, refusal, sendRaw, start, statusOf } from "./harness.ts";

/** A request that ends its connection. */
const raw = (line: string, ...headers: string[]): string =>
  `${[line, ...headers, "Connection: close"].join("\r\n")}\r\n\r\n`;

describe("a mock is called", () => {
  test.each([
    ["127.0.0.1", 200],
    ["localhost", 200],
    ["LOCALHOST:PORT", 200],
    ["127.0.0.1:PORT", 200],
    ["[::1]:PORT", 200],
    ["[0:0:0:0:0:0:0:1]", 200],
    ["localhost:1", 421],
    ["rebound.example", 421],
    ["rebound.example:PORT", 421],
    ["localhost.rebound.example", 421],
    ["127.0.0.1.rebound.example:PORT", 421],
    ["localhost@rebound.example", 421],
    ["localhost,rebound.example", 421],
    ["localhost:PORT@rebound.example", 421],
    ["0.0.0.0:PORT", 421],
  ])("by the name %j: %d", async (name, status) => {
    const { url } = await start();
    const host = name.replace("PORT", new URL(url).port);
    for (const path of ["/books/b1", "/__mock", "/__mock/state", "/__mock/contents/x"]) {
      const wanted = status === 200 ? [200, 401, 404] : [status];
      expect(wanted).toContain(await statusOf(url + path, "GET", { host }));
    }
    expect(await statusOf(`${url}/books/b1`, "GET", { host })).toBe(status);
  });

  test.each(["*", "http://localhost"])("about itself, by OPTIONS %s", async (target) => {
    const { url } = await start();
    const answer = await sendRaw(url, raw(`OPTIONS ${target} HTTP/1.1`, "Host: localhost"));
    expect(answer).toMatch(/^HTTP\/1.1 204 [^]*\r\nallow: .*GET, HEAD, OPTIONS/);
  });

  test("and says how it is called by another name", async () => {
    const { url, output } = await start();
    const answer = await sendRaw(url, raw("GET /books HTTP/1.1", "Host: app.test:80"));
    expect(answer).toContain(
      'this mock does not answer to the host "app.test:80": add "app.test:80" to mock.allowHosts of the configuration to allow it',
    );
    expect(answer).toContain("X-Content-Type-Options: nosniff".toLowerCase());
    expect(output.text).toContain("refused with 421: this mock does not answer to the host");
    const odd = await sendRaw(url, raw("GET /books HTTP/1.1", "Host: <b>\u0080 x"));
    expect([rawStatus(odd), odd.includes('add "NAME" to mock.allowHosts')]).toEqual([421, true]);
  });

  test.each<[string, string[], string, number]>([
    ["a name", ["mock.example"], "mock.example:99", 200],
    ["a name", ["mock.example"], "other.example", 421],
    ["a name with its port", ["Mock.Example:99"], "mock.EXAMPLE:99", 200],
    ["a name with its port", ["mock.example:99"], "mock.example:98", 421],
    ["an address", ["2001:DB8::1"], "[2001:db8:0::1]:80", 200],
    ["all", ["*"], "whatever.example", 200],
    ["all", ["*"], "what ever", 421],
  ])("by what is allowed: %s %j as %s: %d", async (_, allowHosts, host, status) => {
    const { url } = await start({ allowHosts });
    expect(rawStatus(await sendRaw(url, raw("GET /books HTTP/1.1", `Host: ${host}`)))).toBe(status);
  });

  test("by the name that it listens on, and by the address that was called", () => {
    const hosts = new AllowedHosts("mock.example");
    const refusalAt = (host: string, localAddress: string) =>
      hosts.refusalOf({
        url: "/",
        rawHeaders: ["Host", host],
        socket: { localAddress, localPort: 4010 },
      } as never)?.status;
    expect(refusalAt("mock.example:4010", "::ffff:192.0.2.7")).toBeUndefined();
    expect(refusalAt("192.0.2.7:4010", "::ffff:192.0.2.7")).toBeUndefined();
    expect(refusalAt("192.0.2.8:4010", "::ffff:192.0.2.7")).toBe(421);
  });

  test.each([
    ["no name", [], 400],
    ["an empty name", ["Host:"], 421],
    ["two names", ["Host: localhost", "Host: rebound.example"], 400],
    ["two equal names", ["Host: localhost", "hOST: localhost"], 400],
    ["a name in other headers", ["Host: localhost", "X-Forwarded-Host: rebound.example"], 200],
    ["a name in other headers alone", ["Host: rebound.example", "Forwarded: host=localhost"], 421],
  ])("with %s", async (_, headers, status) => {
    const { url } = await start();
    expect(rawStatus(await sendRaw(url, raw("GET /books HTTP/1.1", ...headers)))).toBe(status);
  });

  test("in HTTP/1.0 with a name as well", async () => {
    const { url } = await start();
    expect(rawStatus(await sendRaw(url, raw("GET /books HTTP/1.0")))).toBe(400);
  });

  test.each([
    ["http://localhost/books/b1", 200],
    ["HTTP://LOCALHOST/books/b1", 200],
    ["http://rebound.example/books/b1", 421],
    ["http://localhost@rebound.example/books/b1", 421],
    ["http://localhost\\@rebound.example/books/b1", 400],
    ["http:///books/b1", 421],
    ["http://localhost/__mock/state", 401],
    ["ftp://localhost/books/b1", 400],
    ["*", 404],
  ])("with the target %s: %d", async (target, status) => {
    const { url } = await start();
    const answer = await sendRaw(url, raw(`GET ${target} HTTP/1.1`, "Host: localhost"));
    expect(rawStatus(answer)).toBe(status);
  });

  test("with no method that echoes or tunnels", async () => {
    const { url } = await start();
    const trace = await sendRaw(
      url,
      raw("TRACE /books HTTP/1.1", "Host: localhost", "Cookie: s=1"),
    );
    expect([rawStatus(trace), trace.includes("s=1")]).toEqual([405, false]);
    expect(await sendRaw(url, raw("CONNECT a.example:80 HTTP/1.1", "Host: localhost"))).toBe("");
    const upgrade = raw("GET /books HTTP/1.1", "Host: localhost", "Upgrade: websocket");
    expect(rawStatus(await sendRaw(url, upgrade))).toBe(200);
  });

  test("with what is allowed alone being names and origins", async () => {
    expect(await refusal({ allowHosts: ["http://x"] })).toMatchObject({
      name: "MockStartError",
      message: expect.stringContaining('the allowed host "http://x" is not a host name'),
    });
    for (const origin of ["app.example", "https://app.example/path"])
      expect(await refusal({ allowOrigins: [origin] })).toMatchObject({
        name: "MockStartError",
        message: expect.stringContaining("is not an origin: write it as https://app.example"),
      });
  });
});

describe("a page that changes something without asking first", () => {
  const form = { "content-type": "text/plain" };

  test.each([
    ["http://evil.example", 403],
    ["https://localhost.evil.example", 403],
    ["null", 403],
    ["http://localhost:5173", 415],
    ["https://127.0.0.1", 415],
    ["http://HOST:1", 415],
  ])("from %s: %d", async (origin, status) => {
    const { url } = await start({ allowHosts: ["lan.example"] });
    const host = origin.includes("HOST") ? "lan.example" : new URL(url).host;
    const headers = { ...form, host, origin: origin.replace("HOST", host) };
    expect(await statusOf(`${url}/books`, "POST", headers, "x=1")).toBe(status);
    expect(await statusOf(`${url}/books`, "GET", headers)).toBe(200);
  });

  test("comes from an origin that is allowed, or where all are", async () => {
    for (const allowOrigins of [["https://app.example/"], ["*"]]) {
      const { url } = await start({ allowOrigins });
      const headers = { ...form, origin: "https://app.example" };
      expect(await statusOf(`${url}/books`, "POST", headers, "x=1")).toBe(415);
    }
    const { url } = await start({ allowOrigins: ["null"] });
    expect(await statusOf(`${url}/books`, "POST", { ...form, origin: "null" }, "x=1")).toBe(415);
  });

  test("is the mock's own where no other may", async () => {
    const { url } = await start({ isCorsOn: false });
    const { host } = new URL(url);
    const statusFrom = (origin: string) =>
      statusOf(`${url}/books`, "POST", { ...form, host, origin }, "x=1");
    expect(await statusFrom(`http://${host}`)).toBe(415);
    expect(await statusFrom("http://localhost:1")).toBe(403);
  });
});

test.each(["close", "keep-alive"])("a refusal arrives while the client sends: %s", async (kind) => {
  const { url } = await start();
  const length = 8 * 1024 * 1024;
  const refusedAt = async (path: string, origin: string): Promise<number> => {
    const lines = [
      `PUT ${path} HTTP/1.1`,
      "Host: localhost",
      `Origin: ${origin}`,
      `Connection: ${kind}`,
      `Content-Length: ${length}`,
    ];
    // The next request ends a connection that stays open.
    const next = raw("GET /books HTTP/1.1", "Host: localhost");
    return rawStatus(
      await sendRaw(url, `${lines.join("\r\n")}\r\n\r\n${"x".repeat(length)}${next}`),
    );
  };
  expect(await refusedAt("/books", "http://evil.example")).toBe(403);
  expect(await refusedAt("/__mock/state", "http://localhost:1")).toBe(403);
});

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { createMockEngine } from "../src/create-mock.ts";
import { sandboxPolicy } from "../src/page-safety.ts";
import { atEnd } from "./node/ending.ts";
import { readConsole, sendRaw, start } from "./node/harness.ts";
import { shop } from "./node/shop.ts";

/** The headers that make a browser show an answer as data. */
const safetyOf = ({ headers }: Response) =>
  ["x-content-type-options", "content-security-policy", "referrer-policy"].map((name) =>
    headers.get(name),
  );

const safe = ["nosniff", sandboxPolicy, "no-referrer"];

test.each([
  ["an answer", "/books/b1", {}],
  ["a stream", "/books/events", {}],
  ["a refusal", "/books/b1", { method: "POST" }],
  ["no operation", "/nothing", {}],
  ["no contents", "/__mock/contents/x", {}],
  ["a fault", "/books/b1", { headers: { prefer: "fault=half-body" } }],
  ["a chosen status", "/books/b1", { headers: { prefer: "code=404" } }],
  ["a preflight", "/books", preflight("http://localhost:1")],
  ["a preflight of a stranger", "/books", preflight("http://evil.example")],
  ["a refused origin", "/books", { method: "POST", headers: { origin: "http://evil.example" } }],
  ["the console without token", "/__mock", {}],
  ["the console's entry", "/__mock?token=token-of-tests", { redirect: "manual" as const }],
])("%s is no page", async (_, path, init) => {
  const { url } = await start({ streams: { interval: 0 } });
  const answer = await fetch(url + path, init);
  await answer.text().catch(() => undefined);
  expect(safetyOf(answer)).toEqual(safe);
});

function preflight(origin: string): RequestInit {
  return { method: "OPTIONS", headers: { origin, "access-control-request-method": "POST" } };
}

test("what the console answers is no page but its page, which sniffs nothing either", async () => {
  const { url } = await start();
  for (const path of ["/state", "/records", "/requests", "/operations", "/faults", "/nothing"]) {
    const answer = await readConsole(`${url}/__mock${path}`);
    await answer.body?.cancel();
    expect(safetyOf(answer)).toEqual(safe);
  }
  const [sniffing, policy, referrer] = safetyOf(await readConsole(`${url}/__mock`));
  expect([sniffing, referrer]).toEqual(["nosniff", "no-referrer"]);
  expect(policy).toContain("default-src 'none'; script-src 'nonce-");
});

test("what is no request is answered so too", async () => {
  const { url } = await start();
  const answer = await sendRaw(url, "GET / HTTP/1.1\r\nHost: localhost\r\nbroken\r\n\r\n");
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer.toLowerCase()).toContain(`content-security-policy: ${sandboxPolicy}`);
});

test("an expectation that nobody meets is refused so too", async () => {
  const { url } = await start();
  const lines = ["GET /books HTTP/1.1", "Host: localhost", "Expect: wonders", "Connection: close"];
  const answer = await sendRaw(url, `${lines.join("\r\n")}\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 417 /);
  expect(answer.toLowerCase()).toContain(`content-security-policy: ${sandboxPolicy}`);
});

test("an answer keeps its own policy beside the mock's", async () => {
  const headers = { "content-security-policy": "img-src 'none'", "referrer-policy": "origin" };
  const own = { status: 200, body: { title: "Emma" }, headers };
  const mock = createMockEngine(shop, { setup: (one) => void one.on("GetBook", own as never) });
  const safety = safetyOf(await mock.fetch("/books/b1"));
  expect(safety).toEqual(["nosniff", `img-src 'none', ${sandboxPolicy}`, "origin"]);
});

test("an answer of another server keeps its policies", async () => {
  const real = createServer((_, response) => {
    response.setHeader("content-security-policy", ["img-src 'none'", "object-src 'none'"]);
    response.setHeader("x-content-type-options", "whatever");
    response.writeHead(200, { "content-type": "text/html" }).end("<script>1</script>");
  });
  await new Promise<void>((resolve) => void real.listen(0, "127.0.0.1", resolve));
  atEnd(async () => void real.close());
  const { port } = real.address() as AddressInfo;
  const { url } = await start({ upstream: { url: `http://127.0.0.1:${port}` } });
  const [sniffing, policy] = safetyOf(await fetch(`${url}/books/b1`));
  expect(sniffing).toBe("nosniff");
  expect(policy?.split(", ")).toEqual(["img-src 'none'", "object-src 'none'", sandboxPolicy]);
});

import { describe, expect, test } from "vitest";
import { serveMock } from "../../src/node/index.ts";
import { FaultWords } from "../../src/node/console/browser/fault-words.ts";
import type { FaultRule } from "../../src/types.ts";
import { atEnd } from "./ending.ts";
import { consoleToken, Output, readConsole, sendJson, start } from "./harness.ts";
import { shop } from "./shop.ts";

const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

const visit = (url: string, headers: Record<string, string> = browser): Promise<Response> =>
  fetch(url, { headers, redirect: "manual" });

describe("a browser that opens the mock's address", () => {
  test("is led to the console", async () => {
    const { url } = await start();
    for (const address of [url, `${url}/?a=b`]) {
      const response = await visit(address);
      expect([response.status, response.headers.get("location")]).toEqual([302, "/__mock"]);
    }
  });

  test("is answered by the mock for everything else", async () => {
    const { url } = await start();
    expect((await visit(url, { accept: "*/*" })).status).toBe(404);
    expect((await visit(`${url}/books`)).status).toBe(200);
    const post = await fetch(url, { method: "POST", headers: browser, redirect: "manual" });
    expect(post.status).toBe(404);
    const off = await start({ isConsoleOn: false });
    expect((await visit(off.url)).status).toBe(404);
  });

  test("is answered by an operation at that path", async () => {
    const [first, ...others] = shop.operations;
    const operation = { operationId: "Root", method: "GET", path: "/", responses: { 204: {} } };
    const answers = [{ status: 204 }];
    const root = { operation, validators: first?.validators ?? {}, answers };
    const description = { ...shop, operations: [root, ...others] };
    const service = await serveMock(description, { port: 0, output: new Output() });
    atEnd(() => service.close());
    expect((await visit(service.url)).status).toBe(204);
  });

  test("is asked for the token if it does not have it", async () => {
    const { url } = await start();
    const response = await visit(`${url}/__mock`);
    expect(response.status).toBe(401);
    expect(response.headers.get("content-security-policy")).toContain("form-action 'self'");
    const html = await response.text();
    expect(html).toContain("<h1>Books &lt;&amp;&gt;</h1>");
    expect(html).toContain('<form action="/__mock" method="get">');
    expect(html).not.toContain(consoleToken);
    expect(html).not.toContain("<script");
  });
});

test.each<[FaultRule, string]>([
  [
    { operation: "listPets", times: 2, status: 503, latency: 200 },
    "The next 2 calls of listPets answer 503 after 200 ms.",
  ],
  [
    { operation: "listPets", times: 1, fault: "reset" },
    "The next call of listPets breaks the connection before the answer.",
  ],
  [{ latency: "200..800" }, "All calls of any operation answer after 200 to 800 ms."],
  [
    { operation: "Create*", probability: 0.07, status: 500, fault: "half-body" },
    "Calls of operations that begin with Create, each with a probability of 7 %, answer 500 and break the connection in the middle of the answer.",
  ],
  [
    { operation: "*Pet", probability: 0.5, times: 3, fault: "drip" },
    "Calls of operations that end with Pet, each with a probability of 50 %, until 3 did, send the answer slowly in small chunks.",
  ],
  [
    { operation: "*Pet*", fault: "stream-truncated", after: 2 },
    "All calls of operations with Pet in their name end the stream after 2 items.",
  ],
  [
    { fault: "stream-error" },
    "All calls of any operation send an error after 1 item of the stream.",
  ],
])("the fault %j is said in words", (rule, words) => {
  expect(new FaultWords().of(rule)).toBe(words);
});

test("a rule tells how many requests are left", async () => {
  const { url } = await start();
  const faults = `${url}/__mock/faults`;
  await sendJson("POST", faults, { operation: "GetBook", status: 404, times: 2 });
  await fetch(`${url}/books/b1`);
  const left = { operation: "GetBook", status: 404, times: 1 };
  expect(await (await readConsole(faults)).json()).toEqual({ isOn: true, rules: [left] });
  await sendJson("PUT", faults, { isOn: false });
  await sendJson("PUT", faults, { isOn: true });
  expect((await fetch(`${url}/books/b1`)).status).toBe(404);
  expect((await fetch(`${url}/books/b1`)).status).toBe(200);
});

import { Script } from "node:vm";
import { describe, expect, test } from "vitest";
import { refusalOf } from "../../src/node/console/guard.ts";
import { eventsUntil } from "./console-events.ts";
import { readConsole, sendJson, start, statusOf, withToken } from "./harness.ts";

describe("the console's page", () => {
  test("shows every operation, and takes no text for HTML", async () => {
    const { url } = await start();
    const html = await (await readConsole(`${url}/__mock`)).text();
    expect(html).toContain("<h1>Books &lt;&amp;&gt;</h1>");
    expect(html).toContain("Get a &lt;book&gt;");
    for (const id of ["GetBook", "ListBooks", "CreateBook", "DeleteBook", "WatchBooks"])
      expect(html).toContain(`id="operation-${id}"`);
  });

  test("runs its own script alone, which is one", async () => {
    const { url } = await start();
    const read = async () => {
      const response = await readConsole(`${url}/__mock`);
      const policy = response.headers.get("content-security-policy") ?? "";
      const nonce = /script-src 'nonce-([^']+)'/.exec(policy)?.[1] ?? "";
      return { policy, nonce, html: await response.text() };
    };
    const { policy, nonce, html } = await read();
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(html.match(/<(?:script|style)\b[^>]*>/g)).toEqual([
      `<style nonce="${nonce}">`,
      `<script nonce="${nonce}">`,
    ]);
    expect(html).not.toMatch(/<[^>]+\s(?:on\w+|style)=/);
    const script = /<script[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? "";
    expect(new Script(script)).toBeInstanceOf(Script);
    expect((await read()).nonce).not.toBe(nonce);
  });

  test("links to the documentation that there is elsewhere", async () => {
    const { url } = await start({ docsUrl: "https://docs.example/?a&b" });
    const html = await (await readConsole(`${url}/__mock`)).text();
    expect(html).toContain('<a href="https://docs.example/?a&amp;b"');
  });

  test("is not there where it is off, or the mock is for others", async () => {
    const off = await start({ isConsoleOn: false });
    expect((await readConsole(`${off.url}/__mock`)).status).toBe(404);
    const open = await start({ host: "0.0.0.0" });
    expect((await readConsole(`${open.url}/__mock`)).status).toBe(404);
  });

  test("leaves other paths to the mock", async () => {
    const { url } = await start();
    for (const path of ["/__mock/contents/x", "/__mocks", "/__mock-up"]) {
      const response = await fetch(url + path);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ type: "NotFound" });
    }
    expect((await readConsole(`${url}/__mock/nothing`)).status).toBe(404);
    const put = await readConsole(`${url}/__mock/reset`);
    expect([put.status, put.headers.get("allow")]).toEqual([405, "POST"]);
  });
});

describe("the console answers", () => {
  const json = { "content-type": "application/json" };

  test.each<[string, { [name: string]: string }, number]>([
    ["no browser", json, 204],
    [
      "its own page",
      { ...json, host: "h", origin: "http://h", "sec-fetch-site": "same-origin" },
      204,
    ],
    ["a page elsewhere", { ...json, origin: "http://evil.example" }, 403],
    ["a page at another port", { ...json, origin: "http://127.0.0.1:1" }, 403],
    ["a frame without origin", { ...json, origin: "null" }, 403],
    ["a page of the same site", { ...json, "sec-fetch-site": "same-site" }, 403],
    ["a form", { "content-type": "text/plain" }, 403],
    ["nobody knows what", {}, 403],
  ])("changes that are sent by %s", async (_, headers, status) => {
    const { url } = await start();
    const { host } = new URL(url);
    const own = headers["host"] === "h" ? { ...headers, host, origin: `http://${host}` } : headers;
    expect(await statusOf(`${url}/__mock/reset`, "POST", { ...withToken, ...own })).toBe(status);
  });

  test("reads of a page elsewhere with nothing but the page", async () => {
    const { url } = await start();
    const headers = { ...withToken, "sec-fetch-site": "cross-site" };
    expect(await statusOf(`${url}/__mock`, "GET", headers)).toBe(200);
    expect(await statusOf(`${url}/__mock/state`, "GET", headers)).toBe(403);
    expect(await statusOf(`${url}/__mock/requests`, "GET", headers)).toBe(403);
  });

  test.each([
    ["127.0.0.1", undefined],
    ["::ffff:127.0.0.1", undefined],
    ["::1", undefined],
    ["192.0.2.7", 404],
    ["::ffff:192.0.2.7", 404],
    [undefined, 404],
  ])("those who sit at %s", (remoteAddress, status) => {
    const request = { method: "GET", headers: { host: "localhost" }, socket: { remoteAddress } };
    expect(refusalOf(request as never, true)?.status).toBe(status);
  });
});

describe("the console's requests", () => {
  test("are told as they come, with what is wrong with them", async () => {
    const { url } = await start();
    await fetch(`${url}/books/b1`);
    const response = await readConsole(`${url}/__mock/requests`);
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    const isPost = (event: string, data: unknown): boolean =>
      event === "request" && (data as { method: string }).method === "POST";
    const reading = eventsUntil(response, isPost);
    await sendJson("POST", `${url}/books`, {});
    const told = (await reading).filter(([event]) => event === "request").map(([, data]) => data);
    expect(told).toMatchObject([
      { method: "GET", url: "/books/b1", operationId: "GetBook", status: 200, violations: [] },
      {
        operationId: "CreateBook",
        status: 400,
        violations: [{ side: "request", issues: [{ in: "body", pointer: "/title" }] }],
      },
    ]);
  });

  test("are kept, the last 200, and resumed behind the one that was had", async () => {
    const { url } = await start({ isQuiet: true });
    for (let count = 0; count < 450; count += 1) await fetch(`${url}/books`);
    const isLast = (event: string, data: unknown): boolean =>
      event === "request" && (data as { number: number }).number === 450;
    const all = await eventsUntil(await readConsole(`${url}/__mock/requests`), isLast);
    expect(all).toHaveLength(201);
    const run = String(all[0]?.[1]);
    const headers = (id: string) => ({ "last-event-id": id });
    const rest = await readConsole(`${url}/__mock/requests`, headers(`${run}/447`));
    const numbers = (await eventsUntil(rest, isLast)).slice(1).map(([, data]) => data);
    expect(numbers).toMatchObject([{ number: 448 }, { number: 449 }, { number: 450 }]);
    const other = await readConsole(`${url}/__mock/requests`, headers("before/447"));
    expect(await eventsUntil(other, isLast)).toHaveLength(201);
  });

  test("bring the state anew when it has changed", async () => {
    const { url } = await start();
    const response = await readConsole(`${url}/__mock/requests`);
    const reading = eventsUntil(response, (event) => event === "state");
    await fetch(`${url}/books/b1`, { method: "DELETE" });
    expect((await reading).at(-1)).toEqual(["state", null]);
    const again = await readConsole(`${url}/__mock/requests`);
    const resetting = eventsUntil(again, (event) => event === "faults");
    await sendJson("POST", `${url}/__mock/reset`);
    expect((await resetting).map(([event]) => event)).toEqual([
      "run",
      "request",
      "state",
      "faults",
    ]);
  });
});

describe("the console's state", () => {
  test("is shown by resource, taken away and given back, and reset", async () => {
    const { url } = await start();
    const read = async (path: string): Promise<unknown> =>
      (await readConsole(`${url}/__mock${path}`)).json();
    const before = await read("/state");
    await fetch(`${url}/books/b1`, { method: "DELETE" });
    const after = await read("/state");
    expect(await read("/records")).toEqual([
      { resource: "Book", key: "book_id", total: 0, records: [] },
    ]);
    expect((await sendJson("PUT", `${url}/__mock/state`, before)).status).toBe(204);
    expect(await read("/records")).toMatchObject([{ total: 1, records: [{ title: "Dune" }] }]);
    await sendJson("PUT", `${url}/__mock/state`, after);
    expect((await sendJson("POST", `${url}/__mock/reset`)).status).toBe(204);
    expect(await read("/state")).toEqual(before);
  });

  test("is shown without what nobody reads on a page", async () => {
    const { url, mock } = await start();
    const tags = Array.from({ length: 500 }, (_, index) => index);
    mock.state.put("Book", { book_id: "b1", title: "x".repeat(100_000), tags });
    const [view] = (await (await readConsole(`${url}/__mock/records`)).json()) as {
      records: { title: string; tags: unknown[] }[];
    }[];
    const [record] = view?.records ?? [];
    expect(record?.title).toMatch(/^x{2000}… \(100000 characters\)$/);
    expect([record?.tags.length, record?.tags.at(-1)]).toEqual([101, "… (500 items)"]);
  });

  test("takes nothing else", async () => {
    const { url } = await start();
    const answer = await sendJson("PUT", `${url}/__mock/state`, { version: 1, records: 5 });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ message: expect.stringContaining("/records") });
    const broken = await fetch(`${url}/__mock/state`, {
      method: "PUT",
      headers: { ...withToken, "content-type": "application/json" },
      body: "{",
    });
    expect([broken.status, await broken.json()]).toEqual([
      400,
      { message: "the body is not JSON" },
    ]);
  });

  test("moves with time", async () => {
    let now = 0;
    const wait = (): Promise<void> => Promise.resolve();
    const { url, mock } = await start({ clock: { now: () => now, wait } });
    now = 5;
    expect((await sendJson("POST", `${url}/__mock/advance`, { milliseconds: 60 })).status).toBe(
      204,
    );
    for (const milliseconds of [-1, "5", null, 1e15])
      expect((await sendJson("POST", `${url}/__mock/advance`, { milliseconds })).status).toBe(400);
    expect(mock.state.list("Book")).toHaveLength(1);
  });
});

test("the console lists the operations", async () => {
  const { url } = await start();
  const operations = (await (await readConsole(`${url}/__mock/operations`)).json()) as unknown[];
  expect(operations).toHaveLength(5);
  expect(operations[0]).toEqual({
    operationId: "GetBook",
    method: "GET",
    path: "/books/{book_id}",
    summary: "Get a <book>",
    tag: "Books",
    parameters: [
      { name: "book_id", in: "path", isRequired: true },
      { name: "X-Trace", in: "header", isRequired: false },
      { name: "theme", in: "cookie", isRequired: false },
    ],
    body: [],
    responses: [
      { status: "200", content: ["application/json"] },
      { status: "404", content: ["application/json"] },
      { status: "5XX", content: [] },
    ],
    state: { kind: "read", resource: "Book" },
  });
});

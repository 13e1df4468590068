import { describe, expect, test } from "vitest";
import { exchangeFilter } from "../../src/node/console/exchange-filter.ts";
import { RequestLog } from "../../src/node/console/request-log.ts";
import { eventsUntil } from "./console-events.ts";
import { readConsole, sendJson, start } from "./harness.ts";

interface Message {
  readonly headers: { readonly [name: string]: string };
  readonly body: { readonly size: number; readonly kept: number; readonly text?: string };
}

interface Details {
  readonly url: string;
  readonly isOpen: boolean;
  readonly request: Message;
  readonly response?: Message;
}

/** A console, and what it has of exchanges. */
async function started(options: Parameters<typeof start>[0] = {}) {
  const { url, mock } = await start(options);
  const details = async (number: number): Promise<Details> =>
    (await (await readConsole(`${url}/__mock/exchanges/${number}`)).json()) as Details;
  const found = async (query: string): Promise<number[]> => {
    const answer = await readConsole(`${url}/__mock/exchanges?${query}`);
    const { exchanges } = (await answer.json()) as { exchanges: { number: number }[] };
    return exchanges.map(({ number }) => number);
  };
  return { url, mock, details, found };
}

describe("an exchange of the console", () => {
  test("has method, target, headers and bodies", async () => {
    const { url, details } = await started();
    await sendJson("POST", `${url}/books?dry=false`, { title: "Emma" });
    const shown = await details(1);
    expect(shown).toMatchObject({
      number: 1,
      method: "POST",
      url: "/books?dry=false",
      operationId: "CreateBook",
      status: 201,
      isOpen: false,
      request: {
        headers: { "content-type": "application/json", "content-length": "16" },
        body: { size: 16, kept: 16, text: '{"title":"Emma"}' },
      },
      response: { headers: { "content-type": "application/json" } },
    });
    expect(JSON.parse(shown.response?.body.text ?? "")).toMatchObject({ title: "Emma" });
  });

  test("has no credentials, wherever they are", async () => {
    const { url, details, found } = await started();
    const headers = {
      authorization: "Bearer secret-1",
      cookie: "sid=secret-2",
      "x-key": "secret-3",
      "content-type": "application/json",
      "x-api-key": "secret-4",
    };
    const body = JSON.stringify({
      title: "Emma",
      password: "secret-5",
      nested: [{ token: "secret-6" }],
    });
    await fetch(`${url}/books?api_key=secret-7`, { method: "POST", headers, body });
    const text = JSON.stringify(await details(1));
    expect(text).toContain("REDACTED");
    expect(text.replaceAll('"x-key":"secret-3"', "")).not.toMatch(/secret-\d/);
    const all = await (await readConsole(`${url}/__mock/exchanges`)).text();
    expect(all).not.toMatch(/secret-\d/);
    expect(await found("text=secret-5")).toEqual([]);
    expect(await found("text=Emma")).toEqual([1]);
  });

  test("has no secrets that the description marks", async () => {
    const { shop } = await import("./shop.ts");
    const { serveMock } = await import("../../src/node/index.ts");
    const { atEnd } = await import("./ending.ts");
    const sensitive = { header: ["x-key"], operations: { CreateBook: { body: ["/title"] } } };
    const options = { port: 0, isQuiet: true, consoleToken: "token-of-tests" };
    const { url, close } = await serveMock({ ...shop, sensitive }, options);
    atEnd(close);
    const headers = { "content-type": "application/json", "x-key": "secret-1" };
    const body = JSON.stringify({ title: "secret-2" });
    await fetch(`${url}/books`, { method: "POST", headers, body });
    const shown = (await (await readConsole(`${url}/__mock/exchanges/1`)).json()) as Details;
    expect(JSON.stringify(shown.request)).not.toMatch(/secret-\d/);
  });

  test("has of a large body so much as is kept", async () => {
    const { url, details } = await started({ limits: { loggedBodyBytes: 100 } });
    await sendJson("POST", `${url}/books`, { title: "x".repeat(1000) });
    const { body } = (await details(1)).request;
    expect(body).toMatchObject({ size: 1012, kept: 100 });
    expect(body.text).toHaveLength(100);
  });

  test("loses its bodies first where there is too much, the oldest", async () => {
    const { url, details } = await started({ limits: { loggedBytes: 5000 } });
    for (let count = 0; count < 4; count += 1)
      await sendJson("POST", `${url}/books`, { title: "x".repeat(1000) });
    const kept = [];
    for (const number of [1, 2, 3, 4]) kept.push((await details(number)).request.body.kept > 0);
    expect(kept).toEqual([false, false, true, true]);
  });

  test("keeps no more of a stream whose place others have taken", async () => {
    const api = { securitySchemes: {}, servers: [] };
    const description = { title: "Streams", api, operations: [] };
    const limits = {
      loggedRequests: 1,
      loggedBodyBytes: 1000,
      loggedBytes: 1500,
      consoleClients: 1,
    };
    const log = new RequestLog(description, limits);
    const request = { method: "GET", url: "/", headers: {} };
    const begin = (number: number) => log.begin({ number, time: 0, operation: undefined, request });
    for (let number = 1; number <= 10; number += 1) {
      const old = begin(number);
      begin(number + 100);
      old.onReceived("x".repeat(1000));
    }
    begin(200).onSent(Buffer.alloc(1000));
    expect(log.details(200).request.body.kept).toBe(1000);
  });

  test("says of bytes that are no text how many there are", async () => {
    const { url, details } = await started();
    const body = new Uint8Array([0, 255, 1, 2]);
    const headers = { "content-type": "application/json" };
    await fetch(`${url}/books`, { method: "POST", headers: { "content-type": "image/png" }, body });
    await fetch(`${url}/books`, { method: "POST", headers, body });
    expect((await details(1)).request.headers["content-type"]).toBe("image/png");
    expect((await details(2)).request.body).toMatchObject({ size: 4 });
  });

  test("is told of while its stream goes on, and when it is over", async () => {
    const { url, details } = await started({ streams: { interval: 60_000 } });
    const following = await readConsole(`${url}/__mock/requests`);
    const reading = eventsUntil(
      following,
      (event, data) => event === "request" && (data as { isOpen: boolean }).isOpen,
    );
    const stream = await fetch(`${url}/books/events`);
    const told = (await reading).at(-1)?.[1];
    expect(told).toMatchObject({ number: 1, operationId: "WatchBooks", status: 200, isOpen: true });
    expect(told).not.toHaveProperty("duration");
    await expect
      .poll(async () => (await details(1)).response?.body.text)
      .toContain('data: {"book_id":"b1"}');
    await stream.body?.cancel();
    await expect.poll(async () => (await details(1)).isOpen).toBe(false);
  });

  test("is gone with the last that are kept", async () => {
    const { url } = await started({ limits: { loggedRequests: 2 } });
    for (let count = 0; count < 3; count += 1) await fetch(`${url}/books`);
    const gone = await readConsole(`${url}/__mock/exchanges/1`);
    expect(gone.status).toBe(404);
    expect(await gone.json()).toEqual({
      message: "request 1 is not among the last 2, which are kept",
    });
    expect((await readConsole(`${url}/__mock/exchanges/3`)).status).toBe(200);
  });

  test("is shown to nobody without the token, and to no other page", async () => {
    const { url } = await started();
    await fetch(`${url}/books`);
    for (const path of ["/exchanges", "/exchanges/1"]) {
      expect((await fetch(`${url}/__mock${path}`)).status).toBe(401);
      const crossSite = { "sec-fetch-site": "cross-site" };
      expect((await readConsole(`${url}/__mock${path}`, crossSite)).status).toBe(403);
    }
  });
});

describe("exchanges are found", () => {
  test.each([
    ["", [5, 4, 3, 2, 1]],
    ["method=post", [3, 2]],
    ["method=GET,DELETE", [5, 4, 1]],
    ["status=404", [5]],
    ["status=4xx", [5, 3]],
    ["status=2xx,404", [5, 4, 2, 1]],
    ["operation=book", [5, 4, 3, 2, 1]],
    ["operation=Create*", [3, 2]],
    ["operation=*Book", [5, 4, 3, 2]],
    ["path=/books/", [5, 4]],
    ["path=/books/b*", [4]],
    ["tag=Books", [5, 4]],
    ["problems=true", [3]],
    ["text=emma", [2]],
    ["text=Dune", [4, 1]],
    ["text=must+have", [3]],
    ["text=dune&method=GET&path=/books/*", [4]],
    ["limit=2", [5, 4]],
  ])("by %s", async (query, numbers) => {
    const { url, found } = await started();
    await fetch(`${url}/books`);
    await sendJson("POST", `${url}/books`, { title: "Emma" });
    await sendJson("POST", `${url}/books`, {});
    await fetch(`${url}/books/b1`);
    await fetch(`${url}/books/none`);
    expect(await found(query)).toEqual(numbers);
  });

  test.each(["colour=red", "limit=0", "limit=x"])("by nothing else: %s", (query) => {
    expect(() => exchangeFilter(new URLSearchParams(query))).toThrow(/filter colour|whole number/);
  });
});

import { describe, expect, test } from "vitest";
import { call as callLean, callRaw } from "../src/client/index.ts";
import { jsonResponse, type SensitiveTable } from "../src/index.ts";
import { call, callStream, failure, json } from "./client-harness.ts";
import * as fixture from "./fixture.ts";
import { callLine, clientThatLogs } from "./logging-harness.ts";

describe("at debug", () => {
  const redact: SensitiveTable = {
    header: ["x-key"],
    query: ["key"],
    errors: ["/hint"],
    operations: {
      CreateBook: {
        body: ["/owner/pin", "/cards/*/number", "/by/*/number", "**/deep"],
        responses: { 201: ["/pin"], 400: ["/pins/*"] },
      },
      GetBook: { path: ["book_id"], header: ["x-trace"] },
      SendFile: { body: ["/size"] },
      ListBooks: { query: ["*"] },
    },
  };
  const debug = { level: "debug", redact } as const;

  test("addresses, headers and bodies are told without what is secret", async () => {
    const answer = { book_id: "a", pin: "S1", title: "S", apiKey: "S2" };
    const { core, lines } = clientThatLogs(
      () => json(answer, { status: 201, headers: { "set-cookie": "sid=S3", "x-tags": "a" } }),
      debug,
    );
    const body = {
      title: "T",
      owner: { name: "N", pin: "S4" },
      cards: [{ number: "S5", brand: "B" }, { number: 6 }],
      by: { name: { number: "S11", brand: "C" } },
      rest: { rest: [{ deep: { er: "S7" } }] },
      password: "S8",
    };
    await call(
      core,
      fixture.createBook,
      { query: { dry: true }, body },
      { headers: { Authorization: "S9", "X-Key": "S10", "X-Other": "other" } },
    );
    expect(callLine(lines)).toMatchObject({
      url: "http://books.example/v1/books?dry=true",
      requestHeaders: {
        accept: "application/json",
        authorization: "REDACTED",
        "content-type": "application/json",
        "x-key": "REDACTED",
        "x-other": "other",
      },
      requestBody: {
        title: "T",
        owner: { name: "N", pin: "REDACTED" },
        cards: [{ number: "REDACTED", brand: "B" }, { number: "REDACTED" }],
        by: { name: { number: "REDACTED", brand: "C" } },
        rest: { rest: [{ deep: "REDACTED" }] },
        password: "REDACTED",
      },
      responseHeaders: {
        "content-type": "application/json",
        "set-cookie": "REDACTED",
        "x-tags": "a",
      },
      responseBody: { book_id: "a", pin: "REDACTED", title: "S", apiKey: "REDACTED" },
    });
    expect(lines.find(({ facts }) => facts.of === "call")?.text).toContain('"brand":"B"');
    expect(JSON.stringify(lines)).not.toMatch(/S\d/);
  });

  test("the caller still gets the answer whole", async () => {
    const { core } = clientThatLogs(() => json({ pin: "S1" }, { status: 201 }), debug);
    expect(await call(core, fixture.createBook, { body: {} })).toEqual({ pin: "S1" });
  });

  test.each([
    [400, { pins: ["S1"], hint: "S2" }, { pins: ["REDACTED"], hint: "REDACTED" }],
    [418, { a: { pin: "S1", deep: 2 } }, { a: { pin: "REDACTED", deep: "REDACTED" } }],
    [
      409,
      { a: [{ owner: { pin: "S1" }, number: "S2" }], hint: "S3" },
      { a: [{ owner: { pin: "REDACTED" }, number: "REDACTED" }], hint: "REDACTED" },
    ],
  ])("a failure with the status %d is told likewise", async (status, body, expected) => {
    const { core, lines } = clientThatLogs(() => json(body, { status }), debug);
    await failure(call(core, fixture.createBook, { body: {} }));
    expect(callLine(lines)?.responseBody).toEqual(expected);
    expect(JSON.stringify(lines)).not.toMatch(/S\d/);
  });

  test("secrets of the path are left out, of a redirect's too", async () => {
    const { core, lines } = clientThatLogs(
      () => json({}, { headers: { "content-location": "/v1/books/S1" } }),
      debug,
    );
    await call(core, fixture.getBook, {
      path: { book_id: "S1" },
      header: { "X-Trace": "S2" },
      cookie: { theme: "S3" },
    });
    expect(callLine(lines)?.url).toBe("http://books.example/v1/books/REDACTED");
    expect(JSON.stringify(lines)).not.toMatch(/S\d/);
  });

  test.each(["https://me:S1@books.example/v1", "https://S1@books.example"])(
    "secrets of the base URL are left out: %s",
    async (baseUrl) => {
      const { core, lines } = clientThatLogs(() => json({}), debug, { baseUrl });
      const sent = callLean(core, {
        operationId: "Free",
        method: "GET",
        path: "/free",
        responses: { 200: jsonResponse },
      });
      // Runtimes refuse such an address; servers by another `fetch` may not.
      await failure(sent);
      expect(callLine(lines)?.url).toMatch(/^https:\/\/REDACTED@books\.example\//);
      expect(JSON.stringify(lines)).not.toMatch(/S\d/);
    },
  );

  test.each([
    ["?key=S1&a=1", "?key=REDACTED&a=1"],
    ["?a=1&k%65y=S1,S2;S3", "?a=1&k%65y=REDACTED"],
    ["?key[a]=S1&key[b]=S2", "?key[a]=REDACTED&key[b]=REDACTED"],
    [
      "?api_key=S1&X-Amz-Signature=S2&sig=S3",
      "?api_key=REDACTED&X-Amz-Signature=REDACTED&sig=REDACTED",
    ],
    ["?%E0%A4%A=1", "?%E0%A4%A=1"],
  ])("secrets of the query are left out, as in %s", async (query, expected) => {
    const location = `https://files.example/f${query}`;
    const { core, lines } = clientThatLogs(() => json({}, { headers: { location } }), debug);
    await callRaw(core, "GET", `/free${query}`);
    expect(callLine(lines)?.path).toBe(`/free${expected}`);
    expect(callLine(lines)?.responseHeaders?.["location"]).toBe(
      `https://files.example/f${expected}`,
    );
    expect(JSON.stringify(lines)).not.toMatch(/S\d/);
  });

  test("all of a query is left out where any of it may be secret", async () => {
    const { core, lines } = clientThatLogs(() => json({}), debug);
    await call(core, fixture.listBooks, { query: { page: 7, status: ["S1"] } });
    expect(callLine(lines)?.url).toMatch(/\?page=REDACTED&status=REDACTED$/);
  });

  test.each([
    ["a text", "S1", "text/plain", "REDACTED"],
    [
      "a form",
      { size: 1, tags: ["S1"] },
      "application/x-www-form-urlencoded",
      { size: "REDACTED", tags: "REDACTED" },
    ],
    ["bytes", new Blob(["S1"]), "application/octet-stream", "[application/octet-stream]"],
    [
      "a form with files",
      { file: new Blob(["S1"]) },
      "multipart/form-data",
      "[multipart/form-data]",
    ],
  ])("%s with a secret anywhere is not shown", async (_, body, contentType, expected) => {
    const { core, lines } = clientThatLogs(() => json({}), debug);
    await call(core, fixture.sendFile, { body, contentType });
    expect(callLine(lines)?.requestBody).toEqual(expected);
    expect(JSON.stringify(lines)).not.toMatch(/S\d/);
  });

  test.each([
    ["text/html", "<h1>No</h1>", "<h1>No</h1>"],
    ["text/html", "x".repeat(20_000), "x".repeat(10_000)],
    ["application/json", "{", "[application/json, 1 characters]"],
    ["application/json", `[${"1,".repeat(9000)}1]`, "[application/json, 18003 characters]"],
    [
      "application/json",
      `${"[".repeat(20_000)}${"]".repeat(20_000)}`,
      "[application/json, 40000 characters]",
    ],
    ["image/png", "x", "[image/png]"],
  ])("an answer of %s is told as far as it can be: %#", async (type, text, expected) => {
    const { core, lines } = clientThatLogs(
      () => new Response(text, { headers: { "content-type": type }, status: 404 }),
      { level: "debug" },
    );
    await failure(call(core, fixture.listBooks));
    expect(callLine(lines)?.responseBody).toBe(expected);
  });

  test("a stream is not read", async () => {
    const events = 'data: "S1"\n\n';
    const { core, lines } = clientThatLogs(
      () => new Response(events, { headers: { "content-type": "text/event-stream" } }),
      debug,
    );
    expect(await Array.fromAsync(callStream(core, fixture.watchBooks))).toEqual(["S1"]);
    expect(callLine(lines)?.responseBody).toBe("[text/event-stream]");
  });
});

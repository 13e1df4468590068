import { describe, expect, test, vi } from "vitest";
import { logging } from "../src/client/logging.ts";
import { call, clientOn, failure, json } from "./client-harness.ts";
import * as fixture from "./fixture.ts";
import { clientThatLogs, type Line } from "./logging-harness.ts";

const book = { path: { book_id: "a" } };
const withoutTime = ({ level, text }: Line): string => `${level} ${text.replace(/ in \d+ ms/, "")}`;

describe("a call is logged", () => {
  test("in one line, where it succeeds", async () => {
    const { core, lines } = clientThatLogs(() => json({}, { headers: { "x-request-id": "r1" } }));
    await call(core, fixture.getBook, book);
    expect(lines.map(withoutTime)).toEqual([
      "info GetBook: GET /books/{book_id}: 200 (request r1)",
    ]);
    expect(lines[0]?.facts).toEqual({
      of: "call",
      operationId: "GetBook",
      method: "GET",
      path: "/books/{book_id}",
      duration: expect.any(Number),
      status: 200,
      requestId: "r1",
    });
  });

  test("with its attempts, where they fail", async () => {
    vi.useFakeTimers();
    const statuses = [503, 429, 404];
    const { core, lines } = clientThatLogs(
      () => json({}, { status: statuses.shift() ?? 500, headers: { "retry-after": "0" } }),
      {},
      { retries: 2 },
    );
    const failed = failure(call(core, fixture.getBook, book));
    await vi.runAllTimersAsync();
    await failed;
    vi.useRealTimers();
    expect(lines.map(withoutTime)).toEqual([
      "warn GetBook: GET /books/{book_id}: 503 (attempt 1)",
      "warn GetBook: GET /books/{book_id}: 429 (attempt 2)",
      "warn GetBook: GET /books/{book_id}: 404 (attempt 3)",
      "warn GetBook: GET /books/{book_id}: 404",
    ]);
  });

  test("by the kind of its error, whose message may tell secrets", async () => {
    const cause = Object.assign(new Error("connect secret"), { code: "ECONNREFUSED" });
    const { core, lines } = clientThatLogs(
      () => Promise.reject(new TypeError("fetch failed: secret", { cause })),
      { level: "debug" },
    );
    await failure(call(core, fixture.getBook, book));
    expect(lines.map(({ level, facts }) => [level, facts.error])).toEqual([
      ["warn", "ConnectionError ECONNREFUSED"],
      ["error", "ConnectionError ECONNREFUSED"],
    ]);
    expect(JSON.stringify(lines)).not.toContain("secret");
  });

  test("as a warning, where its caller gave it up", async () => {
    const controller = new AbortController();
    const { core, lines } = clientThatLogs(() => {
      controller.abort();
      return new Promise<Response>(() => {});
    });
    await failure(call(core, fixture.getBook, book, { signal: controller.signal }));
    expect(lines.map(({ level, facts }) => [level, facts.error])).toEqual([["warn", "AbortError"]]);
  });

  test.each([
    ["error", []],
    ["warn", ["warn"]],
    ["info", ["warn", "info"]],
    ["debug", ["warn", "debug", "info"]],
  ] as const)("at %s as far as that", async (level, expected) => {
    const statuses = [503, 200];
    const { core, lines } = clientThatLogs(
      () => json({}, { status: statuses.shift() ?? 500, headers: { "retry-after": "0" } }),
      { level },
      { retries: 1 },
    );
    await call(core, fixture.getBook, book);
    expect(lines.map((line) => line.level)).toEqual(expected);
  });

  test("on the console, in one line without control characters", async () => {
    const info = vi.spyOn(console, "info").mockImplementation(() => {});
    const middleware = [logging()];
    const { core } = clientOn(() => json({}, { headers: { "x-request-id": "a\u001b[2Jb" } }), {
      middleware,
    });
    await call(core, fixture.getBook, book);
    const given = info.mock.calls;
    info.mockRestore();
    expect(given).toEqual([[expect.stringMatching(/ \(request a \[2Jb\)$/)]]);
  });

  test("with the id of the request from the server's own header", async () => {
    const { core, lines } = clientThatLogs(() => json({}, { headers: { "cf-ray": "r2" } }), {
      requestIdHeader: "cf-ray",
    });
    await call(core, fixture.getBook, book);
    expect(lines[0]?.facts.requestId).toBe("r2");
  });
});

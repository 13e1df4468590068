import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callRaw, ConnectionError, DecodeError, TimeoutError } from "../src/client/index.ts";
import type { ApiError } from "../src/client/index.ts";
import { failure } from "./client-harness.ts";
import { faultCore, faulty } from "./fault-calls.ts";
import { startFaultServer, type FaultServer } from "./fault-server.ts";

let server: FaultServer;
let other: FaultServer;

beforeAll(async () => {
  server = await startFaultServer();
  other = await startFaultServer();
});

afterAll(async () => {
  await server.stop();
  await other.stop();
});

const book = { book_id: "a" };

/** The requests that a call has sent. */
const sentBy = (from: FaultServer, path: string) =>
  from.requests.filter((one) => one.path === path);

describe("over sockets, a call", () => {
  test.each(["resetBefore", "resetAfter"])(
    "fails where the server breaks off: %s",
    async (fault) => {
      const call = faulty(faultCore(server.url), fault, { retries: 0 });
      const error = (await failure(call)) as ConnectionError;
      expect(error).toBeInstanceOf(ConnectionError);
      expect(error.cause).toBeInstanceOf(Error);
      expect(error.message).toMatch(
        /^(reset(Before|After)): http:\/\/127\.0\.0\.1:\d+: the connection failed: .+ECONNRESET/,
      );
      expect(error.requestId).toBe(fault === "resetAfter" ? "r1" : undefined);
    },
  );

  test.each([
    "halfOnce",
    "halfUnavailable",
    "unavailableOnce",
    "limitedSeconds",
    "limitedDate",
    "limitedMilliseconds",
  ])("is tried again: %s", async (fault) => {
    expect(await faulty(faultCore(server.url), fault)).toEqual(book);
  });

  test("is not tried again where half a body of a POST has come", async () => {
    const call = faulty(faultCore(server.url), "halfOnce", {}, "POST", {});
    expect(await failure(call)).toBeInstanceOf(ConnectionError);
  });

  test("sends its body anew with each attempt", async () => {
    const call = faulty(faultCore(server.url), "unavailableOnce", {}, "POST", { title: "Ä" });
    expect(await call).toEqual(book);
    const bodies = server.requests.filter(({ body }) => body === '{"title":"Ä"}');
    expect(bodies).toHaveLength(2);
  });

  test("fails at once where the server asks for too long a wait", async () => {
    const error = (await failure(faulty(faultCore(server.url), "limitedLong"))) as ApiError;
    expect(error).toMatchObject({
      name: "ApiError",
      status: 429,
      retryAfter: 61_000,
      requestId: "r1",
    });
  });

  test("that `fetch` does not take is no matter of the connection", async () => {
    const call = faulty(faultCore(server.url), "whole", { headers: { "x-a": "line\nbreak" } });
    expect(await failure(call)).toBeInstanceOf(TypeError);
  });

  test.each(["html", "brokenJson"])("refuses another body: %s", async (fault) => {
    const error = await failure(faulty(faultCore(server.url), fault));
    expect(error).toBeInstanceOf(DecodeError);
    expect(error).toMatchObject({ requestId: "r1" });
  });

  test.each([
    ["hang", undefined],
    ["drip", "r1"],
  ])("is over in time: %s", async (fault, requestId) => {
    const core = faultCore(server.url);
    const attempt = await failure(faulty(core, fault, { timeout: 50, retries: 0 }));
    expect(attempt).toBeInstanceOf(TimeoutError);
    expect(attempt).toMatchObject({ kind: "attempt", timeout: 50, requestId });
    const total = await failure(faulty(core, fault, { totalTimeout: 50 }));
    expect(total).toMatchObject({ name: "TimeoutError", kind: "total", timeout: 50 });
    await server.quiet();
  });

  test.each(["hang", "drip"])(
    "ends and frees its socket when it is given up: %s",
    async (fault) => {
      const client = new AbortController();
      const call = faulty(faultCore(server.url), fault, { signal: client.signal });
      const failed = failure(call);
      await server.arrival(`/${fault}/${(call.input.path as { name: number }).name}`);
      client.abort();
      expect(await failed).toBe(client.signal.reason);
      await server.quiet();
    },
  );

  test("asks for a fresh token once, however many were refused", async () => {
    let asked = 0;
    let token = "old";
    const auth = async ({ refused }: { readonly refused?: unknown }): Promise<string> => {
      if (refused === undefined) return token;
      asked += 1;
      // The others are refused before this, while it is under way and after it.
      await faulty(core, "unavailableOnce");
      token = "new";
      return token;
    };
    const core = faultCore(server.url, { auth });
    const calls = Array.from({ length: 10 }, () => faulty(core, "expired"));
    expect(await Promise.all(calls)).toEqual(Array.from({ length: 10 }, () => book));
    expect(asked).toBe(1);
  });
});

describe("over sockets, a redirect", () => {
  const redirected = async (
    to: string,
    auth: Record<string, string>,
    security: string,
    method = "POST",
  ) => {
    const core = faultCore(server.url, { auth, headers: { "x-plain": "p" } });
    const secured = { ...core, api: { ...core.api, security: [{ [security]: [] }] } };
    return callRaw(secured, method, "/redirect/raw", {
      query: { to },
      ...(method === "POST" ? { body: { title: "t" } } : {}),
      headers: { cookie: "sid=1" },
    });
  };
  const schemes = [
    ["headerKey", "x-key"],
    ["bearer", "authorization"],
    ["basic", "authorization"],
  ] as const;

  test.each(schemes)("to another origin leaves %s behind", async (scheme, header) => {
    const path = `/whole/${scheme}`;
    const refused = redirected(other.url + path, { [scheme]: "k" }, scheme);
    await expect(refused).rejects.toThrow(
      "the server redirects to an origin that must not receive the request",
    );
    const response = await redirected(other.url + path, { [scheme]: "k" }, scheme, "GET");
    expect(response.status).toBe(200);
    const [request, ...others] = sentBy(other, path);
    expect(others).toEqual([]);
    expect(request).toMatchObject({ method: "GET", body: "" });
    expect(request?.headers).toMatchObject({ "x-plain": "p" });
    expect(request?.headers).not.toHaveProperty(header);
    expect(request?.headers).not.toHaveProperty("cookie");
  });

  test.each(schemes)("to the same origin takes %s along", async (scheme, header) => {
    const path = `/whole/same-${scheme}`;
    await redirected(path, { [scheme]: "k" }, scheme);
    expect(sentBy(server, path)[0]?.headers).toHaveProperty(header);
    expect(sentBy(server, path)[0]?.headers).toHaveProperty("cookie");
  });
});

describe("when calls are over", () => {
  test("no socket and no timer is left, and a process ends by itself", async () => {
    const own = await startFaultServer();
    const script = fileURLToPath(new URL("fault-calls.ts", import.meta.url));
    const child = spawn(process.execPath, [script, own.url], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
    expect(await once(child, "exit")).toEqual([0, null]);
    expect(JSON.parse(output)).toEqual({ outcomes: everyOutcome, left: [] });
    await own.quiet();
    await own.stop();
  });
});

const everyOutcome = [
  "resetBefore: ConnectionError",
  "resetAfter: ConnectionError",
  "html: DecodeError",
  "brokenJson: DecodeError",
  "limitedLong: ApiError",
  "halfOnce: ok",
  "halfUnavailable: ok",
  "unavailableOnce: ok",
  "expired: ok",
  "whole: ok",
  "hang timeout: TimeoutError",
  "hang total: TimeoutError",
  "hang abort: TimeoutError",
  "drip timeout: TimeoutError",
  "drip total: TimeoutError",
  "drip abort: TimeoutError",
  "unread: AbortError",
  "raw: ok",
];

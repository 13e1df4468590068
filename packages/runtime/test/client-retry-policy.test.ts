import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { call, TimeoutError } from "../src/client/index.ts";
import type { ApiError } from "../src/client/index.ts";
import { callPolled } from "../src/client/polled-call.ts";
import { jsonResponse, type Waiter } from "../src/index.ts";
import { clientOf, failure } from "./client-harness.ts";
import {
  broken,
  clientWith,
  hang,
  plainOperation,
  restoreTimers,
  send,
  status,
  success,
  timed,
} from "./transport-harness.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  vi.spyOn(Math, "random").mockReturnValue(0.5);
});

afterEach(restoreTimers);

describe("a server that says whether to try again", () => {
  const said = (code: number, text: string) => status(code, { "x-should-retry": text });

  test.each([
    ["POST", 500, "true", 2],
    ["POST", 409, "true", 2],
    ["GET", 400, "true", 2],
    ["GET", 503, "false", 1],
    ["POST", 429, "false", 1],
    ["GET", 500, "maybe", 2],
    ["GET", 404, "maybe", 1],
    ["GET", 200, "true", 1],
  ] as const)("is heard: %s, %d, %s", async (method, code, text, count) => {
    const { core, requests } = clientWith([said(code, text), success]);
    await timed(send(core, method));
    expect(requests).toHaveLength(count);
  });

  test("is not heard beyond the retries, nor by a body that is sent only once", async () => {
    const { core, requests } = clientWith([said(500, "true")]);
    expect((await timed(send(core))).error).toMatchObject({ status: 500 });
    expect(requests).toHaveLength(3);
    const operation = plainOperation("PUT", {
      writeBody: (_operation, { body }) => ({ body: body as BodyInit }),
    });
    await timed(call(core, operation, { body: new Blob(["streamed"]).stream() }));
    expect(requests).toHaveLength(4);
  });

  test("says how long to wait as well", async () => {
    const headers = { "x-should-retry": "true", "retry-after": "3" };
    const { core } = clientWith([status(409, headers), success]);
    expect(await timed(send(core, "POST"))).toMatchObject({ elapsed: 3000 });
  });
});

describe("the statuses to try again after", () => {
  test("are those of the call, else of the client", async () => {
    const answers = [status(409), success];
    const ofClient = clientWith(answers, { retryStatuses: [409] });
    expect((await timed(send(ofClient.core))).value).toEqual({ ok: true });
    const ofCall = clientWith([status(503), success], { retryStatuses: [503] });
    await timed(send(ofCall.core, "GET", { retryStatuses: [] }));
    expect(ofCall.requests).toHaveLength(1);
    expect((await timed(send(ofClient.core, "GET", { retryStatuses: [409] }))).error).toBe(
      undefined,
    );
  });

  test("do not make a request repeatable whose work must not be done twice", async () => {
    for (const [options, count] of [
      [{}, 1],
      [{ idempotencyKey: true }, 2],
    ] as const) {
      const { core, requests } = clientWith([status(409), success], { retryStatuses: [409] });
      await timed(send(core, "POST", options));
      expect(requests).toHaveLength(count);
    }
  });
});

test("the wait is what the caller says, for statuses and broken connections", async () => {
  const attempts: number[] = [];
  const retryDelay = (attempt: number) => {
    attempts.push(attempt);
    return 10 * (attempt + 1);
  };
  const { core } = clientWith([status(503), broken("ECONNRESET"), success], { retryDelay });
  expect(await timed(send(core))).toEqual({ value: { ok: true }, elapsed: 30 });
  expect(attempts).toEqual([0, 1]);
  const own = clientWith([status(503), success], { retryDelay });
  expect((await timed(send(own.core, "GET", { retryDelay: () => 7 }))).elapsed).toBe(7);
});

describe("a time limit", () => {
  test("says which attempt it ended", async () => {
    for (const [limits, kind, attempt] of [
      [{ timeout: 100 }, "attempt", 2],
      [{ timeout: 100, retries: 0 }, "attempt", 0],
      [{ timeout: 100, totalTimeout: 400 }, "total", undefined],
    ] as const) {
      const { core } = clientWith([hang], limits);
      const { error } = await timed(send(core));
      expect(error).toBeInstanceOf(TimeoutError);
      expect(error).toMatchObject({ kind, attempt });
    }
  });
});

describe("a clock of the caller", () => {
  /** Its waits are over at once, and it remembers them. */
  class QuickClock implements Waiter {
    readonly waits: number[] = [];

    async wait(milliseconds: number): Promise<void> {
      this.waits.push(milliseconds);
    }
  }

  test("waits between attempts", async () => {
    const clock = new QuickClock();
    const { core } = clientWith([status(503), status(503), success()], { clock });
    expect(await send(core)).toEqual({ ok: true });
    expect(clock.waits).toEqual([250, 500]);
  });

  test("is not passed on to fetch, and polls", async () => {
    const clock = new QuickClock();
    const states = ["RUNNING", "RUNNING", "DONE"];
    const { core } = clientOf({
      clock,
      async fetch(_request, init) {
        expect(init).not.toHaveProperty("clock");
        return Response.json({ status: states.shift() });
      },
    });
    const operation = {
      ...plainOperation("GET", { responses: { 200: jsonResponse } }),
      polling: { member: "status", final: ["DONE", "FAILED"], succeeded: "DONE" },
    };
    const polled = callPolled<{ status: "RUNNING" | "DONE" }, "status", never>(core, operation);
    expect(await polled.waitFor({ until: ["DONE"] })).toEqual({ status: "DONE" });
    expect(clock.waits).toEqual([1000, 1500]);
  });

  test("that gives up ends the call", async () => {
    const clock: Waiter = { wait: () => Promise.reject(new Error("enough")) };
    const { core } = clientWith([status(503)], { clock });
    const error = (await failure(send(core))) as ApiError;
    expect(error).toEqual(new Error("enough"));
  });
});

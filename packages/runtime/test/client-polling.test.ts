import { afterEach, beforeEach, describe, expect, expectTypeOf, test, vi } from "vitest";
import { FinalStatusError, polledOperation } from "../src/client/index.ts";
import type { CallOptions, ClientCore, PollCall, WaitOptions } from "../src/client/index.ts";
import {
  clientWith,
  hang,
  plainOperation,
  restoreTimers,
  status,
  timed,
} from "./transport-harness.ts";

interface Run {
  readonly id: number;
  readonly state: "queued" | "running" | "paused" | "done" | "failed" | (string & {});
}

type RunCall = PollCall<Run, "state", "done">;

const getRun = polledOperation<
  (core: ClientCore, input?: object, options?: CallOptions) => RunCall
>(plainOperation("GET"), {
  polling: { member: "state", final: ["done", "failed"], succeeded: "done" },
});

const run = (state: string, headers?: Record<string, string>): Response =>
  Response.json({ id: 1, state }, headers && { headers });

/** What becomes of waiting for a record that is in one state after another. */
async function waiting<const Until extends "queued" | "running" | "paused" | "done" | "failed">(
  answers: Parameters<typeof clientWith>[0],
  options: WaitOptions<Run, Until> = {},
  callOptions: CallOptions = {},
) {
  const { core, requests } = clientWith(answers);
  const outcome = await timed(getRun(core, {}, callOptions).waitFor(options));
  return { ...outcome, readings: requests.length };
}

beforeEach(() => {
  vi.useFakeTimers({
    now: Date.UTC(2026, 0, 1),
    toFake: ["setTimeout", "clearTimeout", "Date"],
  });
  vi.spyOn(Math, "random").mockReturnValue(1);
});

afterEach(restoreTimers);

describe("waiting for a status", () => {
  test("reads it where the pointer says, and narrows it there", async () => {
    interface Held {
      readonly data?: { readonly "run/state": "queued" | "done" } | null;
    }
    const getHeld = polledOperation<
      (
        core: ClientCore,
        input?: object,
        options?: CallOptions,
      ) => PollCall<Held, "/data/run~1state", "done">
    >(plainOperation("GET"), {
      polling: { member: "/data/run~1state", final: ["done"], succeeded: "done" },
    });
    const answers = [{}, { data: null }, { data: { "run/state": "queued" } }];
    const done = { data: { "run/state": "done" } };
    const { core } = clientWith([...answers, done].map((body) => Response.json(body)));
    const outcome = await timed(getHeld(core).waitFor());
    expect(outcome).toMatchObject({ value: done });
    const ended = (): Promise<"done"> =>
      getHeld(core)
        .waitFor()
        .then(({ data }) => data["run/state"]);
    expectTypeOf(ended).returns.resolves.toEqualTypeOf<"done">();
  });

  test("reads until the last step, at growing intervals", async () => {
    const answers = ["queued", "queued", "running", "running", "running", "running", "done"];
    expect(await waiting(answers.map((state) => run(state)))).toEqual({
      value: { id: 1, state: "done" },
      elapsed: 1000 + 2000 + 4000 + 8000 + 10_000 + 10_000,
      readings: 7,
    });
  });

  test("waits a random part beyond the shortest interval", async () => {
    vi.mocked(Math.random).mockReturnValue(0);
    const answers = [run("queued"), run("queued"), run("queued"), run("done")];
    expect(await waiting(answers)).toMatchObject({ elapsed: 3000 });
    const pace = { minInterval: 100, maxInterval: 150 };
    expect(await waiting(answers, pace)).toMatchObject({ elapsed: 300 });
    vi.mocked(Math.random).mockReturnValue(1);
    expect(await waiting(answers, pace)).toMatchObject({ elapsed: 100 + 150 + 150 });
  });

  test("waits as long as the service asks for", async () => {
    const answers = [run("queued", { "retry-after": "7" }), run("running", { "retry-after": "0" })];
    expect(await waiting([...answers, run("done")])).toMatchObject({ elapsed: 7000, readings: 3 });
  });

  test("ends at any of the statuses that are asked for", async () => {
    const answers = [run("queued"), run("paused")];
    const { value } = await waiting(answers, { until: ["paused", "done"] });
    expect(value).toEqual({ id: 1, state: "paused" });
    if (value) expectTypeOf(value.state).toEqualTypeOf<"paused" | "done">();
    expect(await waiting([run("failed")], { until: ["failed"] })).toMatchObject({ readings: 1 });
  });

  test("fails at another status that is final", async () => {
    const { error } = await waiting([run("running"), run("failed", { "x-request-id": "r2" })]);
    expect(error).toBeInstanceOf(FinalStatusError);
    expect(error).toMatchObject({
      message: "Op: ended as failed, not as done (request r2)",
      operationId: "Op",
      finalStatus: "failed",
      body: { id: 1, state: "failed" },
      requestId: "r2",
    });
  });

  test("goes on at a status that is not described", async () => {
    expect(await waiting([run("thawing"), run("done")])).toMatchObject({ readings: 2 });
  });

  test("tells each reading", async () => {
    const onProgress = vi.fn<(one: Run) => void>();
    await waiting([run("queued"), run("running"), run("done")], { onProgress });
    expect(onProgress.mock.calls.map(([{ state }]) => state)).toEqual([
      "queued",
      "running",
      "done",
    ]);
  });

  test.each([{ waitTimeout: -1 }, { minInterval: NaN }, { maxInterval: -1 }])(
    "rejects for %o and sends nothing",
    async (options) => {
      const { core, requests } = clientWith([]);
      await expect(getRun(core).waitFor(options)).rejects.toThrow(/must be a number from 0/);
      // Calls that nobody deferred have started by now.
      await new Promise((resolve) => void setImmediate(resolve));
      expect(requests).toEqual([]);
    },
  );

  test("throws what a reading throws, after its retries", async () => {
    const { error } = await waiting([run("queued"), status(404)]);
    expect(error).toMatchObject({ name: "ApiError", status: 404 });
    expect(await waiting([run("queued"), status(503), run("done")])).toMatchObject({ readings: 3 });
  });
});

describe("a wait is over", () => {
  test("after its time limit", async () => {
    const { error, elapsed } = await waiting([run("running")], { waitTimeout: 5000 });
    expect(elapsed).toBe(5000);
    expect(error).toMatchObject({
      name: "TimeoutError",
      kind: "wait",
      timeout: 5000,
      message: "Op: it is still running after 5000 ms: raise `waitTimeout`",
    });
  });

  test("after ten minutes unless told otherwise", async () => {
    expect(await waiting([run("running")])).toMatchObject({ elapsed: 600_000 });
  });

  test("while a reading hangs", async () => {
    const { error, elapsed } = await waiting([run("queued"), hang], { waitTimeout: 5000 });
    expect(elapsed).toBe(5000);
    expect(error).toMatchObject({ kind: "wait" });
  });

  test("at once where the service asks for a longer pause", async () => {
    const answers = [run("running", { "retry-after": "60" })];
    expect(await waiting(answers, { waitTimeout: 5000 })).toMatchObject({
      elapsed: 0,
      error: { kind: "wait" },
    });
  });

  test.each(["of the wait", "of the call"])("with the signal %s", async (which) => {
    const controller = new AbortController();
    const { signal } = controller;
    setTimeout(() => controller.abort(new Error("enough")), 1500);
    const isCall = which === "of the call";
    const outcome = waiting([run("running")], isCall ? {} : { signal }, isCall ? { signal } : {});
    expect(await outcome).toMatchObject({
      elapsed: 1500,
      error: { message: "enough" },
      readings: 2,
    });
  });
});

test("the call itself is not sent", async () => {
  const { core, requests } = clientWith([run("done")]);
  const call = getRun(core);
  expect(await call.waitFor()).toEqual({ id: 1, state: "done" });
  expect(requests).toHaveLength(1);
  expect(await call).toEqual({ id: 1, state: "done" });
  expect(requests).toHaveLength(2);
});

test("statuses that are not described do not compile", () => {
  type Until = NonNullable<NonNullable<Parameters<RunCall["waitFor"]>[0]>["until"]>[number];
  expectTypeOf<"dnoe">().not.toExtend<Until>();
  expectTypeOf<"paused">().toExtend<Until>();
});

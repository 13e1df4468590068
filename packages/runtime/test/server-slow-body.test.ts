import { afterEach, describe, expect, test, vi } from "vitest";
import type { Route } from "../src/server/index.ts";
import * as fixture from "./fixture.ts";
import { bodyOf, bytes, echo, send, serve } from "./server-harness.ts";

afterEach(() => {
  vi.useRealTimers();
});

describe("a body that comes slowly", () => {
  /** A source that gives its first piece and then waits, until it is left. */
  function stalled() {
    const state = { left: false };
    let isFirst = true;
    const body: AsyncIterable<Uint8Array> = {
      [Symbol.asyncIterator]: () => ({
        next() {
          if (!isFirst) return new Promise<never>(() => {});
          isFirst = false;
          return Promise.resolve({ done: false, value: bytes('{"title":') });
        },
        return: async () => {
          state.left = true;
          return { done: true, value: undefined };
        },
      }),
    };
    return { body, state };
  }
  const headers = { "content-type": "application/json" };

  test.each([
    [{}, 30_000],
    [{ bodyTimeout: 100 }, 100],
    [{ bodyTimeout: 100, limits: { CreateBook: { bodyTimeout: 200 } } }, 200],
  ])("is given up under %j after %i ms", async (options, expected) => {
    vi.useFakeTimers();
    const { body, state } = stalled();
    const server = serve([echo(fixture.createBook)], options);
    const answered = send(server, "POST", "/books", { headers, body });
    const isPending = Promise.race([answered.then(() => "answered"), Promise.resolve("pending")]);
    await vi.advanceTimersByTimeAsync(expected - 1);
    expect(await isPending).toBe("pending");
    expect(state.left).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    const response = await answered;
    expect(response.status).toBe(408);
    expect(bodyOf(response)).toMatchObject({ code: "RequestTimeout" });
    expect(state.left).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("in a stream has its time for each piece, while the handler takes as long as it likes", async () => {
    vi.useFakeTimers();
    const operation = {
      ...fixture.sendFile,
      requestBody: { content: [{ mediaType: "application/jsonl", stream: "json-lines" as const }] },
    };
    async function* lines() {
      yield bytes("1\n");
      await new Promise((resolve) => setTimeout(resolve, 90));
      yield bytes("2\n");
      await new Promise((resolve) => setTimeout(resolve, 110));
      yield bytes("3\n");
    }
    const seen: unknown[] = [];
    const handler = async (input: { body: AsyncIterable<unknown> }) => {
      for await (const item of input.body) {
        seen.push(item);
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
      return { status: 200 };
    };
    const server = serve([echo(operation, { handler: handler as Route["handler"] })], {
      bodyTimeout: 100,
    });
    const answered = send(server, "PUT", "/file", {
      headers: { "content-type": "application/jsonl" },
      body: lines(),
    });
    await vi.runAllTimersAsync();
    expect((await answered).status).toBe(408);
    expect(seen).toEqual([1, 2]);
  });

  test("leaves no timer when it has come", async () => {
    vi.useFakeTimers();
    async function* whole() {
      yield bytes("{}");
    }
    const response = await send(serve([echo(fixture.createBook)]), "POST", "/books", {
      headers,
      body: whole(),
    });
    expect(response.status).toBe(200);
    expect(vi.getTimerCount()).toBe(0);
  });
});

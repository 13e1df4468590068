import { describe, expect, test } from "vitest";
import { createServerCore, fetchRequest, respondWith, toFetch } from "../src/server/index.ts";
import type { RequestContext, Route } from "../src/server/index.ts";
import * as fixture from "./fixture.ts";

const serve = (operation: Route["operation"], handler: Route["handler"]) =>
  toFetch(createServerCore(fixture.api, [{ operation, validators: {}, handler }]));

const origin = "http://books.example";

/** Events that never end, and what became of them. */
function endlessEvents() {
  const state = { returned: 0 };
  const items: AsyncIterable<number> = {
    [Symbol.asyncIterator]: () => {
      let count = 0;
      return {
        next: () =>
          count < 1
            ? Promise.resolve({ done: false, value: count++ })
            : new Promise<never>(() => {}),
        return: async () => {
          state.returned++;
          return { done: true, value: undefined };
        },
      };
    },
  };
  return { items, state };
}

describe("a server as a fetch function", () => {
  test("answers a Request with a Response", async () => {
    const fetch = serve(fixture.createBook, (input) => ({
      status: 201,
      body: input,
      headers: { "set-cookie": ["a=1", "b=2"] },
    }));
    const response = await fetch(
      new Request(`${origin}/books?dry=true`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: '{"title":"A"}',
      }),
    );
    expect(response.status).toBe(201);
    expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
    expect(await response.json()).toEqual({ query: { dry: true }, body: { title: "A" } });
  });

  test("gives no body with a status that has none", async () => {
    const fetch = serve(fixture.deleteBook, () => ({ status: 204, body: "ignored" }));
    const response = await fetch(new Request(`${origin}/books/a`, { method: "DELETE" }));
    expect(response.status).toBe(204);
    expect(response.body).toBeNull();
  });

  test("writes a stream as it comes", async () => {
    const { items } = endlessEvents();
    const fetch = serve(fixture.watchBooks, () => ({ status: 200, body: items }));
    const response = await fetch(new Request(`${origin}/books/events`));
    const reader = response.body?.getReader();
    const { value } = (await reader?.read()) ?? {};
    expect(new TextDecoder().decode(value)).toBe("data: 0\n\n");
    await reader?.cancel();
  });

  test("ends a stream whose reader cancels it, and aborts the handler's signal", async () => {
    const { items, state } = endlessEvents();
    let signal: AbortSignal | undefined;
    const fetch = serve(fixture.watchBooks, (_, context) => {
      signal = context.signal;
      return { status: 200, body: items };
    });
    const response = await fetch(new Request(`${origin}/books/events`));
    await response.body?.cancel();
    expect(state.returned).toBe(1);
    expect(signal?.aborted).toBe(true);
  });

  test("breaks a stream off when the request is aborted", async () => {
    const { items, state } = endlessEvents();
    const client = new AbortController();
    const fetch = serve(fixture.watchBooks, () => ({ status: 200, body: items }));
    const response = await fetch(new Request(`${origin}/books/events`, { signal: client.signal }));
    const reading = response.text();
    client.abort();
    await expect(reading).rejects.toMatchObject({ name: "AbortError" });
    expect(state.returned).toBe(1);
  });

  test.each([
    [fixture.watchBooks, {}],
    [fixture.exportBooks, { contentType: "application/octet-stream" }],
  ])("rejects at once when the request is aborted before the answer", async (operation, more) => {
    const { items, state } = endlessEvents();
    const client = new AbortController();
    let answer: () => void = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const fetch = serve(operation, async () => {
      await answered;
      return { status: 200, body: items, ...more };
    });
    const url = origin + operation.path.replace("{format}", "bin");
    const response = fetch(new Request(url, { signal: client.signal }));
    client.abort();
    await expect(response).rejects.toMatchObject({ name: "AbortError" });
    answer();
    await expect.poll(() => state.returned).toBe(1);
    await expect(fetch(new Request(url, { signal: AbortSignal.abort() }))).rejects.toMatchObject({
      name: "AbortError",
    });
  });

  test("passes a failure inside a stream on", async () => {
    async function* failing() {
      yield "a";
      throw new Error("lost");
    }
    const contentType = "application/octet-stream";
    const fetch = serve(fixture.exportBooks, () => ({ status: 200, body: failing(), contentType }));
    const response = await fetch(new Request(`${origin}/export.bin`));
    await expect(response.text()).rejects.toThrow("lost");
  });
});

describe("an operation without a handler", () => {
  const other = serve(fixture.createBook, (input) => ({ status: 201, body: input }));
  const missing = async (_operation: unknown, _input: unknown, { request }: RequestContext) => {
    const raw = fetchRequest(request) as Request | undefined;
    if (raw === undefined) throw new Error("there is no request");
    throw respondWith(await other(new Request(raw)));
  };
  const route = { operation: fixture.createBook, validators: {}, handler: undefined };
  const fetch = toFetch(createServerCore(fixture.api, [route], { missing }));
  const headers = { "content-type": "application/json" };

  test.each([
    ["a body", '{"title":"A"}'],
    ["a stream", new Blob(['{"title":"A"}']).stream()],
  ])("is answered by another server, which has %s to read", async (_what, body) => {
    const init = { method: "POST", headers, body, duplex: "half" };
    const answer = await fetch(new Request(`${origin}/books?dry=true`, init));
    expect(answer.status).toBe(201);
    expect(await answer.json()).toEqual({ query: { dry: true }, body: { title: "A" } });
  });
});

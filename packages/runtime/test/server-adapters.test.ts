import { describe, expect, test } from "vitest";
import type { OperationDescriptor } from "../src/operation.ts";
import { createServerCore } from "../src/server/index.ts";
import type { Route, ServerOptions } from "../src/server/index.ts";
import { adapters } from "./adapters.ts";
import * as fixture from "./fixture.ts";
import { echo, gate } from "./server-harness.ts";

const json = { "content-type": "application/json" };

const server = (routes: Route[], options?: ServerOptions) =>
  createServerCore(fixture.api, routes, options);

const shop = (options?: ServerOptions) =>
  server(
    [
      echo(fixture.getBook),
      echo(fixture.listBooks),
      echo(fixture.createBook, {
        validators: fixture.createBookValidators,
        errorBodies: fixture.createBookErrors,
      }),
    ],
    options,
  );

const handled = (operation: OperationDescriptor, handler: Route["handler"]) =>
  server([{ operation, validators: {}, handler }], { onError: () => {} });

/** Items that wait to be told to go on, and what becomes of them. */
function steps() {
  const waiting: (() => void)[] = [];
  const state = { returned: false };
  let count = 0;
  const items: AsyncIterable<number> = {
    [Symbol.asyncIterator]: () => ({
      next: () =>
        new Promise((resolve) => {
          const value = count++;
          if (value === 0) resolve({ done: false, value });
          else waiting.push(() => resolve({ done: false, value }));
        }),
      return: async () => {
        state.returned = true;
        return { done: true, value: undefined };
      },
    }),
  };
  /** @returns whether an item was waited for */
  const goOn = (): boolean => {
    const release = waiting.shift();
    release?.();
    return release !== undefined;
  };
  return { items, state, goOn };
}

async function readText(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string> {
  const { value } = await reader.read();
  return new TextDecoder().decode(value);
}

const readerOf = ({ body }: Response): ReadableStreamDefaultReader<Uint8Array> => {
  if (body === null) throw new Error("the response has no body");
  return body.getReader();
};

describe.each(Object.entries(adapters))("a server behind %s", (_name, start) => {
  test("decodes path, query, header and cookie from the raw request", async () => {
    await using started = await start(shop());
    const response = await started.send("/books/a%2F%C3%A4?x=1", {
      headers: { "x-trace": "t", cookie: "theme=dark%20blue" },
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      path: { book_id: "a/ä" },
      header: { "X-Trace": "t" },
      cookie: { theme: "dark blue" },
    });
    const list = await started.send("/books?status=a,b&page=2");
    expect(await list.json()).toEqual({ query: { page: 2, status: ["a", "b"] } });
  });

  test("decodes a body, and refuses it with every issue", async () => {
    await using started = await start(shop());
    const post = (body: string, headers: Record<string, string> = json) =>
      started.send("/books?dry=false", { method: "POST", headers, body });
    const good = await post('{"title":"Ä"}');
    expect(await good.json()).toEqual({ query: { dry: false }, body: { title: "Ä" } });
    const bad = await post('{"title":1}');
    expect(bad.status).toBe(400);
    expect(await bad.json()).toMatchObject({
      type: "ValidationError",
      errors: [{ in: "body", pointer: "/title", keyword: "type" }],
    });
    expect((await post("{}", { "content-type": "application/xml" })).status).toBe(415);
  });

  test("takes a large body whole, and refuses one that is larger", async () => {
    await using started = await start(shop());
    const post = (length: number) =>
      started.send("/books", {
        method: "POST",
        headers: json,
        body: JSON.stringify({ title: "x".repeat(length) }),
      });
    const { body } = (await (await post(900_000)).json()) as { body: { title: string } };
    expect(body.title).toHaveLength(900_000);
    expect((await post(1_500_000)).status).toBe(413);
  });

  test("refuses an unknown path and another method", async () => {
    await using started = await start(shop());
    expect((await started.send("/nowhere")).status).toBe(404);
    const refused = await started.send("/books", { method: "DELETE" });
    expect(refused.status).toBe(405);
    expect(refused.headers.get("allow")).toBe("GET, HEAD, OPTIONS, POST");
    const asked = await started.send("/books", { method: "OPTIONS" });
    expect([asked.status, asked.headers.get("allow")]).toEqual([204, "GET, HEAD, OPTIONS, POST"]);
  });

  test("answers HEAD as GET, without the body", async () => {
    await using started = await start(shop());
    const response = await started.send("/books", { method: "HEAD" });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.text()).toBe("");
  });

  test("takes the request's id and gives it back", async () => {
    await using started = await start(shop());
    const response = await started.send("/books", { headers: { "x-request-id": "call-7" } });
    expect(response.headers.get("x-request-id")).toBe("call-7");
    const other = await started.send("/books", { headers: { "x-request-id": "a b" } });
    expect(other.headers.get("x-request-id")).toMatch(/^[\da-f-]{36}$/);
  });

  test("gives each event when it is there", async () => {
    const { items, goOn } = steps();
    await using started = await start(
      handled(fixture.watchBooks, () => ({ status: 200, body: items })),
    );
    const reader = readerOf(await started.send("/books/events"));
    expect(await readText(reader)).toBe("data: 0\n\n");
    const second = readText(reader);
    await expect.poll(goOn).toBe(true);
    expect(await second).toBe("data: 1\n\n");
    await reader.cancel();
  });

  test("gives a large body of chunks whole", async () => {
    async function* chunks() {
      for (let count = 0; count < 48; count++) yield new Uint8Array(64 * 1024).fill(count);
    }
    await using started = await start(
      handled(fixture.exportBooks, () => ({
        status: 200,
        body: chunks(),
        contentType: "application/octet-stream",
      })),
    );
    const bytes = await (await started.send("/export.bin")).bytes();
    expect(bytes).toHaveLength(3 * 1024 * 1024);
    expect(bytes.at(-1)).toBe(47);
  });

  test("ends a stream whose client goes away", async () => {
    const { items, state } = steps();
    let signal: AbortSignal | undefined;
    await using started = await start(
      handled(fixture.watchBooks, (_, context) => {
        signal = context.signal;
        return { status: 200, body: items };
      }),
    );
    const client = new AbortController();
    const response = await started.send("/books/events", { signal: client.signal });
    const reader = readerOf(response);
    await reader.read();
    client.abort();
    reader.cancel().catch(() => {});
    await expect.poll(() => state.returned).toBe(true);
    expect(signal?.aborted).toBe(true);
  });

  test("aborts the signal of a handler whose client disconnects before the response", async () => {
    const arrived = gate();
    let signal: AbortSignal | undefined;
    await using started = await start(
      handled(fixture.listBooks, async (_, context) => {
        signal = context.signal;
        arrived.open();
        await new Promise((resolve) => context.signal.addEventListener("abort", resolve));
        return { status: 200, body: [] };
      }),
    );
    const client = new AbortController();
    const response = started.send("/books", { signal: client.signal });
    response.catch(() => {});
    await arrived.passed;
    client.abort();
    await expect.poll(() => signal?.aborted).toBe(true);
  });

  test("leaves a stream at once whose client has gone before it began", async () => {
    const arrived = gate();
    const answer = gate();
    const { items, state } = steps();
    const waits: Route["handler"] = async () => {
      arrived.open();
      await answer.passed;
      return { status: 200, body: items };
    };
    await using started = await start(
      server([
        { operation: fixture.watchBooks, validators: {}, handler: waits },
        echo(fixture.listBooks),
      ]),
    );
    const client = new AbortController();
    started.send("/books/events", { signal: client.signal }).catch(() => {});
    await arrived.passed;
    client.abort();
    // What comes after it has been answered, so the server knows.
    await (await started.send("/books")).text();
    answer.open();
    await expect.poll(() => state.returned).toBe(true);
  });

  test("breaks a stream off that fails", async () => {
    async function* failing() {
      yield 1;
      throw new Error("lost");
    }
    await using started = await start(
      handled(fixture.watchBooks, () => ({ status: 200, body: failing() })),
    );
    const response = await started.send("/books/events");
    await expect(response.text()).rejects.toBeInstanceOf(Error);
  });

  test("stands beside other routes", async () => {
    await using started = await start(shop());
    if (started.beside === undefined) return;
    expect(await (await started.beside()).text()).toBe("other");
  });

  test("lets streams go on while it closes, for as long as it is told to", async () => {
    async function* items() {
      yield 1;
      await expect.poll(() => core.isClosing).toBe(true);
      yield 2;
    }
    const core = handled(fixture.watchBooks, () => ({ status: 200, body: items() }));
    await using started = await start(core);
    const reader = readerOf(await started.send("/books/events"));
    const first = await reader.read();
    expect(first.done).toBe(false);
    const closed = core.close({ streamTimeout: 60_000 });
    expect((await reader.read()).done).toBe(false);
    expect((await reader.read()).done).toBe(true);
    await closed;
  });

  test("ends streams that outlast the time they are given", async () => {
    const { items } = steps();
    const core = handled(fixture.watchBooks, () => ({ status: 200, body: items }));
    await using started = await start(core);
    const reader = readerOf(await started.send("/books/events"));
    await reader.read();
    const closed = core.close({ streamTimeout: 1 });
    expect((await reader.read()).done).toBe(true);
    await closed;
  });

  test("ends in order: what runs is answered, what comes is refused", async () => {
    const { items } = steps();
    const core = handled(fixture.watchBooks, () => ({ status: 200, body: items }));
    await using started = await start(core);
    const reader = readerOf(await started.send("/books/events"));
    await reader.read();
    const closed = core.close();
    expect((await reader.read()).done).toBe(true);
    await closed;
    const refused = await started.send("/books/events");
    expect(refused.status).toBe(503);
  });
});

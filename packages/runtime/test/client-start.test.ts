import { AsyncLocalStorage } from "node:async_hooks";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, expectTypeOf, test } from "vitest";
import type { Call, ClientCore } from "../src/client/index.ts";
import {
  infiniteQueryOptions,
  mutationOptions,
  queryKey,
  queryOptions,
  queryPrefix,
} from "../src/client/tanstack-query.ts";
import { call, callPages, callStream, clientOn, failure, json } from "./client-harness.ts";
import * as fixture from "./fixture.ts";

interface Book {
  book_id: string;
}

interface Page {
  books: number[];
  next?: number;
}

type GetBookResult = { status: 200; body: Book } | { status: 404; body: { type: string } };

const getBook = (core: ClientCore, book_id = "a", options = {}): Call<Book, GetBookResult> =>
  call(core, fixture.getBook, { path: { book_id } }, options);

const deleteBook = (core: ClientCore): Call<undefined> =>
  call(core, fixture.deleteBook, { path: { book_id: "a" } });

const listBooks = (core: ClientCore) =>
  callPages<number, Page, { status: 200; body: Page }>(core, fixture.listBooks);

const pageOf = ({ url }: Request): Response => {
  const page = Number(new URL(url).searchParams.get("page") ?? 1);
  return json({ books: [page], page, pages: 2, next: page < 2 ? page + 1 : undefined });
};

const events = (): Response =>
  new Response("data: 1\n\ndata: 2\n\n", { headers: { "content-type": "text/event-stream" } });

/** Until all that is due has been done. */
const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

describe("a call that is made", () => {
  test("is sent in the next microtask, though nobody awaits it", async () => {
    const { core, requests } = clientOn(() => new Response(null, { status: 204 }));
    const onClick = (): void => {
      deleteBook(core);
    };
    onClick();
    expect(requests).toHaveLength(0);
    await settled();
    expect(requests.map(({ method }) => method)).toEqual(["DELETE"]);
  });

  test("does not wait for another one that is made for a later Promise.all", async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const { core, requests } = clientOn(() => promise);
    const first = getBook(core, "a");
    const second = getBook(core, "b");
    await settled();
    expect(requests.map(({ url }) => url.at(-1))).toEqual(["a", "b"]);
    resolve(new Response(null));
    expect(await Promise.all([first, second])).toEqual([undefined, undefined]);
  });

  test("is a promise: it is returned as one, raced, and awaited later", async () => {
    const { core, requests } = clientOn(({ url }) => json({ book_id: url.at(-1) }));
    const find = (): Promise<Book> => getBook(core);
    const later = async (): Promise<Book> => getBook(core, "b");
    expectTypeOf<Call<Book, GetBookResult>>().toExtend<Promise<Book>>();
    const made = find();
    await settled();
    expect(await made).toEqual({ book_id: "a" });
    expect(await Promise.race([later(), new Promise(() => {})])).toEqual({ book_id: "b" });
    expect(Object.prototype.toString.call(made)).toBe("[object Promise]");
    expect(requests).toHaveLength(2);
  });

  test("is sent once, whatever is asked of it", async () => {
    const { core, requests } = clientOn(() => json({ book_id: "a" }));
    const made = getBook(core);
    await settled();
    await Promise.all([made, made.then(String), made.catch(() => {}), made.finally(() => {})]);
    expect((await made.result()).body).toEqual({ book_id: "a" });
    expect((await made.response()).status).toBe(200);
    expect(requests).toHaveLength(1);
  });

  test("has the asynchronous context of where it is made", async () => {
    const storage = new AsyncLocalStorage<string>();
    const seen: unknown[] = [];
    const { core } = clientOn(() => {
      seen.push(storage.getStore());
      return json({});
    });
    storage.run("floating", () => void getBook(core));
    await storage.run("awaited", async () => getBook(core));
    expect(seen).toEqual(["floating", "awaited"]);
  });

  test("that is aborted before it starts is not sent", async () => {
    const { core, requests } = clientOn(() => json({}));
    const aborting = new AbortController();
    const made = getBook(core, "a", { signal: aborting.signal });
    aborting.abort(new Error("no longer wanted"));
    await expect(made).rejects.toThrow("no longer wanted");
    expect(requests).toHaveLength(0);
  });

  test("rejects for an input that cannot be sent, and does not throw", async () => {
    const { core } = clientOn(() => json({}));
    const made = call(core, fixture.getBook, { path: {} });
    await expect(made).rejects.toBeInstanceOf(TypeError);
    const validate = {
      request: () => {
        throw new RangeError("not so");
      },
      response: () => {},
    };
    const { core: checked } = clientOn(() => json({}), { validate });
    await expect(getBook(checked)).rejects.toThrow("not so");
  });
});

describe("what is asked of a call right away says how it is made", () => {
  test("its response comes unread", async () => {
    const { core } = clientOn(() => json({ book_id: "a" }));
    const response = await getBook(core).response();
    expect(response.bodyUsed).toBe(false);
  });

  test("an iteration that starts later is the one that sends", async () => {
    const { core, requests } = clientOn(pageOf);
    const books = listBooks(core)[Symbol.asyncIterator]();
    const pages = listBooks(core).pages();
    const stream = clientOn(events);
    const watched = callStream<number, never>(stream.core, fixture.watchBooks).events();
    await settled();
    expect([...requests, ...stream.requests]).toEqual([]);
    expect(await books.next()).toEqual({ done: false, value: 1 });
    expect(await collect(pages)).toHaveLength(2);
    expect((await collect(watched)).map(({ data }) => data)).toEqual([1, 2]);
  });

  test("what has started is iterated over from what came", async () => {
    const { core, requests } = clientOn(pageOf);
    const list = listBooks(core);
    await settled();
    expect(requests).toHaveLength(1);
    expect(await collect(list)).toEqual([1, 2]);
    expect(requests).toHaveLength(2);

    const stream = clientOn(events);
    const watched = callStream<number, never>(stream.core, fixture.watchBooks);
    await settled();
    expect(stream.requests).toHaveLength(1);
    expect(await collect(watched)).toEqual([1, 2]);
    expect(await failure(collect(watched))).toMatchObject({
      message: "WatchBooks: the stream can be read only once",
    });
    expect(stream.requests).toHaveLength(1);
  });

  test("handed on, it is not sent", async () => {
    const { core, requests } = clientOn(pageOf);
    const deferred = getBook(core).defer();
    queryOptions(getBook(core));
    queryKey(getBook(core));
    queryPrefix(getBook(core));
    mutationOptions(() => getBook(core));
    const { getNextPageParam } = infiniteQueryOptions(listBooks(core));
    expect(getNextPageParam({ books: [1], next: 2 }, [], null)).toEqual({ page: 2 });
    listBooks(core)
      .defer()
      .after({ books: [1], next: 2 });
    await settled();
    expect(requests).toEqual([]);
    await deferred;
    expect(requests).toHaveLength(1);
  });

  test("with other options only the other one is sent", async () => {
    const { core, requests } = clientOn(() => json({}));
    getBook(core).with({ headers: { "x-trace": "1" } });
    await settled();
    expect(requests.map(({ headers }) => headers.get("x-trace"))).toEqual(["1"]);
  });
});

test("a rejection that nobody handles is unhandled, as any promise's is", async () => {
  const program = join(import.meta.dirname, "unhandled-calls.ts");
  const flags = ["--conditions=@openapi-packages/source", program];
  const { stdout } = await promisify(execFile)(process.execPath, flags);
  expect(JSON.parse(stdout)).toEqual({
    floating: true,
    "only then": true,
    "only finally": true,
    awaited: false,
    "awaited later": false,
    caught: false,
    result: false,
    "result later": false,
    "response later": false,
    iterated: false,
    "iterated later": false,
    deferred: false,
    raced: false,
  });
});

import { MutationObserver, QueryClient, QueryObserver } from "@tanstack/query-core";
import { afterEach, beforeEach, describe, expect, expectTypeOf, test } from "vitest";
import { ApiError, type CallInput, type Fetch } from "../src/client/index.ts";
import {
  infiniteQueryOptions,
  mutationOptions,
  queryKey,
  queryOptions,
  queryPrefix,
} from "../src/client/tanstack-query.ts";
import { call, clientOn, failure, json } from "./client-harness.ts";
import * as fixture from "./fixture.ts";
import { createBook, getBook, listBooks } from "./tanstack-harness.ts";

let client: QueryClient;

beforeEach(() => {
  client = new QueryClient();
});

afterEach(() => client.clear());

describe("a key", () => {
  const { core } = clientOn(() => json({}));
  const keyOf = (input: CallInput) => queryKey(call(core, fixture.listBooks, input));

  test("is the operation and its input", () => {
    expect(keyOf({ query: { page: 2 } })).toEqual(["ListBooks", { query: { page: 2 } }]);
    expect(keyOf({})).toEqual(["ListBooks", {}]);
  });

  test("is the same for what sends the same", () => {
    const same = [
      { query: { page: 2, status: undefined } },
      { query: { page: 2 }, path: {} },
      { query: { page: 2 }, header: { a: undefined }, cookie: undefined },
    ].map((input) => JSON.stringify(keyOf(input as CallInput)));
    expect(new Set(same)).toEqual(new Set(['["ListBooks",{"query":{"page":2}}]']));
  });

  test("is JSON", () => {
    const input = { query: { at: new Date(0), size: 2n ** 64n, list: [{ a: undefined }] } };
    const key = keyOf(input);
    expect(key).toEqual([
      "ListBooks",
      { query: { at: "1970-01-01T00:00:00.000Z", size: "18446744073709551616", list: [{}] } },
    ]);
    expect(JSON.parse(JSON.stringify(key))).toEqual(key);
  });

  test("keeps a body that is empty", () => {
    expect(keyOf({ body: { a: {} } })).toEqual(["ListBooks", { body: { a: {} } }]);
  });

  test.each([new Blob(["a"]), new FormData(), Uint8Array.of(1), new URLSearchParams()])(
    "is not made of what is no JSON: %o",
    (body) => {
      expect(() => keyOf({ body })).toThrow("ListBooks: an input that is not JSON has no key");
    },
  );

  test("of pages is another, that starts with the query's", () => {
    const list = listBooks(core, { status: ["a"] });
    const pages = infiniteQueryOptions(list).queryKey;
    expect(pages).toEqual([...queryOptions(list).queryKey, "pages"]);
  });

  test("begins with the operation, for all of its queries", async () => {
    expect(queryPrefix(getBook(core))).toEqual(["GetBook"]);
    expect(queryPrefix("GetBook")).toEqual(["GetBook"]);
    await client.prefetchQuery(queryOptions(getBook(core, "a")));
    await client.prefetchQuery(queryOptions(getBook(core, "b")));
    await client.invalidateQueries({ queryKey: queryPrefix("GetBook") });
    const states = client.getQueryCache().findAll({ queryKey: queryPrefix("GetBook") });
    expect(states.map(({ state }) => state.isInvalidated)).toEqual([true, true]);
  });
});

describe("a query", () => {
  test("gives the body, and does not send the call that it was made of", async () => {
    const { core, requests } = clientOn(() => json({ book_id: "a" }));
    const options = queryOptions(getBook(core));
    expect(requests).toHaveLength(0);
    expect(await client.fetchQuery(options)).toEqual({ book_id: "a" });
    expect(await client.fetchQuery(options)).toEqual({ book_id: "a" });
    expect(requests).toHaveLength(2);
    const cached = { ...options, staleTime: Infinity };
    expect(await client.fetchQuery(cached)).toEqual({ book_id: "a" });
    expect(requests).toHaveLength(2);
  });

  test("keeps the options of the call", async () => {
    const { core, requests } = clientOn(() => json({}));
    await client.fetchQuery(queryOptions(getBook(core, "a", { headers: { "x-a": "b" } })));
    expect(requests[0]?.headers.get("x-a")).toBe("b");
  });

  test("of an empty body is null", async () => {
    const { core } = clientOn(() => new Response(null, { status: 204 }));
    const removed = call<undefined, { status: 204 }>(core, fixture.deleteBook, {
      path: { book_id: "a" },
    });
    const data = await client.fetchQuery(queryOptions(removed));
    expect(data).toBeNull();
    expectTypeOf(data).toEqualTypeOf<null>();
  });

  test("fails as the call does, and is not tried again on top of it", async () => {
    const { core, requests } = clientOn(() => json({ type: "NotFound" }, { status: 404 }));
    // An observer retries three times, unless it is told otherwise.
    const observer = new QueryObserver(client, queryOptions(getBook(core)));
    const { error } = await new Promise<ReturnType<typeof observer.getCurrentResult>>((resolve) => {
      observer.subscribe((result) => {
        if (result.fetchStatus === "idle" || result.failureCount > 0) resolve(result);
      });
    });
    observer.destroy();
    expect(error).toBeInstanceOf(ApiError);
    expect(requests).toHaveLength(1);
    if (error instanceof ApiError && error.status === 404)
      expectTypeOf(error.body).toEqualTypeOf<{ type: string }>();
    expect(error).toMatchObject({ status: 404, body: { type: "NotFound" } });
  });

  test("is aborted when it is cancelled, and can be made again", async () => {
    const { core } = clientOn(() => json({ book_id: "a" }));
    const sending = Promise.withResolvers<AbortSignal | undefined>();
    const hang: Fetch = (_, init) => {
      sending.resolve(init?.signal);
      return new Promise(() => {});
    };
    const options = queryOptions(getBook(core, "a", { fetch: hang }));
    const failed = failure(client.fetchQuery(options));
    const signal = await sending.promise;
    expect(signal?.aborted).toBe(false);
    await client.cancelQueries({ queryKey: options.queryKey });
    expect(await failed).toMatchObject({ message: "CancelledError" });
    expect(signal?.aborted).toBe(true);
    expect(await client.fetchQuery(queryOptions(getBook(core)))).toEqual({ book_id: "a" });
  });

  test("passes the signal on to the request", async () => {
    const controller = new AbortController();
    const { core } = clientOn(() => {
      controller.abort(new Error("enough"));
      return new Promise<Response>(() => {});
    });
    const { signal } = controller;
    expect(await failure(queryOptions(getBook(core)).queryFn({ signal }))).toMatchObject({
      message: "enough",
    });
  });
});

describe("a mutation", () => {
  test("sends its variables", async () => {
    const { core, requests } = clientOn(() => json({ book_id: "a" }, { status: 201 }));
    const observer = new MutationObserver(client, mutationOptions(createBook(core)));
    expect(await observer.mutate({ body: { title: "T" } })).toEqual({ book_id: "a" });
    expect(await requests[0]?.json()).toEqual({ title: "T" });
    expect(requests[0]?.method).toBe("POST");
  });

  test("fails as the call does", async () => {
    const { core, requests } = clientOn(() => json({ type: "No" }, { status: 400 }));
    const observer = new MutationObserver(client, mutationOptions(createBook(core)));
    const error = await failure(observer.mutate({ body: { title: "T" } }));
    expect(error).toMatchObject({ name: "ApiError", status: 400 });
    expect(requests).toHaveLength(1);
  });
});

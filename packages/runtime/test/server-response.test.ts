import { describe, expect, test } from "vitest";
import { createServerCore, withEventFields } from "../src/server/index.ts";
import type {
  Answer,
  AnyResult,
  HttpRequest,
  HttpResponse,
  ServerOptions,
} from "../src/server/index.ts";
import type { OperationDescriptor, OperationValidators } from "../src/operation.ts";
import * as fixture from "./fixture.ts";

const urls = new Map([
  [fixture.listBooks, "/books"],
  [fixture.exportBooks, "/export.any"],
  [fixture.watchBooks, "/books/events"],
  [fixture.createBook, "/books"],
]);

/** The response that the answer of a handler makes. */
function answer(
  operation: OperationDescriptor,
  given: Answer<AnyResult>,
  options: ServerOptions = {},
  request: Partial<HttpRequest> = {},
  validators: OperationValidators = {},
): Promise<HttpResponse> {
  const server = createServerCore(fixture.api, [{ operation, validators, handler: () => given }], {
    requestIdHeader: false,
    ...options,
  });
  const hasBody = operation.requestBody !== undefined;
  return server.handle({
    method: operation.method,
    url: urls.get(operation) ?? "/",
    headers: hasBody ? { "content-type": "application/json" } : {},
    ...(hasBody ? { body: new TextEncoder().encode("{}") } : {}),
    ...request,
  });
}

const textOf = async (response: HttpResponse): Promise<string> =>
  (await Array.fromAsync(response.body as AsyncIterable<string>)).join("");

describe("an answer", () => {
  test("without a body has none", async () => {
    expect(await answer(fixture.listBooks, { status: 204 })).toEqual({ status: 204, headers: {} });
  });

  test("null is JSON's null", async () => {
    expect((await answer(fixture.listBooks, { status: 200, body: null })).body).toBe("null");
  });

  test.each([
    [undefined, "application/json", '"a"'],
    ["text/csv", "text/csv; charset=utf-8", "a"],
    ["application/json;q=0.1, text/csv", "text/csv; charset=utf-8", "a"],
  ])("is written as Accept %s asks", async (accept, contentType, body) => {
    const request = { headers: { accept } };
    const response = await answer(fixture.exportBooks, { status: 200, body: "a" }, {}, request);
    expect(response).toMatchObject({ headers: { "content-type": contentType }, body });
  });

  test.each([Uint8Array.of(1, 2), Uint8Array.of(1, 2).buffer, new Blob([Uint8Array.of(1, 2)])])(
    "of bytes is written as the media type that it names",
    async (body) => {
      const contentType = "application/octet-stream";
      const response = await answer(fixture.exportBooks, { status: 200, body, contentType });
      expect(response.headers).toEqual({ "content-type": contentType });
      expect(response.body).toEqual(Uint8Array.of(1, 2));
    },
  );

  test("of bytes in chunks passes through", async () => {
    async function* chunks() {
      yield "a";
      yield "b";
    }
    const contentType = "application/octet-stream";
    expect(
      await textOf(await answer(fixture.exportBooks, { status: 200, body: chunks(), contentType })),
    ).toBe("ab");
  });

  test("has its headers in lower case, written by their description", async () => {
    const response = await answer(fixture.createBook, {
      status: 201,
      body: {},
      headers: {
        Location: "/books/1",
        "X-Tags": ["a", "b"],
        "set-cookie": ["a=1", "b=2"],
        "X-Count": 2,
        "X-No": undefined,
      },
    });
    expect(response.headers).toEqual({
      location: "/books/1",
      "x-tags": "a,b",
      "set-cookie": ["a=1", "b=2"],
      "x-count": "2",
      "content-type": "application/json",
    });
  });
});

describe("a stream", () => {
  test("of events is written in frames", async () => {
    async function* events() {
      yield { a: 1 };
      yield withEventFields({ b: 2 }, { id: "7", event: "add" });
    }
    const response = await answer(fixture.watchBooks, { status: 200, body: events() });
    expect(response.headers).toEqual({
      "content-type": "text/event-stream",
      "cache-control": "no-cache",
    });
    expect(await textOf(response)).toBe('data: {"a":1}\n\nevent: add\nid: 7\ndata: {"b":2}\n\n');
  });

  test("may be a plain list", async () => {
    expect(await textOf(await answer(fixture.watchBooks, { status: 200, body: [1, 2] }))).toBe(
      "data: 1\n\ndata: 2\n\n",
    );
  });

  test("of lines is written as JSON lines", async () => {
    const given = { status: 200, body: [{ a: 1 }, 2], contentType: "application/jsonl" };
    expect(await textOf(await answer(fixture.exportBooks, given))).toBe('{"a":1}\n2\n');
  });

  test("is ended by a client that goes away, even while it waits", async () => {
    const client = new AbortController();
    const state = { returned: 0 };
    const items: AsyncIterable<number> = {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise(() => {}),
        return: async () => {
          state.returned++;
          return { done: true, value: undefined };
        },
      }),
    };
    const response = await answer(
      fixture.watchBooks,
      { status: 200, body: items },
      {},
      { signal: client.signal },
    );
    const reading = textOf(response);
    client.abort();
    expect(await reading).toBe("");
    expect(state.returned).toBe(1);
  });

  test("is ended by a reader who leaves it", async () => {
    const state = { finished: false };
    async function* endless() {
      try {
        for (let count = 0; ; count++) yield count;
      } finally {
        state.finished = true;
      }
    }
    const response = await answer(fixture.watchBooks, { status: 200, body: endless() });
    for await (const frame of response.body as AsyncIterable<string>) {
      expect(frame).toBe("data: 0\n\n");
      break;
    }
    expect(state.finished).toBe(true);
  });

  test("that fails is reported and broken off", async () => {
    const failures: string[] = [];
    const options: ServerOptions = {
      onError: ({ phase, error }) => failures.push(`${phase}: ${(error as Error).message}`),
    };
    async function* failing() {
      yield 1;
      throw new Error("lost");
    }
    const response = await answer(fixture.watchBooks, { status: 200, body: failing() }, options);
    await expect(textOf(response)).rejects.toThrow("lost");
    expect(failures).toEqual(["stream: lost"]);
  });

  test("is not begun for HEAD", async () => {
    const state = { begun: false };
    async function* events() {
      state.begun = true;
      yield 1;
    }
    const response = await answer(
      fixture.watchBooks,
      { status: 200, body: events() },
      {},
      { method: "HEAD" },
    );
    expect(response).not.toHaveProperty("body");
    expect(state.begun).toBe(false);
  });
});

describe("validation of answers", () => {
  const invalid = { status: 201, body: { book_id: 1 } };
  const issue = "CreateBook: the body of 201 is invalid\n  /book_id must be string";
  const undocumented = "CreateBook: the status 418 is not documented";

  test.each([
    ["off", invalid, 201, []],
    ["warn", invalid, 201, [issue]],
    ["strict", invalid, 500, [issue]],
    ["strict", { status: 201, body: { book_id: "a" } }, 201, []],
    ["off", { status: 418 }, 418, []],
    ["warn", { status: 418 }, 418, [undocumented]],
    ["strict", { status: 418 }, 500, [undocumented]],
    ["strict", { status: 422, body: { type: "Unprocessable" } }, 422, []],
  ] as const)("%s: %j is answered with %d", async (validateResponses, given, status, messages) => {
    const failures: string[] = [];
    const onError: ServerOptions["onError"] = ({ error }) =>
      failures.push((error as Error).message);
    const options = { validateResponses, onError };
    const response = await answer(
      fixture.createBook,
      given,
      options,
      {},
      {
        responses: fixture.createBookValidators.responses ?? {},
      },
    );
    expect(response.status).toBe(status);
    expect(failures).toEqual(messages);
  });

  test("checks the items of a stream one by one", async () => {
    const responses = { 200: { "text/event-stream": fixture.hasMember("a", "number") } };
    const options: ServerOptions = { validateResponses: "strict", onError: () => {} };
    const state = { finished: false };
    async function* items() {
      try {
        yield { a: 1 };
        yield { a: "1" };
      } finally {
        state.finished = true;
      }
    }
    const response = await answer(
      fixture.watchBooks,
      { status: 200, body: items() },
      options,
      {},
      { responses },
    );
    const frames = (response.body as AsyncIterable<string>)[Symbol.asyncIterator]();
    expect(await frames.next()).toEqual({ done: false, value: 'data: {"a":1}\n\n' });
    await expect(frames.next()).rejects.toThrow("WatchBooks: the body of 200 is invalid");
    expect(state.finished).toBe(true);
  });
});

import { describe, expect, test } from "vitest";
import { createServerCore, toFetch } from "../src/server/index.ts";
import type { ServerOptions } from "../src/server/index.ts";
import * as fixture from "./fixture.ts";

const serve = (options: ServerOptions = {}) =>
  toFetch(
    createServerCore(
      fixture.api,
      [
        {
          operation: fixture.createBook,
          validators: {},
          handler: (input: unknown) => ({ status: 201, body: input }),
        },
        {
          operation: fixture.getBook,
          validators: {},
          handler: () => ({ status: 200, body: { id: "a", title: "A" } }),
        },
      ],
      { security: "unchecked", ...options },
    ),
  );

/** What a server on Node passes for a `Request`, with what was asked of it. */
class StandIn {
  readonly asked: string[] = [];
  readonly method: string;
  readonly url = "http://books.example/books";
  readonly headers: Headers;
  readonly #bytes: () => Promise<ArrayBuffer>;

  constructor(method: string, headers: Record<string, string>, bytes: () => Promise<ArrayBuffer>) {
    this.method = method;
    this.headers = new Headers(headers);
    this.#bytes = bytes;
  }

  get body(): ReadableStream<Uint8Array> {
    this.asked.push("body");
    const bytes = this.#bytes();
    return new ReadableStream({
      async start(controller) {
        controller.enqueue(new Uint8Array(await bytes));
        controller.close();
      },
    });
  }

  get signal(): AbortSignal {
    this.asked.push("signal");
    return new AbortController().signal;
  }

  arrayBuffer(): Promise<ArrayBuffer> {
    this.asked.push("arrayBuffer");
    return this.#bytes();
  }
}

const json = '{"title":"A"}';
const bytesOf = (text: string) => (): Promise<ArrayBuffer> =>
  Promise.resolve(new TextEncoder().encode(text).buffer as ArrayBuffer);
const posted = (headers: Record<string, string>, bytes = bytesOf(json)): StandIn =>
  new StandIn("POST", { "content-type": "application/json", ...headers }, bytes);
const statusOf = async (request: StandIn, options?: ServerOptions): Promise<number> =>
  (await serve(options)(request as unknown as Request)).status;

describe("what stands for a Request", () => {
  test("is not asked for a body or a signal that nobody needs", async () => {
    const request = new StandIn("GET", {}, bytesOf(""));
    await statusOf(request);
    expect(request.asked).toEqual([]);
  });

  test("gives its body as a whole where the connection knows the length", async () => {
    const request = posted({ "content-length": String(json.length) });
    const response = await serve()(request as unknown as Request);
    expect(await response.json()).toEqual({ query: {}, body: { title: "A" } });
    expect(request.asked).toEqual(["arrayBuffer"]);
  });

  test.each([{}, { "content-length": "1e1" }, { "content-length": "13, 13" }])(
    "streams its body where the length is not known: %o",
    async (headers) => {
      const request = posted(headers);
      expect(await statusOf(request)).toBe(201);
      expect(request.asked).not.toContain("arrayBuffer");
    },
  );

  test("is refused unread where the length is beyond the limit", async () => {
    const request = posted({ "content-length": "11" });
    expect(await statusOf(request, { maxBodyBytes: 10 })).toBe(413);
    expect(request.asked).not.toContain("arrayBuffer");
  });

  test("is refused where it is larger than it says", async () => {
    expect(await statusOf(posted({ "content-length": "5" }), { maxBodyBytes: 10 })).toBe(413);
  });

  test("is refused where it does not end, or not in time", async () => {
    const length = { "content-length": "13" };
    const lost = posted(length, () => Promise.reject(new Error("lost")));
    expect(await statusOf(lost)).toBe(400);
    const silent = posted(length, () => new Promise(() => {}));
    expect(await statusOf(silent, { bodyTimeout: 1 })).toBe(408);
  });
});

describe("a Request of the platform", () => {
  test("is read no further than the limit, whatever length it says", async () => {
    let sent = 0;
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          sent += 100;
          controller.enqueue(new Uint8Array(100).fill(0x20));
        },
      },
      { highWaterMark: 0 },
    );
    const request = new Request("http://books.example/books", {
      method: "POST",
      headers: { "content-type": "application/json", "content-length": "5" },
      body,
      duplex: "half",
    } as RequestInit);
    const server = serve({ maxBodyBytes: 1000 });
    expect((await server(request)).status).toBe(413);
    expect(sent).toBeLessThan(2000);
  });
});

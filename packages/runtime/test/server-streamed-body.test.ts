import { describe, expect, expectTypeOf, test, vi } from "vitest";
import type { OperationDescriptor } from "../src/operation.ts";
import { anyFail, withStreamedBody } from "../src/server/index.ts";
import type {
  AnyHandler,
  Handler,
  RequestContext,
  ServerOptions,
  Route,
  StreamedInput,
} from "../src/server/index.ts";
import * as fixture from "./fixture.ts";
import { bodyOf, bytes, echo, gate, send, serve } from "./server-harness.ts";

type Bytes = AsyncIterable<Uint8Array>;
type Input =
  | { contentType: "application/octet-stream"; path: { id: string }; body: Blob }
  | { contentType: "application/json"; path: { id: string }; body: { text: string } };
type Result = { status: 200; body: unknown };

const store: OperationDescriptor = {
  operationId: "Store",
  method: "PUT",
  path: "/things/{id}",
  parameters: [{ name: "id", in: "path", required: true }],
  requestBody: {
    required: true,
    content: [{ mediaType: "application/octet-stream" }, { mediaType: "application/json" }],
  },
  responses: { 200: { content: [{ mediaType: "application/json" }] } },
};

/** A server whose handler takes streams. */
const streaming = (
  handler: Handler<Input, Result>,
  options?: ServerOptions,
  more?: Partial<Route>,
) =>
  serve(
    [
      echo(store, {
        handler: handler as AnyHandler<RequestContext>,
        ...more,
      }),
    ],
    options,
  );

const put = (
  server: ReturnType<typeof serve>,
  body: Uint8Array | Bytes,
  headers: { readonly [name: string]: string } = {},
  signal?: AbortSignal,
) =>
  send(server, "PUT", "/things/a", {
    headers: { "content-type": "application/octet-stream", ...headers },
    body,
    ...(signal && { signal }),
  });

/** Answers with how many pieces and bytes there are. */
const counting: Handler<Input, Result> = withStreamedBody(async ({ contentType, body }) => {
  if (contentType === "application/json") return { status: 200, body };
  let [pieces, length] = [0, 0];
  for await (const piece of body) {
    pieces += 1;
    length += piece.length;
  }
  return { status: 200, body: { pieces, length } };
});

describe("a handler of a body as it arrives", () => {
  test("takes its pieces while it is sent", async () => {
    const first = gate();
    const handler: Handler<Input, Result> = withStreamedBody(async ({ contentType, body }) => {
      let text = "";
      if (contentType === "application/octet-stream") {
        for await (const piece of body) {
          text += new TextDecoder().decode(piece);
          first.open();
        }
      }
      return { status: 200, body: text };
    });
    async function* pieces() {
      yield bytes("a");
      await first.passed;
      yield bytes("b");
    }
    const response = await put(streaming(handler), pieces());
    expect([response.status, bodyOf(response)]).toEqual([200, "ab"]);
  });

  test("takes one that has come in one, and those of other media types as always", async () => {
    const server = streaming(counting);
    expect(bodyOf(await put(server, bytes("abc")))).toEqual({ pieces: 1, length: 3 });
    const json = await put(server, bytes('{"text":"a"}'), { "content-type": "application/json" });
    expect(bodyOf(json)).toEqual({ text: "a" });
  });

  test("can be called with a Blob, by a test or another handler", async () => {
    const input: Input = {
      contentType: "application/octet-stream",
      path: { id: "a" },
      body: new Blob(["abc"]),
    };
    expect(await counting(input, {} as RequestContext, anyFail)).toMatchObject({
      body: { length: 3 },
    });
    const around: Handler<Input, Result> = (given, context, fail) => counting(given, context, fail);
    expect(bodyOf(await put(streaming(around), bytes("abc")))).toMatchObject({ length: 3 });
  });

  test("gets its bytes unchecked, as a validator can check no stream", async () => {
    const refusing = fixture.validator(() => [{ instancePath: "", keyword: "never" }]);
    const validators = { body: { "application/octet-stream": refusing } };
    const response = await put(streaming(counting, {}, { validators }), bytes("abc"));
    expect(response.status).toBe(200);
  });

  test("gets no body where a required one is missing", async () => {
    const response = await put(streaming(counting), bytes(""), { "content-length": "0" });
    expect(response.status).toBe(400);
  });

  test("is typed", () => {
    expectTypeOf<StreamedInput<Input>>().toEqualTypeOf<
      | { contentType: "application/octet-stream"; path: { id: string }; body: Bytes }
      | { contentType: "application/json"; path: { id: string }; body: { text: string } }
    >();
    expectTypeOf<StreamedInput<{ body?: Blob }>>().toEqualTypeOf<{ body?: Bytes }>();
    expectTypeOf<StreamedInput<{ body: unknown }>>().toEqualTypeOf<{ body: unknown }>();
    const json: Handler<{ body: { text: string } }, Result> = withStreamedBody(
      // @ts-expect-error there are no bytes to be streamed
      async ({ body }: { body: Bytes }) => ({ status: 200, body }),
    );
    const none: Handler<{ path: { id: string } }, Result> = withStreamedBody(
      // @ts-expect-error there is no body
      async () => ({ status: 200, body: 1 }),
    );
    expect([json, none]).toHaveLength(2);
  });
});

describe("the bytes of a body as it arrives", () => {
  test("are counted against the limit, of the operation too", async () => {
    const state = { left: false };
    async function* endless() {
      try {
        for (;;) yield bytes("12345");
      } finally {
        state.left = true;
      }
    }
    const options = { maxBodyBytes: 1000, limits: { Store: { maxBodyBytes: 10 } } };
    const server = streaming(counting, options);
    expect((await put(server, bytes("1234567890"))).status).toBe(200);
    expect((await put(server, endless())).status).toBe(413);
    expect(state.left).toBe(true);
  });

  test("that are announced above the limit are refused without the handler", async () => {
    const handler = vi.fn<Handler<StreamedInput<Input>, Result>>();
    const server = streaming(withStreamedBody(handler), { maxBodyBytes: 10 });
    const response = await put(server, bytes(""), { "content-length": "11" });
    expect([response.status, handler.mock.calls.length]).toEqual([413, 0]);
  });

  test("are waited for piece by piece, and only while the handler waits", async () => {
    vi.useFakeTimers();
    try {
      const state = { left: false };
      async function* slow() {
        try {
          for (const milliseconds of [900, 900, 1001]) {
            await new Promise((resolve) => setTimeout(resolve, milliseconds));
            yield bytes("a");
          }
        } finally {
          state.left = true;
        }
      }
      const taken: number[] = [];
      const handler: Handler<Input, Result> = withStreamedBody(async ({ contentType, body }) => {
        if (contentType === "application/octet-stream") {
          for await (const _ of body) {
            taken.push(Date.now());
            await new Promise((resolve) => setTimeout(resolve, 5000));
          }
        }
        return { status: 200, body: taken };
      });
      const start = Date.now();
      const answered = put(streaming(handler, { bodyTimeout: 1000 }), slow());
      await vi.advanceTimersByTimeAsync(20_000);
      expect((await answered).status).toBe(408);
      expect(taken.map((time) => time - start)).toEqual([900, 6800]);
      expect([state.left, vi.getTimerCount()]).toEqual([true, 0]);
    } finally {
      vi.useRealTimers();
    }
  });

  test("that break off end the iteration, and are no failure of the server's", async () => {
    const onError = vi.fn<() => void>();
    async function* broken() {
      yield bytes("a");
      throw new Error("reset");
    }
    const response = await put(streaming(counting, { onError }), broken());
    expect(response.status).toBe(400);
    expect(onError).not.toHaveBeenCalled();
  });

  test("are not waited for when the client is gone", async () => {
    const client = new AbortController();
    async function* stalled() {
      yield bytes("a");
      client.abort();
      await new Promise(() => {});
    }
    const response = await put(streaming(counting), stalled(), {}, client.signal);
    expect(response.status).toBe(400);
  });
});

import { describe, expect, test, vi } from "vitest";
import { concatenate } from "../src/byte-stream.ts";
import { encodeFormData } from "../src/form-data.ts";
import { withPartHeaders } from "../src/multipart/part-headers.ts";
import type { MediaTypeDescriptor, OperationDescriptor } from "../src/operation.ts";
import { partHeadersOf } from "../src/server/index.ts";
import { ByteCollector } from "../src/byte-collector.ts";
import type { ServerOptions } from "../src/server/index.ts";
import { lines, multipart } from "./multipart-harness.ts";
import { bodyOf, echo, send, serve } from "./server-harness.ts";

const media: MediaTypeDescriptor = {
  mediaType: "multipart/form-data",
  shape: {
    object: {
      title: "string",
      size: "integer",
      about: { object: { pages: "integer" } },
      cover: "binary",
      pages: { array: "binary" },
    },
  },
};

const upload: OperationDescriptor = {
  operationId: "Upload",
  method: "POST",
  path: "/uploads",
  requestBody: { required: true, content: [media] },
  responses: { 200: { content: [{ mediaType: "application/json" }] } },
};

/** A server that keeps the bodies that its handler gets. */
function keeping(options?: ServerOptions) {
  const bodies: { readonly [name: string]: unknown }[] = [];
  const handler = (input: { body: (typeof bodies)[number] }) => {
    bodies.push(input.body);
    return { status: 200, body: {} };
  };
  return { bodies, server: serve([echo(upload, { handler })], options) };
}

const post = (
  server: ReturnType<typeof serve>,
  body: Uint8Array | AsyncIterable<Uint8Array>,
  headers: { readonly [name: string]: string } = {},
  signal?: AbortSignal,
) =>
  send(server, "POST", "/uploads", {
    headers: { "content-type": multipart, ...headers },
    body,
    ...(signal && { signal }),
  });

/** The lines of one part. */
const part = (parameters: string, text: string, ...more: string[]): string[] => [
  "--edge",
  `Content-Disposition: form-data; ${parameters}`,
  ...more,
  "",
  text,
];

describe("a multipart body", () => {
  test("comes out as the client wrote it, with the headers of its parts", async () => {
    const { bodies, server } = keeping();
    const cover = new File([new Uint8Array([0, 255])], "a.png", { type: "image/png" });
    const form = encodeFormData(media, {
      title: "\uFEFFü",
      size: 7,
      about: withPartHeaders({ pages: 2 }, { "X-Kind": "index" }),
      cover: withPartHeaders(cover, { "X-Rotation": "90" }),
      pages: [new Blob(["1"]), new Blob(["2"])],
    });
    const bytes = new Uint8Array(await form.arrayBuffer());
    expect((await post(server, bytes, { "content-type": form.type })).status).toBe(200);
    const [body = {}] = bodies;
    expect(body).toMatchObject({ title: "\uFEFFü", size: 7, about: { pages: 2 } });
    const received = body["cover"] as File;
    expect([received.name, received.type]).toEqual(["a.png", "image/png"]);
    expect(await received.bytes()).toEqual(new Uint8Array([0, 255]));
    expect(partHeadersOf(received)["x-rotation"]).toBe("90");
    expect(partHeadersOf(body["about"] as object)["x-kind"]).toBe("index");
    expect(partHeadersOf({})).toEqual({});
    expect(body["pages"]).toHaveLength(2);
  });

  test("keeps the bytes of a file that has no name", async () => {
    const { bodies, server } = keeping();
    const body = lines(...part('name="cover"', "?", "Content-Type: image/png"), "--edge--", "");
    body[body.indexOf(0x3f)] = 0xff;
    await post(server, body);
    const cover = bodies[0]?.["cover"] as Blob;
    expect([cover.type, await cover.bytes()]).toEqual(["image/png", Uint8Array.of(0xff)]);
  });

  test("with text that is no UTF-8 is refused", async () => {
    const body = lines(...part('name="a/b"', "?"), "--edge--", "");
    body[body.indexOf(0x3f)] = 0xff;
    const response = await post(serve([echo(upload)]), body);
    expect(response.status).toBe(400);
    expect(bodyOf(response)).toMatchObject({
      errors: [{ in: "body", pointer: "/a~1b", keyword: "encoding", message: "must be UTF-8" }],
    });
  });

  test.each([
    [lines("nonsense"), "", "must have the boundary that its Content-Type names"],
    [lines(...part("name=cover", "x")), "/cover", "must end with its boundary and two hyphens"],
  ])("that is malformed is refused with a reason", async (body, pointer, message) => {
    const response = await post(serve([echo(upload)]), body);
    expect(response.status).toBe(400);
    expect(bodyOf(response)).toMatchObject({
      errors: [{ pointer, keyword: "multipart", message }],
    });
  });

  test("of nothing is missing", async () => {
    const response = await post(serve([echo(upload)]), new Uint8Array());
    expect(bodyOf(response)).toMatchObject({ errors: [{ keyword: "required" }] });
    const optional = { ...upload, requestBody: { content: [media] } };
    expect(bodyOf(await post(serve([echo(optional)]), new Uint8Array()))).toEqual({});
  });
});

describe("bytes that are chunks", () => {
  test("take few arrays, in whatever chunks they come", () => {
    const collector = new ByteCollector();
    for (let index = 0; index < 20_000; index++) collector.add(Uint8Array.of(index));
    const chunks = collector.take();
    expect(chunks.length).toBeLessThan(20);
    expect(concatenate(chunks)).toEqual(Uint8Array.from({ length: 20_000 }, (_, index) => index));
  });

  test("stay in order, and large chunks where they are", () => {
    const large = new Uint8Array(5000).fill(2);
    const collector = new ByteCollector();
    for (const chunk of [Uint8Array.of(1), large, Uint8Array.of(3), Uint8Array.of(4)]) {
      collector.add(chunk);
    }
    const chunks = collector.take();
    expect(chunks.map((chunk) => [chunk.length, chunk[0]])).toEqual([
      [1, 1],
      [5000, 2],
      [2, 3],
    ]);
    expect(chunks[1]).toBe(large);
  });
});

describe("the limit", () => {
  /** A part without end, and how much of it was taken. */
  function endless(name: string) {
    const state = { taken: 0, left: false };
    async function* body() {
      try {
        yield lines(...part(`name=${name}; filename=a`, ""));
        for (;;) {
          state.taken += 1000;
          yield new Uint8Array(1000);
        }
      } finally {
        state.left = true;
      }
    }
    return { state, body: body() };
  }

  test.each<[string, ServerOptions, string, number]>([
    ["of a body", { maxBodyBytes: 10_000 }, "cover", 10_000],
    ["of every part", { maxPartBytes: 5000 }, "cover", 5000],
    ["of an operation's parts", { limits: { Upload: { maxPartBytes: 4000 } } }, "cover", 4000],
    ["of one part", { limits: { Upload: { parts: { cover: 3000 } } } }, "cover", 3000],
  ])("%s is chunks as soon as it is passed", async (_, options, name, limit) => {
    const { state, body } = endless(name);
    const response = await post(serve([echo(upload)], options), body);
    expect(response.status).toBe(413);
    expect(bodyOf(response)).toMatchObject({
      errors: [{ in: "body", pointer: `/${name}`, keyword: "size" }],
    });
    expect(state).toEqual({
      taken: expect.toSatisfy((n: number) => n <= limit + 1000),
      left: true,
    });
  });

  test("of a body is that of all its parts and of what stands around them", async () => {
    const server = serve([echo(upload)], { maxBodyBytes: 300 });
    const parts = [...part("name=title", "x".repeat(80)), ...part("name=title", "x".repeat(80))];
    const around = lines("x".repeat(290), ...part("name=title", ""), "--edge--");
    expect((await post(server, lines(...parts, "--edge--"))).status).toBe(200);
    expect((await post(server, lines(...parts, ...parts, "--edge--"))).status).toBe(413);
    expect((await post(server, around)).status).toBe(413);
  });

  test("of one part is none of another", async () => {
    const server = serve([echo(upload)], { limits: { Upload: { parts: { cover: 1 } } } });
    const body = lines(...part("name=title", "long"), "--edge--");
    expect((await post(server, body)).status).toBe(200);
    const strict = serve([echo(upload)], { limits: { Upload: { maxPartBytes: 3, parts: {} } } });
    const named = lines(...part("name=toString", "long"), "--edge--");
    expect((await post(strict, named)).status).toBe(413);
  });

  test.each<[ServerOptions, number]>([
    [{}, 1000],
    [{ maxParts: 2 }, 2],
    [{ limits: { Upload: { maxParts: 3 } } }, 3],
  ])("of how many parts there are with %j is %i", async (options, count) => {
    const server = serve([echo(upload)], options);
    const parts = Array.from({ length: count }, () => part("name=pages", "")).flat();
    expect((await post(server, lines(...parts, "--edge--"))).status).toBe(200);
    const more = lines(...parts, ...part("name=pages", ""), "--edge--");
    expect((await post(server, more)).status).toBe(413);
  });

  test("of a body that is announced is chunks before it comes", async () => {
    const { state, body } = endless("cover");
    const server = serve([echo(upload)], { maxBodyBytes: 10 });
    expect((await post(server, body, { "content-length": "11" })).status).toBe(413);
    expect(state.taken).toBe(0);
  });

  test("of a property that is not there is an error", () => {
    expect(() => serve([echo(upload)], { limits: { Upload: { parts: { covr: 1 } } } })).toThrow(
      'limits: Upload has no property "covr"',
    );
  });
});

describe("a client that stops sending", () => {
  /** The beginning of a body, and then nothing. */
  function stalled() {
    const state = { left: false };
    const chunks = [lines(...part("name=cover; filename=a", "x"))];
    const body: AsyncIterable<Uint8Array> = {
      [Symbol.asyncIterator]: () => ({
        next: () => {
          const value = chunks.shift();
          return value ? Promise.resolve({ value }) : new Promise<never>(() => {});
        },
        return: async () => {
          state.left = true;
          return { done: true, value: undefined };
        },
      }),
    };
    return { state, body };
  }

  test("is not waited for longer than the body's time", async () => {
    vi.useFakeTimers();
    try {
      const { state, body } = stalled();
      const { server, bodies } = keeping({ bodyTimeout: 1000 });
      const response = post(server, body);
      await vi.advanceTimersByTimeAsync(999);
      expect(state.left).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      expect((await response).status).toBe(408);
      expect([state.left, bodies.length, vi.getTimerCount()]).toEqual([true, 0, 0]);
    } finally {
      vi.useRealTimers();
    }
  });

  test("or does not, leaves no timer behind", async () => {
    vi.useFakeTimers();
    try {
      await post(keeping().server, lines(...part("name=title", "x"), "--edge--"));
      await post(keeping().server, lines("nonsense"));
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  test("is not waited for when it is gone", async () => {
    vi.useFakeTimers();
    try {
      const { state, body } = stalled();
      const { server, bodies } = keeping();
      const client = new AbortController();
      const response = post(server, body, {}, client.signal);
      await vi.advanceTimersByTimeAsync(0);
      client.abort();
      expect((await response).status).toBe(400);
      expect([state.left, bodies.length, vi.getTimerCount()]).toEqual([true, 0, 0]);
      await server.close();
    } finally {
      vi.useRealTimers();
    }
  });
});

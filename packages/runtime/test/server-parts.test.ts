import { describe, expect, test } from "vitest";
import {
  call,
  callStream,
  ConnectionError,
  createClientCore,
  describedApi,
  describedOperation,
} from "../src/client/index.ts";
import type { CallInput, CallOptions } from "../src/client/index.ts";
import type { OperationDescriptor, OperationSerializers } from "../src/operation.ts";
import { partHeadersOf, toFetch, withPartHeaders } from "../src/server/index.ts";
import type { Route, ServerOptions } from "../src/server/index.ts";
import * as fixture from "./fixture.ts";
import { lines } from "./multipart-harness.ts";
import { bodyOf, echo, send, serve } from "./server-harness.ts";

const media = {
  mediaType: "multipart/mixed",
  as: "parts",
  prefixEncoding: [{ shape: { object: {} } }],
  itemEncoding: { shape: "binary" },
} as const;

const batch: OperationDescriptor = {
  operationId: "SendBatch",
  method: "POST",
  path: "/batches",
  requestBody: { required: true, content: [media] },
  responses: { 200: { content: [media] }, 422: { content: [media] } },
};

const json: OperationDescriptor = {
  ...batch,
  responses: { 200: { content: [{ mediaType: "application/json" }] } },
};

const watch: OperationDescriptor = {
  operationId: "WatchParts",
  method: "GET",
  path: "/parts",
  responses: {
    200: {
      content: [
        {
          mediaType: "multipart/mixed",
          stream: "multipart",
          itemEncoding: { shape: { oneOf: [{ object: {} }, "binary"] } },
        },
      ],
    },
  },
};

const edge = { "content-type": "multipart/mixed; boundary=edge" };

const post = (options: ServerOptions, ...body: string[]) =>
  send(serve([echo(json)], options), "POST", "/batches", { headers: edge, body: lines(...body) });

describe("a server", () => {
  test("gives the parts to the handler as a list", async () => {
    const answer = await post({}, "--edge", "", '{"a":1}', "--edge", "", "x", "--edge--");
    expect([answer.status, bodyOf(answer)]).toEqual([200, { body: [{ a: 1 }, {}] }]);
  });

  test.each<[string, ServerOptions, number, unknown]>([
    ["too many parts", { maxParts: 1 }, 413, ""],
    ["a part that is too large", { maxPartBytes: 3 }, 413, "/1"],
    ["a body that is too large", { maxBodyBytes: 20 }, 413, ""],
    [
      "a part that is too large for its place",
      { limits: { SendBatch: { parts: { 1: 3 } } } },
      413,
      "/1",
    ],
  ])("refuses %s", async (_, options, status, pointer) => {
    const answer = await post(options, "--edge", "", "{}", "--edge", "", "four", "--edge--");
    const { errors } = bodyOf(answer) as { errors: readonly { pointer: string }[] };
    expect([answer.status, errors.map((one) => one.pointer)]).toEqual([status, [pointer]]);
  });

  test("knows that a list has no part with the name of a property", () => {
    const limits = { SendBatch: { parts: { title: 3 } } };
    expect(() => serve([echo(json)], { limits })).toThrow('SendBatch has no property "title"');
  });

  test.each([
    ["no end", 400, lines("--edge", "", "{}")],
    [
      "a text that is not in its charset",
      400,
      lines("--edge", "Content-Type: text/plain", "", "é").subarray(0, -1),
    ],
    ["nothing", 400, new Uint8Array()],
  ])("answers a body with %s by %i", async (_, status, body) => {
    const answer = await send(serve([echo(json)]), "POST", "/batches", { headers: edge, body });
    expect(answer.status).toBe(status);
  });

  test("answers 415 to what is no list of parts", async () => {
    const headers = { "content-type": "multipart/form-data; boundary=edge" };
    const body = lines("--edge", "", "{}", "--edge--");
    const answer = await send(serve([echo(json)]), "POST", "/batches", { headers, body });
    expect(answer.status).toBe(415);
  });
});

/** A client of a server in memory. */
function clientOf(handler: Route["handler"], more: Partial<Route> = {}) {
  const fetch = toFetch(serve([{ operation: batch, validators: {}, handler, ...more }]));
  return callOf(fetch as never);
}

const callOf =
  (fetch: (request: Request) => Promise<Response>) =>
  (input: CallInput, options: CallOptions = {}): Promise<{ status: number; body: unknown }> => {
    const api = describedApi(fixture.api);
    const core = createClientCore(api, { fetch: fetch as never, baseUrl: "http://a.example" });
    return call<unknown, { status: number; body: unknown }>(
      core,
      describedOperation(batch),
      input,
      {
        retries: 0,
        ...options,
      },
    ).result();
  };

describe("a client and a server", () => {
  test("exchange lists of parts with their headers, also where the answer is picked", async () => {
    const pick = ([first, ...rest]: readonly { readonly a?: number }[]) => [
      { a: first?.a },
      ...rest,
    ];
    const serializers: OperationSerializers = {
      responses: { 200: { "multipart/mixed": pick as never } },
    };
    const sendTo = clientOf(
      (input) => {
        const { body } = input as { body: [{ a: number }, Blob] };
        const first = withPartHeaders({ a: body[0].a + 1, secret: 2 }, { "X-A": "1" });
        return { status: 200, body: [first, withPartHeaders(body[1], partHeadersOf(body, 1))] };
      },
      { serializers },
    );
    const image = new Blob(["x"], { type: "image/png" });
    const sent = withPartHeaders([{ a: 1 }, image], [{}, { "X-B": "2" }]);
    const { body } = await sendTo({ body: sent });
    const [first, second] = body as [object, Blob];
    expect([first, await second.text(), second.type]).toEqual([{ a: 2 }, "x", "image/png"]);
    expect(partHeadersOf(first)).toMatchObject({ "x-a": "1" });
    expect(partHeadersOf(body as object, 1)).toMatchObject({ "x-b": "2" });
  });

  test("exchange a body that its maker has written, with its own boundary", async () => {
    const sendTo = clientOf((input) => ({ status: 200, body: (input as { body: unknown }).body }));
    const type = "multipart/mixed; boundary=edge";
    const body = new Blob([lines("--edge", "", '{"a":1}', "--edge--") as Uint8Array<ArrayBuffer>], {
      type,
    });
    expect(await sendTo({ body })).toMatchObject({ status: 200, body: [{ a: 1 }] });
  });

  const answering = (status: number, text: string, contentType: string) =>
    callOf(() =>
      Promise.resolve(new Response(text, { status, headers: { "content-type": contentType } })),
    );

  test("a client says why an answer is no list of parts", async () => {
    const sendTo = answering(200, '--edge\r\n\r\n{"a":1}', edge["content-type"]);
    await expect(sendTo({ body: [{}] })).rejects.toThrow(
      "the body is not multipart/mixed: it must end with its boundary and two hyphens",
    );
    const many = `${"--edge\r\n\r\n{}\r\n".repeat(1001)}--edge--`;
    const sendMany = answering(200, many, edge["content-type"]);
    await expect(sendMany({ body: [{}] })).rejects.toThrow("it must have at most 1000 parts");
  });

  test("a client reads the parts of an error, and gives bytes where they are malformed", async () => {
    const sendTo = answering(422, '--edge\r\n\r\n{"a":1}\r\n--edge--', edge["content-type"]);
    expect(await sendTo({ body: [{}] })).toMatchObject({ status: 422, body: [{ a: 1 }] });
    const sendBroken = answering(422, "broken", edge["content-type"]);
    const { body } = await sendBroken({ body: [{}] });
    expect(await (body as Blob).text()).toBe("broken");
  });
});

describe("a stream of parts", () => {
  const one = '--edge\r\nContent-Type: application/json\r\n\r\n{"a":1}\r\n--edge';

  const core = (fetch: (request: Request) => Promise<Response>) =>
    createClientCore(describedApi(fixture.api), {
      fetch: fetch as never,
      baseUrl: "http://a.example",
    });

  const streamed = (
    handler: Route["handler"],
    more: Partial<Route> = {},
    options: ServerOptions = {},
  ) =>
    callStream(
      core(
        toFetch(serve([{ operation: watch, validators: {}, handler, ...more }], options)) as never,
      ),
      describedOperation(watch),
    );

  const received = (...chunks: string[]) => {
    const body = new ReadableStream({
      pull(controller) {
        const chunk = chunks.shift();
        if (chunk === undefined) controller.close();
        else controller.enqueue(new TextEncoder().encode(chunk));
      },
    });
    const response = new Response(body, { headers: edge });
    return callStream(
      core(() => Promise.resolve(response)),
      describedOperation(watch),
      {},
      { maxItemBytes: 8 },
    );
  };

  test("comes part by part, each before the next is written", async () => {
    const written: string[] = [];
    let isReturned = false;
    const handler: Route["handler"] = () => ({
      status: 200,
      body: (async function* items() {
        try {
          for (const name of ["a", "b", "c"]) {
            written.push(name);
            yield withPartHeaders({ name }, { "X-Name": name });
          }
        } finally {
          isReturned = true;
        }
      })(),
    });
    const seen: unknown[] = [];
    for await (const part of streamed(handler)) {
      seen.push([part, partHeadersOf(part as object)["x-name"], [...written]]);
      if (seen.length === 2) break;
    }
    expect(seen).toEqual([
      [{ name: "a" }, "a", ["a"]],
      [{ name: "b" }, "b", ["a", "b"]],
    ]);
    await expect.poll(() => isReturned).toBe(true);
  });

  test("ends with its last part, and may have none", async () => {
    const ofItems = (...items: unknown[]) =>
      streamed(() => ({ status: 200, body: items.values() }));
    const [value, blob] = await Array.fromAsync(ofItems({ a: 1 }, new Blob(["x"])));
    expect([value, await (blob as Blob).text()]).toEqual([{ a: 1 }, "x"]);
    expect(await Array.fromAsync(ofItems())).toEqual([]);
  });

  test("is picked and checked part by part, and breaks off where one is refused", async () => {
    const reported: unknown[] = [];
    function* items() {
      try {
        yield* [{ a: 1, b: 2 }, { a: 2 }, { a: 3 }];
      } finally {
        reported.push("ended");
      }
    }
    const picked = (given: unknown) => ({ a: (given as { a: number }).a });
    const stream = streamed(
      () => ({ status: 200, body: items() }),
      {
        serializers: { responses: { 200: { "multipart/mixed": picked } } },
        validators: {
          responses: { 200: { "multipart/mixed": (given) => (given as { a: number }).a !== 2 } },
        },
      },
      { validateResponses: "strict", onError: (failure) => reported.push(failure.phase) },
    );
    const seen: unknown[] = [];
    const read = async (): Promise<void> => {
      for await (const part of stream) seen.push(part);
    };
    await expect(read()).rejects.toThrow(ConnectionError);
    expect([seen, reported]).toEqual([[{ a: 1 }], ["ended", "stream"]]);
  });

  test.each([
    ["its end is missing", [`${one}\r\n`], [{ a: 1 }], "must end with"],
    ["a part is too large", [`${one}\r\n\r\n`, '{"a": 123456789}'], [{ a: 1 }], "at most 8 bytes"],
    ["it has no parts", ["nothing"], [], "must have the boundary"],
  ])(
    "that is broken says so behind the parts that are whole: %s",
    async (_, chunks, whole, reason) => {
      const seen: unknown[] = [];
      const read = async (): Promise<void> => {
        for await (const part of received(...chunks)) seen.push(part);
      };
      await expect(read()).rejects.toThrow(reason);
      expect(seen).toEqual(whole);
    },
  );

  test("may have more parts than a list", async () => {
    const text = `${"--edge\r\n\r\n{}\r\n".repeat(1001)}--edge--`;
    expect(await Array.fromAsync(received(text))).toHaveLength(1001);
  });
});

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test, vi } from "vitest";
import { Agent, fetch as undiciFetch, FormData as UndiciFormData } from "undici";
import { fetchOptions } from "../src/client/fetch-options.ts";
import type { ClientOptions, FetchOptions, StreamCallOptions } from "../src/client/index.ts";
import type { OperationDescriptor } from "../src/index.ts";
import { call, callStream, clientOf, json } from "./client-harness.ts";

const operation: OperationDescriptor = {
  operationId: "Send",
  method: "POST",
  path: "/send",
  requestBody: {
    content: [
      { mediaType: "application/json" },
      { mediaType: "multipart/form-data" },
      { mediaType: "application/octet-stream" },
    ],
  },
  responses: { 200: { content: [{ mediaType: "application/json" }] } },
};

afterEach(() => {
  vi.unstubAllGlobals();
});

/** The options of clients and calls that are not those of fetch; one that is left out does not compile. */
const ownOptions: Readonly<
  Record<Exclude<keyof ClientOptions | keyof StreamCallOptions, keyof FetchOptions>, true>
> = {
  accept: true,
  auth: true,
  baseUrl: true,
  clock: true,
  fetch: true,
  headers: true,
  idempotencyKey: true,
  idleTimeout: true,
  maxBodyBytes: true,
  maxItemBytes: true,
  maxRetryAfter: true,
  middleware: true,
  requestIdHeader: true,
  resume: true,
  retries: true,
  retryDelay: true,
  retryStatuses: true,
  signal: true,
  strict: true,
  timeout: true,
  totalTimeout: true,
  userAgent: true,
  validate: true,
};

describe("options of fetch", () => {
  test("are all but those of the client and its calls", () => {
    const others = { cache: "reload", timeoutMs: 1, tls: true, next: {} };
    expect(fetchOptions({ ...ownOptions, ...others, priority: undefined })).toEqual(others);
  });

  test("of a client and a call reach the global fetch, and nothing else does", async () => {
    const fetch = vi.fn<(url: string, options: object) => Promise<Response>>(async () => json({}));
    vi.stubGlobal("fetch", fetch);
    const options: ClientOptions = {
      baseUrl: "https://example.com",
      auth: "secret",
      credentials: "include",
      cache: "no-store",
      timeout: 1000,
    };
    const { core } = clientOf(options);
    const own = { cache: "reload", keepalive: true, retries: 1, headers: { a: "b" } } as const;
    await call(core, operation, { body: {} }, own);
    expect(fetch.mock.calls[0]?.[0]).toBe("https://example.com/send");
    expect(fetch.mock.calls[0]?.[1]).toEqual({
      credentials: "include",
      cache: "reload",
      keepalive: true,
      method: "POST",
      redirect: "manual",
      headers: expect.objectContaining({ a: "b" }) as unknown,
      body: "{}",
      signal: expect.any(AbortSignal) as unknown,
    });
  });

  test("reach a fetch function of one's own, in its request and beside it", async () => {
    const seen: unknown[] = [];
    const { core } = clientOf({
      baseUrl: "https://example.com",
      mode: "same-origin",
      fetch: async (request, options) => {
        seen.push(request.mode, options.mode, options.method, options.dispatcher, String(request));
        return json({});
      },
    });
    const dispatcher = new Agent();
    await call(core, operation, { body: {} }, { dispatcher });
    const url = "https://example.com/send";
    expect(seen).toEqual(["same-origin", "same-origin", "POST", dispatcher, url]);
  });
});

/** A server that says what it was sent. */
async function startEcho() {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      if (request.url === "/events") {
        response.setHeader("content-type", "text/event-stream");
        response.end("data: 1\n\ndata: 2\n\n");
        return;
      }
      const { method, headers } = request;
      const isRefused = headers.authorization === "Bearer old";
      response.statusCode = isRefused ? 401 : 200;
      response.setHeader("content-type", "application/json");
      const type = headers["content-type"];
      const body = Buffer.concat(chunks).toString();
      response.end(JSON.stringify({ method, type, body, authorization: headers.authorization }));
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => void server.close(),
  };
}

interface Echo {
  readonly method: string;
  readonly type: string;
  readonly body: string;
}

describe("the fetch of the package undici", () => {
  test("sends JSON, bytes and streams, and reads answers and streams", async () => {
    await using echo = await startEcho();
    const { core } = clientOf({ baseUrl: echo.baseUrl, fetch: undiciFetch });
    const send = (body: unknown, contentType = "application/json") =>
      call<Echo, { status: 200 }>(core, operation, { body, contentType });
    expect(await send({ a: "ä" })).toMatchObject({ method: "POST", body: '{"a":"ä"}' });
    const stream = new Blob(["one", "two"]).stream();
    expect(await send(stream, "application/octet-stream")).toMatchObject({ body: "onetwo" });
    const blob = new Blob(["blob"]);
    expect(await send(blob, "application/octet-stream")).toMatchObject({ body: "blob" });
    const response = await send({}).response();
    expect([response.status, response.headers.get("content-type")]).toEqual([
      200,
      "application/json",
    ]);
    const events: OperationDescriptor = {
      operationId: "Watch",
      method: "GET",
      path: "/events",
      responses: {
        200: { content: [{ mediaType: "text/event-stream", stream: "server-sent-events" }] },
      },
    };
    expect(await Array.fromAsync(callStream(core, events))).toEqual([1, 2]);
  });

  test.each([
    ["undici's FormData", UndiciFormData],
    ["the global FormData", FormData],
  ])("sends %s, and so does the global fetch", async (_, Form) => {
    await using echo = await startEcho();
    for (const options of [{ fetch: undiciFetch }, {}]) {
      const form = new Form();
      form.append("text", "ä");
      form.append("file", new File(["bytes"], "a.txt", { type: "text/plain" }));
      const { core } = clientOf({ baseUrl: echo.baseUrl, ...options });
      const input = { body: form, contentType: "multipart/form-data" };
      const { type, body } = await call<Echo, { status: 200 }>(core, operation, input);
      const boundary = /^multipart\/form-data; boundary=(.+)$/.exec(type)?.[1];
      expect(body).toContain(`--${boundary}\r\n`);
      expect(body).toMatch(/name="text"\r\n\r\nä\r\n/);
      expect(body).toMatch(
        /name="file"; filename="a.txt"\r\ncontent-type: text\/plain\r\n\r\nbytes/i,
      );
    }
  });

  test("renews credentials, and takes a dispatcher by call and within a function", async () => {
    await using echo = await startEcho();
    const auth = ({ refused }: { refused?: unknown }) => (refused === undefined ? "old" : "new");
    const bearer = { ...operation, security: [{ bearer: [] }] };
    const dispatcher = new Agent({ connections: 1 });
    const dispatch = vi.spyOn(dispatcher, "dispatch");
    const { core } = clientOf({ baseUrl: echo.baseUrl, fetch: undiciFetch, auth });
    const { core: wrapped } = clientOf({
      baseUrl: echo.baseUrl,
      fetch: (request, options) => undiciFetch(request, { ...options, dispatcher }),
    });
    expect(await call(core, bearer, { body: 1 }, { dispatcher })).toMatchObject({
      body: "1",
      authorization: "Bearer new",
    });
    expect(await call(wrapped, operation, { body: 2 })).toMatchObject({ body: "2" });
    expect(dispatch).toHaveBeenCalledTimes(3);
    await dispatcher.close();
  });
});

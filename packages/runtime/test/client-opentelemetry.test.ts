import { AsyncLocalStorage } from "node:async_hooks";
import { expect, test } from "vitest";
import { call as callLean, callRaw } from "../src/client/index.ts";
import { tracing, type TracingSpan } from "../src/client/opentelemetry.ts";
import { call, clientOn, failure, json } from "./client-harness.ts";
import * as fixture from "./fixture.ts";

/** A span as it was when it ended. */
interface Recorded {
  readonly name: string;
  readonly kind: number;
  readonly atStart: { readonly [name: string]: unknown };
  attributes: { [name: string]: unknown };
  status: { code: number } | undefined;
  ends: number;
}

interface TestSpan extends TracingSpan {
  readonly id: string;
}

/** What `@opentelemetry/api` has with an SDK: a tracer, a context that holds a span, a propagator. */
function recorder() {
  const spans: Recorded[] = [];
  const active = new AsyncLocalStorage<string>();
  const tracer = {
    startSpan(
      name: string,
      { kind, attributes }: { kind: number; attributes: { [name: string]: string | number } },
    ): TestSpan {
      const span: Recorded = {
        name,
        kind,
        atStart: { ...attributes },
        attributes: { ...attributes },
        status: undefined,
        ends: 0,
      };
      spans.push(span);
      return {
        id: `span ${spans.length}`,
        setAttribute(key: string, value: unknown) {
          span.attributes[key] = value;
          return this;
        },
        setStatus(status: { code: number }) {
          span.status = status;
          return this;
        },
        end() {
          span.ends += 1;
        },
      };
    },
  };
  const propagate = {
    trace: { setSpan: (_: string, { id }: TestSpan) => id },
    context: {
      active: () => active.getStore() ?? "root",
      with: <Result>(context: string, run: () => Result): Result => active.run(context, run),
    },
    propagation: {
      inject(context: string, carrier: { [header: string]: string }) {
        carrier["Traceparent"] = context;
      },
    },
  };
  return { spans, tracer, propagate, active: () => active.getStore() ?? "root" };
}

const book = { path: { book_id: "a" } };

test("an attempt is a client span named by method and template", async () => {
  const { spans, tracer } = recorder();
  const { core } = clientOn(() => json({}), { middleware: [tracing({ tracer })] });
  await call(core, fixture.getBook, book);
  const atStart = {
    "http.request.method": "GET",
    "url.full": "http://books.example/v1/books/a",
    "server.address": "books.example",
    "server.port": 80,
  };
  expect(spans).toEqual([
    {
      name: "GET /books/{book_id}",
      kind: 2,
      atStart,
      attributes: { ...atStart, "http.response.status_code": 200 },
      status: undefined,
      ends: 1,
    },
  ]);
});

test.each([
  ["https://books.example/v1", "books.example", 443],
  ["http://127.0.0.1:8080", "127.0.0.1", 8080],
])("the server of %s is %s at %d", async (baseUrl, address, port) => {
  const { spans, tracer } = recorder();
  const { core } = clientOn(() => json({}), { baseUrl, middleware: [tracing({ tracer })] });
  await call(core, fixture.getBook, book);
  expect(spans[0]?.attributes).toMatchObject({ "server.address": address, "server.port": port });
});

test("a retry is a span of its own that counts", async () => {
  const statuses = [503, 429, 404];
  const { spans, tracer } = recorder();
  const { core } = clientOn(
    () => json({}, { status: statuses.shift() ?? 500, headers: { "retry-after": "0" } }),
    { retries: 2, middleware: [tracing({ tracer })] },
  );
  await failure(call(core, fixture.getBook, book));
  expect(spans.map(({ attributes }) => attributes["http.request.resend_count"])).toEqual([
    undefined,
    1,
    2,
  ]);
  for (const [index, status] of [503, 429, 404].entries()) {
    expect(spans[index]?.attributes).toMatchObject({
      "http.response.status_code": status,
      "error.type": String(status),
    });
    expect(spans[index]).toMatchObject({ status: { code: 2 }, ends: 1 });
  }
});

test("an attempt without an answer ends with its kind of error", async () => {
  const { spans, tracer } = recorder();
  const middleware = [tracing({ tracer })];
  const { core } = clientOn(() => Promise.reject(new TypeError("secret")), { middleware });
  await failure(call(core, fixture.getBook, book));
  expect(spans[0]).toMatchObject({
    attributes: { "error.type": "ConnectionError" },
    status: { code: 2 },
    ends: 1,
  });
  expect(spans[0]?.attributes).not.toHaveProperty("http.response.status_code");
  expect(JSON.stringify(spans)).not.toContain("secret");
});

test("secrets are not in the address", async () => {
  const { spans, tracer } = recorder();
  const redact = { query: ["key"], operations: { GetBook: { path: ["book_id"] } } };
  const middleware = [tracing({ tracer, redact })];
  const { core } = clientOn(() => json({}), { middleware });
  await call(core, fixture.getBook, { path: { book_id: "secret" } });
  await callRaw(core, "GET", "/free?key=secret&sig=secret&a=1");
  expect(spans.map(({ attributes }) => attributes["url.full"])).toEqual([
    "http://books.example/v1/books/REDACTED",
    "http://books.example/v1/free?key=REDACTED&sig=REDACTED&a=1",
  ]);
  expect(JSON.stringify(spans)).not.toContain("secret");
});

test("a request that is not described is named by its method", async () => {
  const { spans, tracer } = recorder();
  const { core } = clientOn(() => json({}), { middleware: [tracing({ tracer })] });
  await callRaw(core, "GET", "/users/1");
  expect(spans[0]?.name).toBe("GET");
});

test("a method that HTTP does not know is another one", async () => {
  const { spans, tracer } = recorder();
  const { core } = clientOn(() => new Response(null), { middleware: [tracing({ tracer })] });
  const operation = {
    operationId: "Find",
    method: "QUERY",
    path: "/books",
    responses: { 200: {} },
  };
  await callLean(core, operation);
  expect(spans[0]?.name).toBe("HTTP /books");
  expect(spans[0]?.attributes).toMatchObject({
    "http.request.method": "_OTHER",
    "http.request.method_original": "QUERY",
  });
});

test("the server is told which span a request is of, and what sends it runs in it", async () => {
  const { spans, tracer, propagate, active } = recorder();
  const seen: string[] = [];
  const middleware = [tracing({ tracer, propagate })];
  const { core, requests } = clientOn(
    () => {
      seen.push(active());
      return json({}, { status: 503, headers: { "retry-after": "0" } });
    },
    { retries: 1, middleware },
  );
  await failure(call(core, fixture.getBook, book));
  expect(spans).toHaveLength(2);
  expect(requests.map(({ headers }) => headers.get("traceparent"))).toEqual(["span 1", "span 2"]);
  expect(seen).toEqual(["span 1", "span 2"]);
  expect(active()).toBe("root");
});

test("a header that the caller has set stays", async () => {
  const { tracer, propagate } = recorder();
  const { core, requests } = clientOn(() => json({}), {
    middleware: [tracing({ tracer, propagate })],
  });
  await call(core, fixture.getBook, book, { headers: { traceparent: "own" } });
  expect(requests[0]?.headers.get("traceparent")).toBe("own");
});

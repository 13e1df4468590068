import { AsyncLocalStorage } from "node:async_hooks";
import { describe, expect, test } from "vitest";
import type { Route } from "../src/server/index.ts";
import { tracing } from "../src/server/opentelemetry.ts";
import type { ServerSpan } from "../src/server/opentelemetry.ts";
import * as fixture from "./fixture.ts";
import { echo, send, serve } from "./server-harness.ts";

interface Span extends ServerSpan {
  readonly name: string;
  readonly kind: number;
  readonly parent: Context | undefined;
  readonly attributes: { [name: string]: string | number };
  readonly events: unknown[];
}

interface Context {
  readonly trace?: string;
  readonly span?: Span;
}

/** As much of OpenTelemetry as is used, with what came of it. */
function telemetry() {
  const spans: Span[] = [];
  const storage = new AsyncLocalStorage<Context>();
  const tracer = {
    startSpan(
      name: string,
      { kind, attributes }: { kind: number; attributes: Span["attributes"] },
      parent?: Context,
    ): Span {
      const events: unknown[] = [];
      const span: Span = {
        name,
        kind,
        parent,
        attributes: { ...attributes },
        events,
        setAttribute: (key, value) => void (span.attributes[key] = value),
        setStatus: (status) => void events.push(status),
        recordException: (error) => void events.push(error),
        end: () => void events.push("end"),
      };
      spans.push(span);
      return span;
    },
  };
  const propagate = {
    context: {
      active: (): Context => storage.getStore() ?? {},
      with: <Result>(context: Context, run: () => Result): Result => storage.run(context, run),
    },
    trace: { setSpan: (context: Context, span: Span): Context => ({ ...context, span }) },
    propagation: {
      extract: (context: Context, carrier: { readonly [header: string]: string }): Context => ({
        ...context,
        trace: carrier["traceparent"] ?? "none",
      }),
    },
  };
  return { spans, tracer, propagate, active: propagate.context.active };
}

const shop = (hooks: ReturnType<typeof tracing>, handler?: Route["handler"]) =>
  serve(
    [echo(fixture.getBook, handler ? { handler } : {}), echo(fixture.watchBooks, { handler })],
    {
      hooks: [hooks],
      onError: () => {},
    },
  );

describe("tracing", () => {
  test("makes a span of a request, named by its route", async () => {
    const { spans, tracer } = telemetry();
    const headers = { "x-request-id": "r1", "user-agent": "test" };
    await send(shop(tracing({ tracer })), "GET", "/books/a?key=secret", { headers });
    expect(spans).toMatchObject([
      {
        name: "GET /books/{book_id}",
        kind: 1,
        attributes: {
          "http.request.method": "GET",
          "http.route": "/books/{book_id}",
          "http.response.status_code": 200,
          "url.path": "/books/a",
          "openapi.operation_id": "GetBook",
          "user_agent.original": "test",
        },
        events: ["end"],
      },
    ]);
    expect(JSON.stringify(spans)).not.toContain("secret");
  });

  test("names what has no route by its method, and an odd method not at all", async () => {
    const { spans, tracer } = telemetry();
    const server = shop(tracing({ tracer }));
    await send(server, "GET", "/nowhere");
    await send(server, "BREW", "/books/a");
    expect(spans.map(({ name }) => name)).toEqual(["GET", "HTTP"]);
    expect(spans[0]?.events).toEqual(["end"]);
    expect(spans[1]?.attributes).toMatchObject({
      "http.request.method": "_OTHER",
      "http.request.method_original": "BREW",
      "http.response.status_code": 405,
    });
  });

  test("marks what the server does wrong", async () => {
    const { spans, tracer } = telemetry();
    const error = new Error("lost");
    await send(
      shop(tracing({ tracer }), () => Promise.reject(error)),
      "GET",
      "/books/a",
    );
    expect(spans[0]?.attributes["error.type"]).toBe("500");
    expect(spans[0]?.events).toEqual([error, { code: 2 }, "end"]);
  });

  test("ends with the stream, and marks one that fails", async () => {
    const { spans, tracer } = telemetry();
    async function* failing() {
      yield 1;
      throw new Error("lost");
    }
    const server = shop(tracing({ tracer }), () => ({ status: 200, body: failing() }));
    const { body } = await send(server, "GET", "/books/events");
    expect(spans[0]?.events).toEqual([]);
    await expect(Array.fromAsync(body as AsyncIterable<string>)).rejects.toThrow("lost");
    expect(spans[0]?.attributes["error.type"]).toBe("stream");
    expect(spans[0]?.events).toEqual([new Error("lost"), { code: 2 }, "end"]);
  });

  test("goes on with the caller's trace, in which the handler runs", async () => {
    const { spans, tracer, propagate, active } = telemetry();
    const seen: Context[] = [];
    const server = shop(tracing({ tracer, propagate }), async () => {
      await Promise.resolve();
      seen.push(active());
      return { status: 200, body: {} };
    });
    await send(server, "GET", "/books/a", { headers: { traceparent: "t1" } });
    expect(spans[0]?.parent).toEqual({ trace: "t1" });
    expect(seen).toEqual([{ trace: "t1", span: spans[0] }]);
  });
});

import { describe, expect, test } from "vitest";
import { withCors } from "../src/server/cors.ts";
import { respondWith, toFetch } from "../src/server/index.ts";
import type { HttpRequest, HttpResponse, Server } from "../src/server/index.ts";
import * as fixture from "./fixture.ts";
import { echo, everything, serve } from "./server-harness.ts";

const origin = "https://app.example";
const other = "https://admin.example";
const server = withCors(everything, { origins: [origin, other] });

const call = (
  method: string,
  headers: HttpRequest["headers"],
  to: Server = server,
): Promise<HttpResponse> => to.handle({ method, url: "/books/1", headers });

const corsHeaders = ({ headers }: HttpResponse): object =>
  Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => name === "vary" || name.startsWith("access-control"),
    ),
  );

describe("a preflight", () => {
  test.each(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "QUERY", "PROPFIND"])(
    "allows %s, and the headers that it asks for",
    async (method) => {
      const preflight = {
        origin: other,
        "access-control-request-method": method,
        "access-control-request-headers": "authorization,idempotency-key",
      };
      const answer = await call("OPTIONS", preflight);
      expect(answer.status).toBe(204);
      expect(corsHeaders(answer)).toMatchObject({
        "access-control-allow-origin": other,
        "access-control-allow-methods": method,
        "access-control-allow-headers": "authorization,idempotency-key",
        vary: "Origin",
      });
    },
  );

  test("of a strange origin is a plain OPTIONS", async () => {
    const preflight = { origin: "https://app.example.org", "access-control-request-method": "PUT" };
    const answer = await call("OPTIONS", preflight);
    expect(answer.headers["allow"]).toContain("OPTIONS");
    expect(corsHeaders(answer)).toEqual({ vary: "Origin" });
  });

  test("is answered in a framework too, where an OPTIONS of the description is passed on", async () => {
    const options = { ...fixture.getBook, operationId: "options", method: "OPTIONS" };
    const described = withCors(serve([echo(options)]), { origins: [origin] });
    const request = { method: "OPTIONS", url: "/books/1" };
    const preflight = { origin, "access-control-request-method": "OPTIONS" };
    const answer = await described.handleKnown({ ...request, headers: preflight });
    expect(answer?.status).toBe(204);
    expect((await described.handleKnown({ ...request, headers: { origin } }))?.status).toBe(200);
  });
});

describe("an answer", () => {
  test("lets pages of the origin read all its headers", async () => {
    const operation = fixture.getBook;
    const headers = { etag: '"1"', "x-count": 7, vary: "Accept", "content-language": "en" };
    const routes = [echo(operation, { handler: () => ({ status: 200, body: {}, headers }) })];
    const answering = withCors(serve(routes, { requestIdHeader: "request-id" }), {
      origins: [origin],
    });
    const answer = await call("GET", { origin }, answering);
    expect(corsHeaders(answer)).toEqual({
      "access-control-allow-origin": origin,
      "access-control-expose-headers": "etag, x-count, vary, request-id",
      vary: "Accept, Origin",
    });
  });

  test("tells caches that it depends on the origin, whoever asks", async () => {
    expect(corsHeaders(await call("GET", {}))).toEqual({ vary: "Origin" });
    expect(corsHeaders(await call("GET", { origin: "null" }))).toEqual({ vary: "Origin" });
  });

  test("that refuses can be read", async () => {
    const refused = await server.handle({ method: "GET", url: "/nothing", headers: { origin } });
    expect(refused.status).toBe(404);
    expect(corsHeaders(refused)).toMatchObject({ "access-control-allow-origin": origin });
  });

  test("allows cookies only where they are asked for", async () => {
    const withCookies = withCors(everything, { origins: [origin], credentials: true });
    const allow = "access-control-allow-credentials";
    expect((await call("GET", { origin }, withCookies)).headers[allow]).toBe("true");
    expect((await call("GET", { origin: other }, withCookies)).headers[allow]).toBeUndefined();
    expect((await call("GET", { origin })).headers[allow]).toBeUndefined();
  });

  test("of a path that a framework has is left to it", async () => {
    const request = { method: "GET", url: "/nothing", headers: { origin } };
    expect(await server.handleKnown(request)).toBeUndefined();
  });

  test("that a handler gives as a Response stays that very object", async () => {
    const response = new Response("own");
    const raw = serve([
      echo(fixture.getBook, {
        handler: () => {
          throw respondWith(response);
        },
      }),
    ]);
    const fetch = toFetch(withCors(raw, { origins: [origin] }));
    expect(await fetch(new Request("http://server/books/1", { headers: { origin } }))).toBe(
      response,
    );
  });
});

test.each(["*", "https://app.example/", "app.example", "https://app.example/page", "null", ""])(
  "%j is refused as an origin",
  (text) => {
    expect(() => withCors(everything, { origins: [text] })).toThrow("is not an origin");
  },
);

test("closes the server that it is made of", async () => {
  const closing = withCors(serve([echo(fixture.getBook)]), { origins: [origin] });
  expect(closing.isClosing).toBe(false);
  await closing.close();
  expect(closing.isClosing).toBe(true);
  expect((await call("GET", { origin }, closing)).status).toBe(503);
});

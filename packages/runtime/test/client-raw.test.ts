import { describe, expect, test } from "vitest";
import { callRaw, fetchClientOptions, fetchThrough } from "../src/client/index.ts";
import type { ClientOptions, RawOptions } from "../src/client/index.ts";
import { failure } from "./client-harness.ts";
import { clientWith, send, status, success } from "./transport-harness.ts";

const own = { headers: { "X-Key": "mine", Authorization: "mine", "X-Plain": "p" } };

/** A client whose operations all need a token, unless they say otherwise. */
function secured(
  options: ClientOptions = {},
  answers: Parameters<typeof clientWith>[0] = [success],
) {
  const { core, requests } = clientWith(answers, { auth: "t", ...options });
  return { core: { ...core, api: { ...core.api, security: [{ bearer: [] }] } }, requests };
}

describe("a raw request", () => {
  test.each([
    ["/things", "http://books.example/v1/things"],
    ["things/1?a=b", "http://books.example/v1/things/1?a=b"],
    ["//things", "http://books.example/v1//things"],
    ["http://books.example/other", "http://books.example/other"],
  ])("of %s goes to %s, with the client's credentials", async (path, url) => {
    const { core, requests } = secured({ headers: { "X-Plain": "p" } });
    const response = await callRaw(core, "get", path);
    expect(await response.json()).toEqual({ ok: true });
    expect(requests[0]).toMatchObject({ method: "GET", url });
    expect(requests[0]?.headers.get("authorization")).toBe("Bearer t");
    expect(requests[0]?.headers.get("x-plain")).toBe("p");
  });

  test("to another origin goes without any of the client's secrets", async () => {
    const { core, requests } = secured(own);
    await callRaw(core, "GET", "http://other.example/things");
    const { headers } = requests[0] as Request;
    expect(headers.get("x-plain")).toBe("p");
    expect([headers.has("authorization"), headers.has("x-key")]).toEqual([false, false]);
    await callRaw(core, "GET", "http://other.example/things", { headers: { "X-Key": "given" } });
    expect(requests[1]?.headers.get("x-key")).toBe("given");
  });

  test.each<[RawOptions, string, string | null]>([
    [{ body: { a: [1] } }, '{"a":[1]}', "application/json"],
    [{ body: [1] }, "[1]", "application/json"],
    [{ body: "text" }, "text", "text/plain;charset=UTF-8"],
    [{ body: new Uint8Array([65]) }, "A", null],
    [
      { body: { a: 1 }, headers: { "Content-Type": "application/x+json" } },
      '{"a":1}',
      "application/x+json",
    ],
    [{}, "", null],
  ])("sends %j", async (options, body, type) => {
    const { core, requests } = secured();
    await callRaw(core, "POST", "/things", {
      ...options,
      query: { a: "b c", n: 1, no: undefined },
    });
    expect(requests[0]?.url).toBe("http://books.example/v1/things?a=b+c&n=1");
    expect(requests[0]?.headers.get("content-type")).toBe(type);
    expect(await requests[0]?.text()).toBe(body);
  });

  test("is tried again, and gives the last answer whatever its status", async () => {
    const now = { "retry-after": "0" };
    const { core, requests } = secured({}, [status(503, now)]);
    expect((await callRaw(core, "GET", "/things")).status).toBe(503);
    expect(requests).toHaveLength(3);
    await callRaw(core, "POST", "/things", { idempotencyKey: "k" });
    expect(requests[3]?.headers.get("idempotency-key")).toBe("k");
  });

  test("goes through middleware, which sees what it is", async () => {
    const seen: unknown[] = [];
    const { core } = secured({
      middleware: [
        {
          onAttempt(request, next) {
            seen.push(request.operation.operationId);
            return next(request);
          },
        },
      ],
    });
    await callRaw(core, "GET", "/things");
    expect(seen).toEqual(["GET /things"]);
  });

  test("that cannot be made is rejected", async () => {
    const relative = secured({ baseUrl: () => "/relative" });
    const core = { ...relative.core, api: { ...relative.core.api, servers: [] } };
    expect(await failure(callRaw(core, "GET", "/things"))).toBeInstanceOf(TypeError);
    expect((await callRaw(core, "GET", "http://other.example/")).status).toBe(200);
    expect(relative.requests[0]?.headers.has("authorization")).toBe(false);
  });
});

describe("a client as a fetch", () => {
  test("sends requests of others with its credentials", async () => {
    const { core, requests } = secured();
    const { baseUrl, fetch } = fetchClientOptions(core);
    expect(baseUrl).toBe("http://books.example/v1");
    const request = new Request(`${baseUrl}/things`, {
      method: "POST",
      body: '{"a":1}',
      headers: { "content-type": "application/json", "idempotency-key": "k" },
    });
    expect(await (await fetch(request)).json()).toEqual({ ok: true });
    expect(requests[0]).toMatchObject({ method: "POST", url: "http://books.example/v1/things" });
    expect(requests[0]?.headers.get("content-type")).toBe("application/json");
    expect(requests[0]?.headers.get("authorization")).toBe("Bearer t");
    expect(await requests[0]?.text()).toBe('{"a":1}');
  });

  test("but to their own origin only", async () => {
    const { core, requests } = secured(own);
    await fetchThrough(core)(new Request("http://other.example/v1/things"));
    const { headers } = requests[0] as Request;
    expect(headers.get("x-plain")).toBe("p");
    expect([headers.has("authorization"), headers.has("x-key")]).toEqual([false, false]);
  });

  test("ends when their signal does", async () => {
    const { core } = secured({}, [() => new Promise(() => {})]);
    const client = new AbortController();
    const request = new Request("http://books.example/v1/", { signal: client.signal });
    const failed = failure(fetchThrough(core)(request));
    client.abort(new Error("enough"));
    expect(await failed).toEqual(new Error("enough"));
  });
});

describe("the response of a call", () => {
  test("and its result are one request", async () => {
    const { core, requests } = clientWith([
      () => Response.json({ ok: true }, { headers: { "x-request-id": "r1" } }),
    ]);
    const call = send(core);
    const response = await call.response();
    expect(response.bodyUsed).toBe(false);
    expect(await call.result()).toMatchObject({ status: 200, body: { ok: true }, requestId: "r1" });
    expect(await call).toEqual({ ok: true });
    expect(requests).toHaveLength(1);
    const other = send(core);
    await other;
    expect((await other.response()).status).toBe(200);
    expect(requests).toHaveLength(2);
  });

  test("that has been read has no result, and the error says what to do", async () => {
    const call = send(clientWith([success]).core);
    await (await call.response()).text();
    expect(await failure(call)).toMatchObject({ name: "TypeError" });
    expect(((await failure(call)) as Error).message).toMatch("`clone()`");
  });

  test("has the id of the request in the header that the client names", async () => {
    const answer = (code: number) => () =>
      Response.json({}, { status: code, headers: { "x-trace": "t1" } });
    const options = { requestIdHeader: "X-Trace" };
    const ok = clientWith([answer(200)], options);
    expect((await send(ok.core).result()).requestId).toBe("t1");
    const error = await failure(send(clientWith([answer(404)], options).core));
    expect(error).toMatchObject({ requestId: "t1" });
    expect((error as Error).message).toMatch("(request t1)");
  });
});

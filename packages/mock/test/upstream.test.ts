import { describe, expect, test } from "vitest";
import { createMockEngine } from "../src/create-mock.ts";
import type { MockDescription } from "../src/description.ts";
import { streamOf } from "../src/stream-of.ts";
import type { CreateMockOptions, MockExchange, Upstream, Violation } from "../src/types.ts";
import type { OperationDescriptor, Validator } from "../../runtime/src/operation.ts";
import type { AnyResult } from "../../runtime/src/result.ts";
import * as fixture from "../../runtime/test/fixture.ts";
import { QuickClock } from "./quick-clock.ts";

const titled = fixture.createBookValidators.body?.["application/json"];

const answered = (operation: OperationDescriptor, answer: AnyResult) => ({
  operation,
  validators: validatorsOf(operation),
  answers: [answer],
});

function validatorsOf({ operationId }: OperationDescriptor) {
  const content = { "application/json": titled as Validator };
  if (operationId === "CreateBook") return { body: content, responses: { 201: content } };
  if (operationId === "GetBook") return { responses: { 200: content } };
  if (operationId === "WatchBooks")
    return { responses: { 200: { "text/event-stream": titled as Validator } } };
  return {};
}

const description: MockDescription = {
  title: "Books",
  api: fixture.api,
  operations: [
    answered(fixture.getBook, { status: 200, body: { title: "mocked" } }),
    answered(fixture.createBook, { status: 201, body: { title: "mocked" } }),
    answered(fixture.deleteBook, { status: 204 }),
    answered(fixture.watchBooks, { status: 200, body: streamOf([{ title: "mocked" }]) }),
  ],
};

const json = (value: unknown, status = 200): Response => Response.json(value, { status });

/** A mock before another server, which answers as told. */
function behind(
  answer: (request: Request) => Response | Promise<Response>,
  upstream: Partial<Upstream> = {},
  options: CreateMockOptions = {},
) {
  const requests: Request[] = [];
  const violations: Violation[] = [];
  const exchanges: MockExchange[] = [];
  const mock = createMockEngine(description, {
    ...(options.basePath === undefined && { baseUrl: "http://mock.example" }),
    onExchange: (exchange) => exchanges.push(exchange),
    ...options,
    upstream: {
      url: "http://real.example/api/",
      onViolation: (violation) => violations.push(violation),
      fetch: async (request) => {
        requests.push(request.clone());
        return answer(request);
      },
      ...upstream,
    },
  });
  const post = (body: unknown) =>
    mock.fetch("/books", {
      method: "POST",
      headers: { "content-type": "application/json", authorization: "Bearer secret" },
      body: JSON.stringify(body),
    });
  return { mock, requests, violations, exchanges, post };
}

describe("an operation that is passed on", () => {
  test("is answered by the other server, header for header", async () => {
    const { requests, violations, post } = behind((request) =>
      Response.json({ title: "real" }, { status: 201, headers: { "x-from": request.url } }),
    );
    const response = await post({ title: "new" });
    expect(response.status).toBe(201);
    expect(response.headers.get("x-from")).toBe("http://real.example/api/books");
    expect(await response.json()).toStrictEqual({ title: "real" });
    expect(await requests[0]?.json()).toStrictEqual({ title: "new" });
    expect(requests[0]?.headers.get("authorization")).toBe("Bearer secret");
    expect(violations).toStrictEqual([]);
  });

  test("is passed on although its request breaks the contract, which is told", async () => {
    const { requests, violations, exchanges, post } = behind(() => json({ title: "real" }, 201));
    const response = await post({});
    await response.text();
    expect(response.status).toBe(201);
    expect(requests).toHaveLength(1);
    const issues = [expect.objectContaining({ in: "body", pointer: "/title" })];
    expect(violations).toMatchObject([{ operationId: "CreateBook", side: "request", issues }]);
    expect(exchanges).toMatchObject([{ mode: "proxy", violations: [{ side: "request" }] }]);
  });

  test("says nothing of pages that the other server lets read it", async () => {
    const headers = { "access-control-allow-origin": "https://app.example" };
    const { mock } = behind(() => Response.json({ title: "real" }, { headers }));
    const response = await mock.fetch("/books/1");
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
  });

  test("is refused where broken requests are to be", async () => {
    const { requests, post } = behind(() => json({}), { refuse: true });
    const response = await post({});
    expect(response.status).toBe(400);
    expect(requests).toStrictEqual([]);
  });

  test.each([
    ["a body that is invalid", json({ name: "x" }), "the body is invalid"],
    ["a status that is not documented", json({}, 418), "the status 418 is not documented"],
    [
      "a media type that is not documented",
      new Response("<p>", { headers: { "content-type": "text/html" } }),
      "the media type text/html of 200 is not documented; application/json is",
    ],
    [
      "a body that is no JSON",
      new Response("{", { headers: { "content-type": "application/json" } }),
      "the body is not JSON",
    ],
  ])("tells of %s, and passes it on", async (_name, answer, message) => {
    const expected = await answer.clone().text();
    const { mock, violations } = behind(() => answer);
    const response = await mock.fetch("/books/1");
    expect(await response.text()).toBe(expected);
    expect(response.status).toBe(answer.status);
    expect(violations).toMatchObject([{ side: "response", operationId: "GetBook" }]);
    expect(violations[0]?.message).toContain(message);
  });

  test("tells which item of a stream is invalid", async () => {
    const frames = 'data: {"title":"a"}\n\ndata: {"title":1}\n\n';
    const headers = { "content-type": "text/event-stream" };
    const { mock, violations } = behind(() => new Response(frames, { headers }));
    expect(await (await mock.fetch("/books/events")).text()).toBe(frames);
    expect(violations).toMatchObject([
      { message: "item 2 of the stream is invalid", issues: [{ pointer: "/title" }] },
    ]);
  });

  test("may have no body, whatever its status", async () => {
    const { mock } = behind(() => new Response("", { status: 418 }));
    const response = await mock.fetch("/books/1");
    expect([response.status, await response.text()]).toStrictEqual([418, ""]);
  });

  test("is answered here where the other server has not got it yet", async () => {
    const { mock } = behind(() => json({}, 501));
    expect(await (await mock.fetch("/books/1")).json()).toStrictEqual({ title: "mocked" });
  });

  test("is answered with 502 where the other server cannot be reached", async () => {
    const { mock, violations } = behind(() => {
      throw new TypeError("fetch failed", { cause: new Error("connect ECONNREFUSED") });
    });
    const response = await mock.fetch("/books/1");
    expect(response.status).toBe(502);
    expect(violations[0]?.message).toBe(
      "http://real.example/api/ cannot be reached: connect ECONNREFUSED",
    );
  });

  test("is known to the description, or that is told", async () => {
    const { mock, violations } = behind(() => json({}));
    await mock.fetch("/elsewhere");
    expect(violations).toMatchObject([
      { operationId: undefined, message: "the description has no such method and path" },
    ]);
  });
});

describe("the modes of operations", () => {
  test("are their own", async () => {
    const { mock, requests } = behind(() => json({ title: "real" }), {
      mode: "mock",
      modes: { GetBook: "proxy" },
    });
    expect(await (await mock.fetch("/books/1")).json()).toStrictEqual({ title: "real" });
    expect((await mock.fetch("/books/1", { method: "DELETE" })).status).toBe(204);
    expect(requests).toHaveLength(1);
  });

  test("are refused where there is no such operation", () => {
    const make = () => behind(() => json({}), { modes: { GetBok: "mock" } });
    expect(make).toThrow("there is no operation GetBok; did you mean GetBook?");
  });
});

describe("what goes wrong on purpose", () => {
  test("goes wrong with answers of the other server too", async () => {
    const { mock, exchanges } = behind(() => json({ title: "real" }));
    mock.faults.add({ operation: "GetBook", fault: "malformed-json", times: 1 });
    await expect((await mock.fetch("/books/1")).json()).rejects.toThrow(SyntaxError);
    expect(exchanges).toMatchObject([{ mode: "proxy", fault: "malformed-json" }]);
    expect(await (await mock.fetch("/books/1")).json()).toStrictEqual({ title: "real" });
  });

  test("is the mock's answer where it is a status, and nothing is passed on", async () => {
    const { mock, requests } = behind(() => json({ title: "real" }));
    mock.faults.add({ operation: "GetBook", status: 404 });
    expect((await mock.fetch("/books/1")).status).toBe(404);
    expect(requests).toStrictEqual([]);
  });

  test("takes its time", async () => {
    const clock = new QuickClock();
    const { mock } = behind(() => json({ title: "real" }), {}, { clock, latency: 300 });
    await mock.fetch("/books/1");
    expect(clock.waits).toStrictEqual([300]);
  });

  test("takes another time for each request, and the same ones after a reset", async () => {
    const clock = new QuickClock();
    const { mock } = behind(() => json({ title: "real" }), {}, { clock, latency: "1..1000000" });
    for (const _ of [1, 2]) await mock.fetch("/books/1");
    mock.reset();
    for (const _ of [1, 2]) await mock.fetch("/books/1");
    const [first, second, ...after] = clock.waits;
    expect(first).not.toBe(second);
    expect(after).toStrictEqual([first, second]);
  });

  test("goes wrong with what is mocked beside it", async () => {
    const { mock } = behind(() => json({}), { mode: "mock" });
    mock.faults.add({ operation: "GetBook", fault: "reset" });
    await expect(mock.fetch("/books/1")).rejects.toThrow(TypeError);
  });
});

describe("answers that were recorded", () => {
  test("are given again by the mock, each for its request", async () => {
    const recording = behind(
      (request) => json({ title: new URL(request.url).pathname.split("/").at(-1) }),
      { mode: "record" },
    );
    await (await recording.mock.fetch("/books/1")).text();
    await (await recording.mock.fetch("/books/2?theme=dark")).text();
    const snapshot = JSON.parse(JSON.stringify(recording.mock.snapshot())) as unknown;
    const { mock } = behind(() => json({}), { mode: "mock" });
    mock.restore(snapshot);
    const titleOf = async (path: string) => (await (await mock.fetch(path)).json()) as unknown;
    expect(await titleOf("/books/1")).toStrictEqual({ title: "1" });
    expect(await titleOf("/books/2?theme=dark")).toStrictEqual({ title: "2" });
    expect(await titleOf("/books/2")).toStrictEqual({ title: "mocked" });
  });

  test("tell requests apart by their bodies, and keep neither bodies nor credentials", async () => {
    const { mock, post } = behind(
      async (request) => json({ title: ((await request.json()) as { title: string }).title }, 201),
      { mode: "record" },
    );
    await (await post({ title: "first" })).text();
    await (await post({ title: "second" })).text();
    const { recordings = [] } = mock.snapshot();
    expect(recordings.map(({ body }) => body)).toStrictEqual([
      '{"title":"first"}',
      '{"title":"second"}',
    ]);
    expect(new Set(recordings.map(({ key }) => key)).size).toBe(2);
    expect(JSON.stringify(recordings)).not.toContain("secret");
  });
});

describe("below a base path", () => {
  const cases: [options: CreateMockOptions, url: string, expected: string][] = [
    [{ baseUrl: "http://mock.example/v1" }, "/v1/books/7?theme=dark", "/api/books/7?theme=dark"],
    [{ basePath: ["/v1", "/"] }, "/v1/books/7", "/api/books/7"],
    [{ basePath: ["/v1", "/"] }, "/books/7", "/api/books/7"],
    [{ basePath: ["/v1", "/"] }, "/v1/nowhere", "/api/nowhere"],
    [{ basePath: "/v1", slashes: "lenient" }, "//v1//books/7", "/api//books/7"],
  ];
  test.each(cases)("%j: %s is passed on as %s", async (options, url, expected) => {
    const { mock, requests } = behind(() => json({ title: "real" }), {}, options);
    expect((await mock.fetch(`http://mock.example${url}`)).status).toBe(200);
    expect(requests.map((request) => request.url)).toEqual([`http://real.example${expected}`]);
  });

  test("what is outside is not passed on", async () => {
    const { mock, requests } = behind(() => json({}), {}, { basePath: "/v1" });
    expect((await mock.fetch("/books/7")).status).toBe(404);
    expect(requests).toEqual([]);
  });

  test("a recording is found by the path below it", async () => {
    const options: CreateMockOptions = { basePath: ["/v1", "/"] };
    const { mock } = behind(() => json({ title: "real" }), { mode: "record" }, options);
    await (await mock.fetch("/v1/books/7")).text();
    const again = createMockEngine(description, { start: mock.snapshot() });
    expect(await (await again.fetch("/books/7")).json()).toEqual({ title: "real" });
  });
});

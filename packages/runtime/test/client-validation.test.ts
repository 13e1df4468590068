import { describe, expect, test, vi } from "vitest";
import { call as callLean, type ClientOptions } from "../src/client/index.ts";
import {
  RequestValidationError,
  ResponseValidationError,
  validation,
  type ValidationOptions,
} from "../src/client/validation.ts";
import { jsonResponse, type OperationValidators } from "../src/index.ts";
import { call, callStream, clientOn, failure, json } from "./client-harness.ts";
import * as fixture from "./fixture.ts";
import { hasMember, validator } from "./fixture.ts";

/** Finds fault with everything, and tells what it was given. */
function refusing() {
  const given: unknown[] = [];
  const refuse = validator((value) => {
    given.push(value);
    return [{ instancePath: "", keyword: "type", message: "must be another" }];
  });
  return { refuse, given };
}

const validators: { readonly [operationId: string]: OperationValidators } = {
  CreateBook: fixture.createBookValidators,
  GetBook: {
    path: hasMember("book_id", "string"),
    header: hasMember("X-Trace", "string", false),
    cookie: hasMember("theme", "string", false),
    responses: {
      200: { "application/json": hasMember("title", "string") },
      "5XX": { "application/json": hasMember("type", "string") },
    },
  },
};

function clientThatValidates(
  answer: () => Response,
  options: ValidationOptions = {},
  own: { readonly [operationId: string]: OperationValidators } = validators,
  clientOptions: ClientOptions = {},
) {
  const warnings: (RequestValidationError | ResponseValidationError)[] = [];
  const warn = (finding: RequestValidationError | ResponseValidationError): void => {
    warnings.push(finding);
  };
  const validate = validation(own, { warn, ...options });
  return { ...clientOn(answer, { ...clientOptions, validate }), warnings };
}

const created = (): Response => json({ book_id: "a" }, { status: 201 });

describe("a request that does not fit", () => {
  test("is not sent, and all that is wrong is told", async () => {
    const { core, requests } = clientThatValidates(created);
    const sent = call(core, fixture.createBook, {
      query: { dry: "secret" },
      body: { title: 7 },
    });
    const error = await failure(sent);
    expect(error).toBeInstanceOf(RequestValidationError);
    expect(error).toMatchObject({
      name: "RequestValidationError",
      message:
        "CreateBook: the request does not fit the description: query/dry must be boolean (and 1 more)",
      operationId: "CreateBook",
      issues: [
        { in: "query", pointer: "/dry", keyword: "type", message: "must be boolean" },
        { in: "body", pointer: "/title", keyword: "type", message: "must be string" },
      ],
    });
    expect(requests).toHaveLength(0);
  });

  test.each([
    ["path", { path: {} }, "path/book_id must have book_id"],
    [
      "header",
      { path: { book_id: "a" }, header: { "X-Trace": 1 } },
      "header/X-Trace must be string",
    ],
    ["cookie", { path: { book_id: "a" }, cookie: { theme: 1 } }, "cookie/theme must be string"],
  ])("in its %s is told apart", async (_, input, text) => {
    const { core } = clientThatValidates(created);
    const error = (await failure(call(core, fixture.getBook, input))) as Error;
    expect(error.message).toBe(`GetBook: the request does not fit the description: ${text}`);
  });

  test("is sent with a warning, where it may be", async () => {
    const { core, requests, warnings } = clientThatValidates(created, { requests: "warn" });
    await call(core, fixture.createBook, { body: {} });
    expect(requests).toHaveLength(1);
    expect(warnings).toEqual([expect.any(RequestValidationError)]);
  });

  test("is sent, where nobody asks", async () => {
    const { core, requests, warnings } = clientThatValidates(created, { requests: "off" });
    await call(core, fixture.createBook, { body: {} });
    expect([requests.length, warnings.length]).toEqual([1, 0]);
  });

  test("is looked at as it is sent, without what is undefined", async () => {
    const { refuse, given } = refusing();
    const own = { ListBooks: { query: refuse } };
    const { core } = clientThatValidates(() => json({}), { requests: "warn" }, own);
    await call(core, fixture.listBooks, { query: { page: undefined, status: ["a"] } });
    await call(core, fixture.listBooks);
    expect(given.map((value) => Object.keys(value as object))).toEqual([["status"], []]);
  });

  test("is none by what is undefined, or becomes a text", async () => {
    const { core, warnings } = clientThatValidates(created);
    const title = { toJSON: () => "T" };
    await call(core, fixture.createBook, { query: { dry: undefined }, body: { title } });
    expect(warnings).toEqual([]);
  });
});

describe("a request's body is looked at", () => {
  const lines = { mediaType: "application/jsonl", stream: "json-lines" } as const;
  const sendAny = {
    ...fixture.sendFile,
    requestBody: { content: [...(fixture.sendFile.requestBody?.content ?? []), lines] },
  };
  const bodies = (mediaType: string, contentType?: string) => async (body: unknown) => {
    const { refuse, given } = refusing();
    const { core } = clientThatValidates(
      () => json({}),
      { requests: "warn" },
      {
        SendFile: { body: { [mediaType]: refuse } },
      },
    );
    await call(core, sendAny, { body, ...(contentType ? { contentType } : {}) });
    return given;
  };

  test.each([
    ["application/json", "text", ["text"]],
    [
      "application/json",
      { at: new Date(0), none: undefined },
      [{ at: "1970-01-01T00:00:00.000Z" }],
    ],
    ["text/plain", "text", ["text"]],
    ["application/x-www-form-urlencoded", { size: 1 }, [{ size: 1 }]],
    ["application/x-www-form-urlencoded", "size=1", []],
    ["application/x-www-form-urlencoded", new URLSearchParams({ size: "1" }), []],
    ["multipart/form-data", { size: 1 }, [{ size: 1 }]],
    ["multipart/form-data", new FormData(), []],
    ["application/octet-stream", new Blob(["a"]), []],
    ["application/octet-stream", Uint8Array.of(1), []],
    ["application/json", () => "{}", []],
    ["application/jsonl", [{ size: 1 }], []],
  ])("where it is one of %s: %#", async (mediaType, body, expected) => {
    expect(await bodies(mediaType, mediaType)(body)).toEqual(expected);
  });

  test("as the first media type where none is named", async () => {
    expect(await bodies("application/json")({ a: 1 })).toEqual([{ a: 1 }]);
  });

  test("by the media type that it is written as", async () => {
    expect(await bodies("application/json", "text/plain")("a")).toEqual([]);
    expect(await bodies("text/*", "text/plain")("a")).toEqual(["a"]);
  });
});

describe("an answer that does not fit", () => {
  const book = { path: { book_id: "a" } };

  test("is given with a warning", async () => {
    const { core, warnings } = clientThatValidates(() => json({ title: 7 }));
    expect(await call(core, fixture.getBook, book)).toEqual({ title: 7 });
    expect(warnings).toEqual([expect.any(ResponseValidationError)]);
    expect(warnings[0]).toMatchObject({
      name: "ResponseValidationError",
      message: "GetBook: 200: the body does not fit the description: body/title must be string",
      operationId: "GetBook",
      status: 200,
      body: { title: 7 },
      issues: [{ in: "body", pointer: "/title", keyword: "type", message: "must be string" }],
    });
  });

  test("is refused in strict mode, for whoever reads it", async () => {
    const { core } = clientThatValidates(() => json({}), { responses: "strict" });
    expect(await failure(call(core, fixture.getBook, book))).toBeInstanceOf(
      ResponseValidationError,
    );
    expect(await failure(call(core, fixture.getBook, book).result())).toBeInstanceOf(
      ResponseValidationError,
    );
    const response = await call(core, fixture.getBook, book).response();
    expect(await response.json()).toEqual({});
  });

  test("is refused though it is an error, by its range", async () => {
    const { core } = clientThatValidates(() => json({}, { status: 503 }), { responses: "strict" });
    const error = await failure(call(core, fixture.getBook, book));
    expect(error).toMatchObject({ name: "ResponseValidationError", status: 503 });
  });

  test("is given, where nobody asks", async () => {
    const { core, warnings } = clientThatValidates(() => json({}), { responses: "off" });
    await call(core, fixture.getBook, book);
    expect(warnings).toEqual([]);
  });

  test("is one that is empty, where a body is described", async () => {
    const own = { GetBook: { responses: { 200: { "application/json": refusing().refuse } } } };
    const empty = (): Response =>
      new Response(null, { headers: { "content-type": "application/json" } });
    const { core } = clientThatValidates(empty, { responses: "strict" }, own);
    expect(await failure(call(core, fixture.getBook, book))).toBeInstanceOf(
      ResponseValidationError,
    );
  });

  test.each([
    ["with a status that is not described", json({}, { status: 404 })],
    ["of a media type that is not described", new Response("a", { status: 503 })],
  ])("is none %s", async (_, response) => {
    const { core } = clientThatValidates(() => response, { responses: "strict" });
    expect(await failure(call(core, fixture.getBook, book))).toMatchObject({ name: "ApiError" });
  });

  test("is none without a body, as to HEAD", async () => {
    const { refuse } = refusing();
    const own = { Peek: { responses: { 200: { "application/json": refuse } } } };
    const empty = (): Response =>
      new Response(null, { headers: { "content-type": "application/json" } });
    const { core } = clientThatValidates(empty, { responses: "strict" }, own);
    const peek = {
      operationId: "Peek",
      method: "HEAD",
      path: "/",
      responses: { 200: jsonResponse },
    };
    expect(await callLean(core, peek)).toBeUndefined();
  });

  test("is none that is bytes or a stream", async () => {
    const { refuse, given } = refusing();
    const of = (mediaType: string) => ({ responses: { 200: { [mediaType]: refuse } } });
    const own = {
      WatchBooks: of("text/event-stream"),
      ExportBooks: of("application/octet-stream"),
    };
    const type = { value: "text/event-stream" };
    const { core } = clientThatValidates(
      () => new Response("data: 1\n\n", { headers: { "content-type": type.value } }),
      { responses: "strict" },
      own,
    );
    expect(await Array.fromAsync(callStream(core, fixture.watchBooks))).toEqual([1]);
    type.value = "application/octet-stream";
    await call(core, fixture.exportBooks, { path: { format: "x" } });
    expect(given).toEqual([]);
  });
});

test("warnings go to the console without values", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  const { core } = clientOn(() => json({ title: 7_654_321 }), {
    validate: validation(validators),
  });
  await call(core, fixture.getBook, { path: { book_id: "a" } });
  const given = warn.mock.calls;
  warn.mockRestore();
  expect(given).toEqual([
    ["GetBook: 200: the body does not fit the description: body/title must be string"],
  ]);
});

test("an operation without validators passes, whatever it is called", async () => {
  const { core, requests } = clientThatValidates(() => json({}), { responses: "strict" }, {});
  for (const operationId of ["Other", "constructor", "__proto__"])
    await callLean(core, {
      operationId,
      method: "GET",
      path: "/",
      responses: { 200: jsonResponse },
    });
  expect(requests).toHaveLength(3);
});

import { describe, expect, test } from "vitest";
import type { OperationSerializers, OperationValidators } from "../src/operation.ts";
import { createServerCore, withEventFields } from "../src/server/index.ts";
import type { Answer, AnyResult, HttpResponse, ServerOptions } from "../src/server/index.ts";
import * as fixture from "./fixture.ts";
import { bodyOf, sendJson, serve } from "./server-harness.ts";

/** Sends the member `book_id` alone. */
const idOnly = (value: unknown): unknown => ({ book_id: (value as { book_id?: unknown }).book_id });

const book = { book_id: "a", password: "secret" };

/** As the description demands it: no member but `book_id`. */
const closed: OperationValidators = {
  responses: {
    201: {
      "application/json": Object.assign(
        (value: unknown) => Object.keys(value as object).join() === "book_id",
        { errors: [{ instancePath: "/password", keyword: "additionalProperties" }] },
      ),
    },
  },
};

const serializers: OperationSerializers = {
  responses: { 201: { "application/json": idOnly } },
  commonError: (value) => ({ type: (value as { type: unknown }).type }),
};

function create(
  given: Answer<AnyResult>,
  options: ServerOptions = {},
  validators: OperationValidators = {},
): Promise<HttpResponse> {
  const route = { operation: fixture.createBook, validators, serializers, handler: () => given };
  return sendJson(serve([route], options), "POST", "/books", "{}");
}

describe("an answer has", () => {
  test("the members that are declared, and no other", async () => {
    const given = { status: 201, body: book };
    expect(bodyOf(await create(given))).toEqual({ book_id: "a" });
    expect(given.body).toEqual({ book_id: "a", password: "secret" });
  });

  test("all members with serialize: all", async () => {
    expect(bodyOf(await create({ status: 201, body: book }, { serialize: "all" }))).toEqual(book);
  });

  test("in an error that all operations have, what is declared of it", async () => {
    const body = { type: "NotFound", stack: "at …" };
    expect(bodyOf(await create({ status: 404, body }))).toEqual({ type: "NotFound" });
  });

  test("bytes as they are", async () => {
    const body = new TextEncoder().encode('{"a":1}');
    expect((await create({ status: 201, body })).body).toBe(body);
  });
});

describe("what is checked is what is sent", () => {
  test.each([
    ["declared", 201],
    ["all", 500],
  ] as const)("%s", async (serialize, status) => {
    const failures: unknown[] = [];
    const options: ServerOptions = {
      serialize,
      validateResponses: "strict",
      onError: ({ error }) => failures.push(error),
    };
    const response = await create({ status: 201, body: book }, options, closed);
    expect(response.status).toBe(status);
    expect(failures).toHaveLength(serialize === "all" ? 1 : 0);
  });
});

test("each item of a stream has what is declared, and its event fields", async () => {
  const items = [withEventFields({ ...book }, { id: "7" }), book];
  const server = createServerCore(fixture.api, [
    {
      operation: fixture.watchBooks,
      validators: {},
      serializers: { responses: { 200: { "text/event-stream": idOnly } } },
      handler: () => ({ status: 200, body: items }),
    },
  ]);
  const response = await server.handle({ method: "GET", url: "/books/events", headers: {} });
  const frames = await Array.fromAsync(response.body as AsyncIterable<string>);
  expect(frames.join("")).toBe('id: 7\ndata: {"book_id":"a"}\n\ndata: {"book_id":"a"}\n\n');
});

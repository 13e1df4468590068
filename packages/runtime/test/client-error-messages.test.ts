import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import type { ClientOptions, ConnectionError } from "../src/client/index.ts";
import { createClientCore } from "../src/client/index.ts";
import { call, clientOn, failure } from "./client-harness.ts";
import * as fixture from "./fixture.ts";

const refused = async (
  body: unknown,
  { status = 409, type = "application/json", ...options }: Answered = {},
): Promise<string> => {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const answer = () => new Response(text, { status, headers: { "content-type": type } });
  const { core } = clientOn(answer, options);
  const { message } = (await failure(call(core, fixture.listBooks))) as Error;
  return message;
};

interface Answered extends ClientOptions {
  readonly status?: number;
  readonly type?: string;
}

/** Bodies of errors as services send them. */
const problems: readonly (readonly [string, unknown, string])[] = [
  ["our own", { type: "NotFound", errors: ["no book a"] }, "NotFound: no book a"],
  ["our own, without a list", { type: "NotFound" }, "NotFound"],
  [
    "problem details",
    {
      title: "Validation",
      detail: "The request is wrong.",
      errors: [{ pointer: "/name", detail: "is required" }],
    },
    "Validation: The request is wrong.: /name is required",
  ],
  ["a title alone", { title: "Out of stock", status: 409 }, "Out of stock"],
  [
    "GitHub",
    {
      message: "Validation Failed",
      errors: [{ resource: "Issue", field: "title", code: "missing_field" }],
    },
    "Validation Failed: title missing_field",
  ],
  [
    "Stripe",
    {
      error: {
        type: "card_error",
        code: "resource_missing",
        message: "No such customer",
        param: "id",
      },
    },
    "No such customer",
  ],
  [
    "Google",
    { error: { code: 404, message: "Not found", errors: [{ message: "Not found", domain: "x" }] } },
    "Not found",
  ],
  [
    "OAuth",
    { error: "invalid_grant", error_description: "The code has expired" },
    "The code has expired",
  ],
  ["a text as error", { error: "no such thing" }, "no such thing"],
  [
    "FastAPI",
    { detail: [{ loc: ["body", "name"], msg: "Field required" }] },
    "body/name Field required",
  ],
  ["Rails", { errors: { title: ["can't be blank", "is short"] } }, "title can't be blank"],
  [
    "NestJS",
    { statusCode: 400, message: ["name must be a string"], error: "Bad Request" },
    "name must be a string",
  ],
  [
    "Zod",
    {
      success: false,
      error: { name: "ZodError", issues: [{ path: ["a", 0], message: "Required" }] },
    },
    "a/0 Required",
  ],
  ["JSON:API", { errors: [{ title: "Invalid", detail: "must be longer" }] }, "must be longer"],
  ["a list", [{ errorCode: "X", message: "Session expired" }], "Session expired"],
  ["text of several lines", "no\n\u001b[31m such\r\nbook", '"no [31m such book"'],
];

describe("the message of an error says what the service found wrong", () => {
  test.each(problems)("%s", async (_, body, expected) => {
    const isText = typeof body === "string";
    const message = await refused(body, isText ? { type: "text/plain" } : {});
    expect(message).toBe(`ListBooks: 409: ${isText ? JSON.parse(expected) : expected}`);
  });

  test.each([
    ["<!doctype html><html>", "text/html"],
    ["{}", "application/json"],
    ["[]", "application/json"],
    ["null", "application/json"],
    ['{"errors":[]}', "application/json"],
    ['{"errors":{}}', "application/json"],
    ['{"error":null,"message":{"a":1}}', "application/json"],
    ["", "text/plain"],
  ])("and nothing of %s", async (body, type) => {
    expect(await refused(body, { type })).toBe("ListBooks: 409: the status is not documented");
  });

  test("in 200 characters at most", async () => {
    const message = await refused({ message: "x".repeat(1000) });
    expect(message).toBe(`ListBooks: 409: ${"x".repeat(200)}…`);
  });

  test.each([
    [{ auth: { bearer: "sekret-1" } }, "bearer"],
    [{ auth: { bearer: () => "sekret-1" } }, "bearer"],
    [{ auth: { queryKey: "sekret-1" } }, "queryKey"],
    [{ auth: { basic: { username: "u", password: "sekret-1" } } }, "basic"],
    [{ headers: { Authorization: "Bearer sekret-1" } }, "none"],
    [{ headers: { "X-Key": "sekret-1" } }, "none"],
    [
      {
        auth: { bearer: "sekret-1" },
        totalTimeout: 9000,
        middleware: [{ onCall: (r, next) => next(r) }],
      },
      "bearer",
    ],
  ] as readonly (readonly [ClientOptions, string])[])(
    "without the secrets that it repeats: %j",
    async (options, scheme) => {
      const body = { title: "Bad key sekret-1", message: "sekret-1 is no key" };
      const answer = () => Response.json(body, { status: 409 });
      const { core } = clientOn(answer, options);
      const operation = {
        ...fixture.listBooks,
        security: scheme === "none" ? [] : [{ [scheme]: [] }],
      };
      const error = (await failure(call(core, operation))) as Error;
      expect(error.message).toBe("ListBooks: 409: Bad key REDACTED: REDACTED is no key");
    },
  );
});

describe("the message of a broken connection", () => {
  const failed = async (options: ClientOptions, path = "/books/{book_id}"): Promise<Error> => {
    const core = createClientCore(fixture.api, { retries: 0, ...options });
    const operation = { ...fixture.getBook, path, security: [{ queryKey: [] }] };
    const input = { path: { book_id: "sekret-3" } };
    return (await failure(call(core, operation, input))) as ConnectionError;
  };

  test("names origin and reason, and no secret", async () => {
    const cause = Object.assign(new Error("connect refused"), { code: "ECONNREFUSED" });
    const error = await failed({
      auth: { queryKey: "sekret-1" },
      baseUrl: "https://books.example:8443/api/v2/bot12345:sekret-2/",
      fetch: async () => Promise.reject(new TypeError("fetch failed", { cause })),
    });
    expect(error.message).toBe(
      "GetBook: https://books.example:8443: the connection failed: fetch failed: connect refused: ECONNREFUSED",
    );
    expect(inspect(error, { depth: 9 })).not.toMatch(/sekret/);
  });

  test("tells the code of an error that has no message, over a socket", async () => {
    const error = await failed({ baseUrl: "http://127.0.0.1:1" });
    expect(error.message).toMatch(
      /^GetBook: http:\/\/127\.0\.0\.1:1: the connection failed: fetch failed: .+/,
    );
    const cause = new AggregateError([]);
    Object.assign(cause, { code: "ECONNREFUSED" });
    const collected = await failed({
      fetch: async () => Promise.reject(new TypeError("fetch failed", { cause })),
    });
    expect(collected.message).toMatch(/: fetch failed: ECONNREFUSED$/);
  });
});

import { describe, expect, test } from "vitest";
import { anyFail, InvalidAnswerError, ThrownAnswer } from "../src/server/index.ts";
import type { Answer, Fail, Handler, Route } from "../src/server/index.ts";
import * as fixture from "./fixture.ts";
import { bodyOf, echo, send, serve } from "./server-harness.ts";

type Result = { status: 200; body: { book_id: string } } | { status: 404; body: { type: string } };

type GetBookHandler = Handler<{ path: { book_id: string } }, Result>;

/** What a store does that knows nothing of operations, but of one way to fail. */
function find(id: string, fail: Fail<Extract<Result, { status: 404 }>>): { book_id: string } {
  if (id !== "a") throw fail({ status: 404, body: { type: "NotFound" }, headers: { "x-id": id } });
  return { book_id: id };
}

const getBook: GetBookHandler = ({ path }, _, fail) => ({
  status: 200,
  body: find(path.book_id, fail),
});

describe("a result that is thrown", () => {
  const server = serve([echo(fixture.getBook, { handler: getBook })]);

  test("is answered as if it were returned", async () => {
    const response = await send(server, "GET", "/books/b");
    expect(response.status).toBe(404);
    expect(bodyOf(response)).toEqual({ type: "NotFound" });
    expect(response.headers["x-id"]).toBe("b");
    expect((await send(server, "GET", "/books/a")).status).toBe(200);
  });

  test("is no failure, and is validated", async () => {
    const failures: unknown[] = [];
    const handler = (() => {
      throw anyFail({ status: 418 });
    }) as Route["handler"];
    const strict = serve([echo(fixture.listBooks, { handler })], {
      validateResponses: "strict",
      onError: ({ phase, error }) => failures.push([phase, error]),
    });
    expect((await send(strict, "GET", "/books")).status).toBe(500);
    expect(failures).toEqual([["response", expect.any(InvalidAnswerError)]]);
  });

  test("can be caught where a handler is called by itself", () => {
    const call = () => getBook({ path: { book_id: "b" } }, {} as never, anyFail);
    expect(call).toThrow(ThrownAnswer);
    expect(call).toThrow("answered with 404");
  });
});

/** Compiles as long as each line that expects an error has one. */
export const typed: readonly GetBookHandler[] = [
  (_input, _context, fail) => {
    throw fail({ status: 404, body: { type: "NotFound" } });
  },
  (_input, _context, fail) => {
    // @ts-expect-error the status is not documented
    throw fail({ status: 409, body: { type: "Conflict" } });
  },
  (_input, _context, fail) => {
    // @ts-expect-error the body is another status's
    throw fail({ status: 404, body: { book_id: "a" } });
  },
  (_input, _context, fail) => {
    // @ts-expect-error there is no such member
    throw fail({ status: 404, body: { type: "NotFound", detail: "" } });
  },
  // @ts-expect-error the status is not documented
  () => ({ status: 409, body: { type: "Conflict" } }),
  // @ts-expect-error the body is missing
  () => ({ status: 404 }),
];

/** A way to fail that is not documented cannot be lent to what needs it. */
export const lent: Handler<object, { status: 200; body: { book_id: string } }> = (_, __, fail) => ({
  status: 200,
  // @ts-expect-error 404 is not documented here
  body: find("a", fail),
});

/** Members too many are seen where the type of what is returned is written down. */
export const annotated: GetBookHandler = (): Answer<Result> => ({
  status: 404,
  // @ts-expect-error there is no such member
  body: { type: "NotFound", detail: "" },
});

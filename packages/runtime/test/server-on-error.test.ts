import { describe, expect, test } from "vitest";
import { anyFail } from "../src/server/index.ts";
import type { ServerFailure, ServerOptions } from "../src/server/index.ts";
import * as fixture from "./fixture.ts";
import { bodyOf, echo, send, serve } from "./server-harness.ts";

const lost = new Error("lost");

/** A server whose handler fails, and the failures that it reports. */
function failing(onError: ServerOptions["onError"], options: ServerOptions = {}) {
  const failures: ServerFailure[] = [];
  const route = echo(fixture.getBook, {
    handler: () => {
      throw lost;
    },
  });
  const server = serve([route], {
    security: "unchecked",
    ...options,
    onError: (failure) => {
      failures.push(failure);
      return onError?.(failure);
    },
  });
  return { failures, get: () => send(server, "GET", "/books/1") };
}

function answer(failure: ServerFailure): Error {
  return failure.is("GetBook")
    ? failure.fail({ status: 404, body: { type: "NotFound" } })
    : new Error("of another operation");
}

describe("onError answers", () => {
  test.for([
    ["what it returns", (failure: ServerFailure) => answer(failure)],
    ["what it promises", async (failure: ServerFailure) => answer(failure)],
    [
      "what it throws",
      (failure: ServerFailure) => {
        throw answer(failure);
      },
    ],
  ] as const)("%s", async ([, onError]) => {
    const { get, failures } = failing(onError);
    const response = await get();
    expect([response.status, bodyOf(response)]).toEqual([404, { type: "NotFound" }]);
    expect(failures).toMatchObject([{ phase: "handler", error: lost }]);
  });

  test("for the operations that it names", async () => {
    const { get } = failing((failure) =>
      failure.is("ListBooks", "CreateBook") ? failure.fail({ status: 404 }) : undefined,
    );
    expect((await get()).status).toBe(500);
  });

  test("nothing that the operation does not document", async () => {
    const { get, failures } = failing(({ phase }) =>
      phase === "handler" ? anyFail({ status: 418, body: {} }) : undefined,
    );
    expect((await get()).status).toBe(500);
    expect(failures.map(({ phase, error }) => [phase, String(error)])).toEqual([
      ["handler", "Error: lost"],
      ["response", "InvalidAnswerError: GetBook: onError answered 418, which is not documented"],
    ]);
  });

  test("in any of several hooks; the first counts", async () => {
    const { get } = failing(() => undefined, {
      hooks: [
        { onError: () => anyFail({ status: 404, body: { type: "First" } }) },
        { onError: () => anyFail({ status: 404, body: { type: "Second" } }) },
      ],
    });
    expect(bodyOf(await get())).toEqual({ type: "First" });
  });

  test("with a 500 where it returns anything else, or is rejected", async () => {
    const other = failing(() => 7);
    expect((await other.get()).status).toBe(500);
    const rejected = failing(() => Promise.reject(new Error("log is full")));
    expect((await rejected.get()).status).toBe(500);
  });
});

import { http } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { mockOperation, streamOf } from "../src/index.ts";
import type { MockOptions } from "../src/index.ts";
import type { OperationDescriptor } from "../../runtime/src/operation.ts";
import type { AnyResult } from "../../runtime/src/result.ts";
import { call, callStream, clientOf } from "../../runtime/test/client-harness.ts";
import * as fixture from "../../runtime/test/fixture.ts";

/** Whatever no mock takes is answered with 418, and never leaves the process. */
const network = setupServer(http.all("*", () => new Response(null, { status: 418 })));

beforeAll(() => network.listen());
afterEach(() => network.resetHandlers());
afterAll(() => network.close());

const { core } = clientOf({});

const mock = (
  operation: OperationDescriptor,
  answer?: Parameters<typeof mockOperation<never, AnyResult>>[4],
  options?: MockOptions,
) =>
  mockOperation<never, AnyResult>(
    fixture.api,
    operation,
    fixture.createBookValidators,
    { status: operation === fixture.createBook ? 201 : 200, body: { from: operation.operationId } },
    answer,
    options,
  );

describe("a mocked operation", () => {
  test("answers with the default", async () => {
    network.use(mock(fixture.listBooks));
    expect(await call(core, fixture.listBooks)).toEqual({ from: "ListBooks" });
    const response = await fetch("http://elsewhere.example/books");
    expect(await response.json()).toEqual({ from: "ListBooks" });
  });

  test("answers with a given result", async () => {
    network.use(mock(fixture.getBook, { status: 404, body: { type: "NotFound" } }));
    const result = await call(core, fixture.getBook, { path: { book_id: "a" } }).result();
    expect(result).toMatchObject({ status: 404, body: { type: "NotFound" } });
  });

  test("answers with a handler, as a server does", async () => {
    network.use(mock(fixture.getBook, (input) => ({ status: 200, body: input })));
    const input = { path: { book_id: "a/b" } };
    expect(await call(core, fixture.getBook, input)).toMatchObject(input);
  });

  test("refuses what the server refuses", async () => {
    network.use(mock(fixture.createBook));
    const result = await call(core, fixture.createBook, { body: {} }).result();
    expect(result).toMatchObject({
      status: 400,
      body: { type: "ValidationError", errors: [{ in: "body", pointer: "/title" }] },
    });
    const response = await fetch("http://books.example/v1/books", { method: "POST", body: "x" });
    expect(response.status).toBe(415);
  });

  test("streams, time and again", async () => {
    network.use(mock(fixture.watchBooks, { status: 200, body: streamOf([{ a: 1 }, { a: 2 }]) }));
    for (let time = 0; time < 2; time++) {
      const items = callStream<unknown, AnyResult>(core, fixture.watchBooks);
      expect(await Array.fromAsync(items)).toEqual([{ a: 1 }, { a: 2 }]);
    }
  });

  test("answers 501 where it has nothing to say", async () => {
    network.use(mockOperation(fixture.api, fixture.listBooks, {}, undefined));
    expect((await call(core, fixture.listBooks).response()).status).toBe(501);
  });

  test("asks for credentials only when told to", async () => {
    const secured = { ...fixture.listBooks, security: [{ bearer: [] }] };
    network.use(mock(secured));
    expect((await call(core, secured).response()).status).toBe(200);
    network.use(mock(secured, undefined, { security: {} }));
    expect((await call(core, secured).response()).status).toBe(401);
  });
});

describe("a mock leaves to other handlers", () => {
  test("other methods", async () => {
    network.use(mock(fixture.listBooks), mock(fixture.createBook));
    const created = call(core, fixture.createBook, { body: { title: "A" } });
    expect(await created.result()).toMatchObject({ body: { from: "CreateBook" } });
  });

  test("other paths", async () => {
    network.use(mock(fixture.watchBooks, { status: 200, body: [] }), mock(fixture.getBook));
    expect(await call(core, fixture.getBook, { path: { book_id: "a" } })).toEqual({
      from: "GetBook",
    });
    expect((await fetch("http://books.example/v2/books/a")).status).toBe(418);
  });

  test("other origins and prefixes, when it has a base URL", async () => {
    const options = { baseUrl: "http://one.example/api/" };
    network.use(mock(fixture.listBooks, undefined, options));
    expect((await fetch("http://one.example/api/books")).status).toBe(200);
    expect((await fetch("http://one.example/books")).status).toBe(418);
    expect((await fetch("http://two.example/api/books")).status).toBe(418);
  });
});

import { describe, expect, test } from "vitest";
import { call, clientOn, clientOnServer, failure, json } from "./client-harness.ts";
import * as fixture from "./fixture.ts";

describe("an input", () => {
  test.each([
    [{ path: { book_id: "a", other: 1 } }, 'GetBook: unknown path parameter "other"'],
    [
      { path: { book_id: "a" }, header: { "x-trace": "a" } },
      'GetBook: unknown header parameter "x-trace"',
    ],
    [{ path: { book_id: ".." } }, 'GetBook: path parameter "book_id" must not be "." or ".."'],
    [{}, 'GetBook: path parameter "book_id" is missing'],
    [{ path: { book_id: "a" }, body: {} }, "GetBook takes no body"],
  ])("%j is refused before anything is sent", async (input, message) => {
    const { core, requests } = clientOn(() => json({}));
    const error = await failure(call(core, fixture.getBook, input));
    expect(error).toBeInstanceOf(TypeError);
    expect(error).toMatchObject({ message });
    expect(requests).toHaveLength(0);
  });

  test("arrives at the server as it was", async () => {
    const received: unknown[] = [];
    const handler = (input: unknown) => {
      received.push(input);
      return { status: 200, body: {} };
    };
    const path = { book_id: "a/../ü;=?#%2F" };
    const input = { path, header: { "X-Trace": "t" }, cookie: { theme: "dark; blue" } };
    await call(clientOnServer(fixture.getBook, handler), fixture.getBook, input);
    const query = { page: 2, status: ["a,b", "c&d"] };
    await call(clientOnServer(fixture.listBooks, handler), fixture.listBooks, { query });
    expect(received).toEqual([input, { query }]);
  });

  test.each([
    [undefined, { a: [1, null, "ü"] }],
    ["text/plain", "ü\r\n"],
    ["application/x-www-form-urlencoded", { size: 3, tags: ["a&b", "c"], more: "d" }],
    ["multipart/form-data", { size: 3, tags: ["a", "b"], about: { a: 1 } }],
  ])("has its body written as %s and read back", async (contentType, body) => {
    let received: unknown;
    const core = clientOnServer(fixture.sendFile, (input: { body: unknown }) => {
      received = input.body;
      return { status: 200 };
    });
    await call(core, fixture.sendFile, { body, ...(contentType && { contentType }) });
    expect(received).toEqual(body);
  });

  test.each([
    ["a Blob", () => new Blob(["bytes"])],
    ["an ArrayBuffer", () => new TextEncoder().encode("bytes").buffer],
    ["bytes", () => new TextEncoder().encode("bytes")],
    ["a stream", () => new Blob(["bytes"]).stream()],
  ])("may be %s", async (_, body) => {
    let received: Blob | undefined;
    const core = clientOnServer(fixture.sendFile, (input: { body: Blob }) => {
      received = input.body;
      return { status: 200 };
    });
    await call(core, fixture.sendFile, { body: body(), contentType: "application/octet-stream" });
    expect(await received?.text()).toBe("bytes");
  });

  test("may have files in a form", async () => {
    let received: { file: File } | undefined;
    const core = clientOnServer(fixture.sendFile, (input: { body: { file: File } }) => {
      received = input.body;
      return { status: 200 };
    });
    const file = new File(["bytes"], "a.txt", { type: "text/plain" });
    await call(core, fixture.sendFile, { body: { file }, contentType: "multipart/form-data" });
    expect(received?.file).toMatchObject({ name: "a.txt", type: "text/plain" });
    expect(await received?.file.text()).toBe("bytes");
  });

  test("cannot be written as what it is not", async () => {
    const { core } = clientOn(() => json({}));
    const error = await failure(
      call(core, fixture.sendFile, { body: 1, contentType: "text/plain" }),
    );
    expect(error).toMatchObject({ message: "SendFile: the body cannot be written as text/plain" });
  });
});

test("errors of the server come out at the client", async () => {
  const core = clientOnServer(fixture.listBooks, undefined);
  const error = await failure(call(core, fixture.listBooks));
  expect(error).toMatchObject({
    status: 501,
    message: expect.stringMatching(/^ListBooks: 501: NotImplemented: .+ \(request [\da-f-]{36}\)$/),
  });
});

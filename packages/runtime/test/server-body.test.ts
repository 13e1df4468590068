import { describe, expect, test } from "vitest";
import * as fixture from "./fixture.ts";
import { bodyOf, bytes, echo, everything, send, sendJson, serve } from "./server-harness.ts";

describe("a body", () => {
  test("is decoded and validated", async () => {
    const response = await sendJson(everything, "POST", "/books?dry=true", '{"title":"A"}');
    expect(bodyOf(response)).toEqual({ query: { dry: true }, body: { title: "A" } });
  });

  test("and the parameters are refused with every issue at once", async () => {
    const response = await sendJson(everything, "POST", "/books?dry=1", "{}");
    expect(response.status).toBe(400);
    expect(bodyOf(response)).toEqual({
      type: "ValidationError",
      errors: [
        { in: "query", pointer: "/dry", keyword: "type", message: "must be boolean" },
        { in: "body", pointer: "/title", keyword: "required", message: "must have title" },
      ],
    });
  });

  test.each([
    ["{", "json"],
    ["\u0000", "json"],
  ])("%j is no JSON", async (text, keyword) => {
    const response = await sendJson(everything, "POST", "/books?dry=1", text);
    expect(bodyOf(response)).toMatchObject({ errors: [{ in: "body", keyword }, { in: "query" }] });
  });

  test("that is no UTF-8 is refused", async () => {
    const response = await send(everything, "POST", "/books", {
      headers: { "content-type": "application/json" },
      body: Uint8Array.of(0x22, 0xff, 0x22),
    });
    expect(bodyOf(response)).toMatchObject({ errors: [{ in: "body", keyword: "encoding" }] });
  });

  test("that is missing though required is an issue", async () => {
    const response = await send(everything, "POST", "/books");
    expect(response.status).toBe(400);
    expect(bodyOf(response)).toMatchObject({
      errors: [{ in: "body", pointer: "", keyword: "required" }],
    });
  });

  test("that is missing and optional is no member of the input", async () => {
    for (const more of [
      {},
      { body: bytes("") },
      { headers: { "content-type": "application/json" } },
    ]) {
      expect(bodyOf(await send(everything, "DELETE", "/books/a", more))).toEqual({
        path: { book_id: "a" },
      });
    }
  });

  test.each([undefined, "text/plain", "nonsense"])(
    "of the content type %s is refused",
    async (type) => {
      const headers = type === undefined ? {} : { "content-type": type };
      const response = await send(everything, "POST", "/books", { headers, body: bytes("{}") });
      expect(response.status).toBe(415);
      expect(bodyOf(response)).toEqual({ type: "UnsupportedMediaType" });
    },
  );

  test("of an operation that takes none is ignored", async () => {
    const response = await send(everything, "GET", "/books", { body: bytes("x") });
    expect(response.status).toBe(200);
  });

  test("above the limit is refused, however it arrives", async () => {
    const server = serve([echo(fixture.createBook)], { maxBodyBytes: 10 });
    const state = { left: false };
    async function* endless() {
      try {
        for (;;) yield bytes("12345");
      } finally {
        state.left = true;
      }
    }
    const headers = { "content-type": "application/json" };
    for (const request of [
      { headers, body: bytes('"123456789"') },
      { headers, body: endless() },
      { headers: { ...headers, "content-length": "11" }, body: endless() },
    ]) {
      const response = await send(server, "POST", "/books", request);
      expect(response.status).toBe(413);
      expect(bodyOf(response)).toEqual({ type: "PayloadTooLarge" });
    }
    expect(state.left).toBe(true);
    expect((await sendJson(server, "POST", "/books", '"12345678"')).status).toBe(200);
  });

  test("that is announced above the limit is not even begun", async () => {
    const server = serve([echo(fixture.createBook)], { maxBodyBytes: 10 });
    const body: AsyncIterable<Uint8Array> = {
      [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => {}) }),
    };
    const headers = { "content-type": "application/json", "content-length": "11" };
    expect((await send(server, "POST", "/books", { headers, body })).status).toBe(413);
  });

  test("that breaks off is refused", async () => {
    async function* broken() {
      yield bytes("{");
      throw new Error("reset");
    }
    const headers = { "content-type": "application/json" };
    const response = await send(everything, "POST", "/books", { headers, body: broken() });
    expect(response.status).toBe(400);
  });

  test("is named by its media type where there are several", async () => {
    const server = serve([echo(fixture.sendFile)]);
    const form = await send(server, "PUT", "/file", {
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: bytes("size=3&tags=a&tags=b"),
    });
    expect(bodyOf(form)).toEqual({
      contentType: "application/x-www-form-urlencoded",
      body: { size: 3, tags: ["a", "b"] },
    });
    const text = await send(server, "PUT", "/file", {
      headers: { "content-type": "text/plain; charset=utf-8" },
      body: bytes("{"),
    });
    expect(bodyOf(text)).toEqual({ contentType: "text/plain", body: "{" });
  });

  test("that is no multipart body is an issue", async () => {
    const response = await send(serve([echo(fixture.sendFile)]), "PUT", "/file", {
      headers: { "content-type": "multipart/form-data; boundary=x" },
      body: bytes("nonsense"),
    });
    expect(bodyOf(response)).toMatchObject({ errors: [{ in: "body", keyword: "multipart" }] });
  });
});

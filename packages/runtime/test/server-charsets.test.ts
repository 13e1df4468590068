import { describe, expect, test } from "vitest";
import { concatenate } from "../src/byte-stream.ts";
import type { MediaTypeDescriptor, OperationDescriptor, ValueShape } from "../src/operation.ts";
import type { Route } from "../src/server/index.ts";
import { bodyOf, bytes, echo, send, serve } from "./server-harness.ts";

const latin1 = Uint8Array.of(0x63, 0x61, 0x66, 0xe9);

const taking = (media: MediaTypeDescriptor, more: Partial<Route> = {}): Route => {
  const operation: OperationDescriptor = {
    operationId: "Take",
    method: "POST",
    path: "/",
    requestBody: { required: true, content: [media] },
    responses: { 200: { content: [{ mediaType: "application/json" }] } },
  };
  return echo(operation, more);
};

async function sent(media: MediaTypeDescriptor, contentType: string, body: Uint8Array) {
  const server = serve([taking(media)]);
  const headers = { "content-type": contentType };
  const response = await send(server, "POST", "/", { headers, body });
  return { status: response.status, body: bodyOf(response) };
}

describe("a body of text", () => {
  test.each([
    ["text/plain; charset=iso-8859-1", latin1, { body: "café" }],
    ["text/plain; charset=UTF-16LE", Uint8Array.of(0xe9, 0), { body: "é" }],
    ["text/plain", bytes("café"), { body: "café" }],
  ])("of %s is read in its charset", async (contentType, body, answer) => {
    const answered = await sent({ mediaType: "text/plain" }, contentType, body);
    expect(answered).toEqual({ status: 200, body: answer });
  });

  test.each([
    ["text/plain", "text/plain", 400, "encoding"],
    ["text/plain", "text/plain; charset=utf-8", 400, "encoding"],
    ["text/plain", "text/plain; charset=utf-7", 415, "charset"],
    ["application/json", "application/json; charset=unheard-of", 415, "charset"],
    ["application/x-ndjson", "application/x-ndjson; charset=iso-8859-1", 415, "charset"],
    [
      "application/x-www-form-urlencoded",
      "application/x-www-form-urlencoded; charset=iso-8859-1",
      415,
      "charset",
    ],
  ])("%s sent as %s is refused with %i", async (mediaType, contentType, status, keyword) => {
    const stream = mediaType.endsWith("ndjson") ? ({ stream: "json-lines" } as const) : {};
    const answered = await sent({ mediaType, ...stream }, contentType, latin1);
    expect(answered).toMatchObject({ status, body: { errors: [{ in: "body", keyword }] } });
  });

  test("of JSON is read in its charset", async () => {
    const media = { mediaType: "application/json" };
    const body = concatenate([bytes('{"a":"'), latin1, bytes('"}')]);
    const answered = await sent(media, "application/json; charset=iso-8859-1", body);
    expect(answered.body).toEqual({ body: { a: "café" } });
    expect((await sent(media, "application/json", body)).status).toBe(400);
  });

  test.each(["%FF", "a%C3%28", "%e9"])("of pairs with %s is refused", async (text) => {
    const media = { mediaType: "application/x-www-form-urlencoded" };
    for (const pair of [`a=${text}`, `${text}=a`]) {
      const answered = await sent(media, media.mediaType, bytes(pair));
      expect(answered).toMatchObject({ status: 400, body: { errors: [{ keyword: "encoding" }] } });
    }
  });

  test.each(["json-lines", "server-sent-events"] as const)(
    "of items (%s) that is no UTF-8 is refused",
    async (stream) => {
      const items: unknown[] = [];
      const handler = async (input: { body: AsyncIterable<unknown> }) => {
        for await (const item of input.body) items.push(item);
        return { status: 200, body: {} };
      };
      const media = { mediaType: "application/x-ndjson", stream };
      const server = serve([taking(media, { handler: handler as Route["handler"] })]);
      const [start, end] = stream === "json-lines" ? ['"', '"\n'] : ['data: "', '"\n\n'];
      const body = concatenate([bytes(start), latin1, bytes(end)]);
      const headers = { "content-type": "application/x-ndjson" };
      expect((await send(server, "POST", "/", { headers, body })).status).toBe(400);
      expect(items).toEqual([]);
    },
  );
});

describe("a part", () => {
  const shapes: { readonly [name: string]: ValueShape } = {
    text: "string",
    meta: { object: { name: "string" } },
    file: "binary",
    either: { oneOf: ["binary", { object: { url: "string" } }] },
    fileOrText: { oneOf: ["binary", "string"] },
  };
  const media: MediaTypeDescriptor = {
    mediaType: "multipart/form-data",
    shape: { object: shapes },
  };

  /** The body that a handler gets of parts: the head of each, and its content. */
  async function received(...parts: readonly (readonly [head: string, content: Uint8Array])[]) {
    const bodies: { readonly [name: string]: unknown }[] = [];
    const handler = (input: { body: (typeof bodies)[number] }) => {
      bodies.push(input.body);
      return { status: 200, body: {} };
    };
    const chunks = parts.flatMap(([head, content]) => [
      bytes(`--edge\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
      content,
      bytes("\r\n"),
    ]);
    const server = serve([taking(media, { handler: handler as Route["handler"] })]);
    const response = await send(server, "POST", "/", {
      headers: { "content-type": "multipart/form-data; boundary=edge" },
      body: concatenate([...chunks, bytes("--edge--\r\n")]),
    });
    return { response, body: bodies[0] ?? {} };
  }

  const plain = "\r\nContent-Type: text/plain; charset=";

  test("of text is read in its charset, or in that of the form", async () => {
    const own = await received([`name=text${plain}iso-8859-1`, latin1]);
    expect(own.body).toEqual({ text: "café" });
    const form = await received(["name=_charset_", bytes("ISO-8859-1")], ["name=text", latin1]);
    expect(form.body["text"]).toBe("café");
    const named = await received([`name=text; filename="a"${plain}iso-8859-1`, latin1]);
    expect(named.body).toEqual({ text: "café" });
  });

  test.each([
    ["name=text", 400],
    [`name=text${plain}utf-7`, 415],
    ["name=_charset_", 400],
    ['name=text; filename="a.txt"', 400],
    ['name=meta; filename="a"\r\nContent-Type: application/json; charset=utf-7', 415],
    ["name=other", 400],
  ])("with %j of other bytes is refused with %i", async (head, status) => {
    expect((await received([head, latin1])).response.status).toBe(status);
  });

  test.each([
    ["name=file"],
    ["name=file\r\nContent-Type: text/plain; charset=utf-7"],
    ["name=other\r\nContent-Type: application/octet-stream"],
    ["name=either"],
    ["name=fileOrText\r\nContent-Type: image/png"],
    ['name=fileOrText; filename="a"'],
  ])("with %j is a file of the same bytes", async (head) => {
    const every = Uint8Array.from({ length: 256 }, (_, index) => index);
    const { body } = await received([head, every]);
    const [value] = Object.values(body);
    expect(await (value as Blob).bytes()).toEqual(every);
  });

  test("that may be a file or something else is what its head says", async () => {
    const json = "name=either\r\nContent-Type: application/json";
    expect((await received([json, bytes('{"url":"a"}')])).body).toEqual({ either: { url: "a" } });
    expect((await received(["name=fileOrText", bytes("a")])).body).toEqual({ fileOrText: "a" });
  });

  test.each([
    ['filename="a.png"', "a.png"],
    ['filename="../../etc/passwd"', "passwd"],
    ['filename="C:\\(me)\\a.txt"', "a.txt"],
    ['filename="C:a.txt"', "a.txt"],
    ['filename="..\\..\\a"', "a"],
    ['filename="/"', ""],
    ['filename=".."', ""],
    ['filename="a/.."', ""],
    ['filename="%0D%0Aa%22b"', 'a"b'],
    ['filename="a\u0001\u007fb"', "ab"],
    ["filename*=UTF-8''..%2F..%2Fa%00b", "ab"],
    ["filename*=UTF-8''..%5C%C3%BC", "ü"],
    ["filename*=iso-8859-1''..%2F%FC", "ü"],
    ['filename="a%2fb"', "a%2fb"],
    ['filename="..."', "..."],
  ])("with %s is a file of the name %j", async (parameter, name) => {
    const { body } = await received([`name=file; ${parameter}`, latin1]);
    expect((body["file"] as File).name).toBe(name);
  });
});

import { describe, expect, test } from "vitest";
import { MultipartError } from "../src/multipart/multipart-error.ts";
import type { MultipartLimits } from "../src/multipart/parse.ts";
import { partHeadersOf, withPartHeaders } from "../src/multipart/part-headers.ts";
import { readParts } from "../src/multipart/read-parts.ts";
import { writeParts } from "../src/multipart/write-parts.ts";
import type { MediaTypeDescriptor } from "../src/operation.ts";
import { cut, lines } from "./multipart-harness.ts";

const mixed: MediaTypeDescriptor = {
  mediaType: "multipart/mixed",
  as: "parts",
  prefixEncoding: [
    { shape: { object: {} } },
    { contentType: "text/html", shape: "string" },
    { shape: { oneOf: ["integer", "null"] } },
  ],
  itemEncoding: {
    contentType: "image/png, image/*",
    headers: { "X-Kind": "image" },
    shape: "binary",
  },
};

const allBytes = Uint8Array.from({ length: 256 }, (_, index) => index);
const edge = "multipart/mixed; boundary=edge";

const read = (
  body: Uint8Array,
  media: MediaTypeDescriptor = mixed,
  contentType = edge,
  limits?: MultipartLimits,
): Promise<unknown[]> => readParts(media, cut(body, [7, 1, 64]), contentType, limits);

/** Writes a list and reads it again. */
async function exchanged(media: MediaTypeDescriptor, list: readonly unknown[]): Promise<unknown[]> {
  const { contentType, body } = writeParts(media, list);
  return read(new Uint8Array(await body.arrayBuffer()), media, contentType);
}

const textOf = async (media: MediaTypeDescriptor, list: readonly unknown[]): Promise<string> => {
  const { contentType, body } = writeParts(media, list);
  const boundary = /boundary=(\S+)$/.exec(contentType)?.[1] ?? "?";
  return (await body.text()).replaceAll(boundary, "edge");
};

/** What comes of reading a body that is refused: kind, place and message. */
const refusal = (
  body: Uint8Array,
  media?: MediaTypeDescriptor,
  contentType?: string,
  limits?: MultipartLimits,
): Promise<unknown[]> =>
  read(body, media, contentType, limits).then(
    () => ["accepted"],
    (error: unknown) =>
      error instanceof MultipartError ? [error.kind, error.part, error.message] : [error],
  );

describe("a list of parts", () => {
  test("comes out as it was written: values, texts, and all bytes of files", async () => {
    const picture = new Blob([allBytes], { type: "image/jpeg" });
    const scan = new File([allBytes], 'é"/scan.png');
    const [value, html, nothing, first, second, ...rest] = await exchanged(mixed, [
      { title: "ü" },
      "\uFEFF<p>\r\n--edge--\r\n",
      null,
      picture,
      scan,
    ]);
    expect([value, html, nothing, rest]).toEqual([
      { title: "ü" },
      "\uFEFF<p>\r\n--edge--\r\n",
      null,
      [],
    ]);
    for (const file of [first, second] as Blob[])
      expect(new Uint8Array(await file.arrayBuffer())).toEqual(allBytes);
    expect(first).not.toBeInstanceOf(File);
    expect([(first as Blob).type, (second as Blob).type]).toEqual(["image/jpeg", "image/png"]);
    expect((second as File).name).toBe("scan.png");
    expect(await exchanged(mixed, [])).toEqual([]);
  });

  test("has media types, a charset of texts, and the headers that the description fixes", async () => {
    expect(await textOf(mixed, [["a"], "é", 12, new Blob(["x"])])).toBe(
      [
        '--edge\r\nContent-Type: application/json\r\n\r\n["a"]\r\n',
        "--edge\r\nContent-Type: text/html; charset=utf-8\r\n\r\né\r\n",
        "--edge\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n12\r\n",
        "--edge\r\nX-Kind: image\r\nContent-Type: image/png\r\n\r\nx\r\n--edge--\r\n",
      ].join(""),
    );
  });

  test("has the headers of each part, of texts too, and those of what is sent on are not sent", async () => {
    const list = withPartHeaders(
      [withPartHeaders({ a: 1 }, { "X-Own": "1" }), "<p>"],
      [{}, { "Content-Location": "/p", "content-type": "text/xml" }],
    );
    const received = await exchanged(mixed, list);
    expect(partHeadersOf(received[0] as object)).toEqual({
      "x-own": "1",
      "content-type": "application/json",
    });
    expect([partHeadersOf(received, 1), partHeadersOf(received, 7)]).toEqual([
      { "content-location": "/p", "content-type": "text/xml" },
      {},
    ]);
    expect(partHeadersOf(received)).toEqual({});
    expect(await textOf(mixed, received)).not.toMatch(/own|location/i);
  });

  test("has of several media types the one that fits the value", async () => {
    const either: MediaTypeDescriptor = {
      mediaType: "multipart/mixed",
      as: "parts",
      itemEncoding: { contentType: "image/*, image/png, application/json" },
    };
    expect(await textOf(either, [{}, new Blob(["x"]), new Uint8Array(1)])).toMatch(
      /application\/json\r\n\r\n{}[^]*image\/png\r\n\r\nx[^]*image\/png\r\n\r\n\0/,
    );
    const bytes = { ...either.itemEncoding, shape: { oneOf: ["binary", { object: {} }] } } as const;
    expect(await textOf({ ...either, itemEncoding: bytes }, ["a text for bytes"])).toContain(
      "image/png\r\n\r\na text",
    );
    const turned = { ...either, itemEncoding: { contentType: "application/json, image/png" } };
    expect(await textOf(turned, [new Blob(["x"])])).toContain("image/png\r\n\r\nx");
  });

  test("is a form where the description says so, with the names that it fixes, else places", async () => {
    const form: MediaTypeDescriptor = {
      mediaType: "multipart/form-data",
      as: "parts",
      prefixEncoding: [{ headers: { "Content-Disposition": 'form-data; name="about"' } }],
      itemEncoding: { shape: "binary" },
    };
    expect(await textOf(form, ["é", new Blob(["x"]), new File(["y"], 'a".txt')])).toBe(
      [
        '--edge\r\nContent-Disposition: form-data; name="about"\r\n\r\né\r\n',
        '--edge\r\nContent-Disposition: form-data; name="1"; filename="blob"\r\nContent-Type: application/octet-stream\r\n\r\nx\r\n',
        '--edge\r\nContent-Disposition: form-data; name="2"; filename="a%22.txt"\r\nContent-Type: application/octet-stream\r\n\r\ny\r\n--edge--\r\n',
      ].join(""),
    );
    expect((await exchanged(form, ["é", new Blob(["x"])]))[0]).toBe("é");
  });

  test.each([
    ["multipart/related", 'multipart/related; type="application/json"'],
    ["multipart/related; type=text/html; boundary=old", "multipart/related; type=text/html"],
    ['multipart/mixed; boundary="a b"', "multipart/mixed"],
    ["multipart/*", "multipart/mixed"],
  ])("of %s is sent as %s with a boundary of its own", (mediaType, sent) => {
    const { contentType } = writeParts({ mediaType, as: "parts" }, [{ root: true }]);
    expect(contentType).toMatch(/; boundary=part-[\da-f-]{36}$/);
    expect(contentType.replace(/; boundary=part-.*$/, "")).toBe(sent);
  });

  test("keeps text that encodes bytes as it is, and says so", async () => {
    const encoded: MediaTypeDescriptor = {
      mediaType: "multipart/mixed",
      as: "parts",
      itemEncoding: { headers: { "Content-Transfer-Encoding": "base64" }, shape: "string" },
    };
    expect(await textOf(encoded, ["AAEC"])).toContain("Content-Transfer-Encoding: base64\r\n");
    expect(await exchanged(encoded, ["AAEC"])).toEqual(["AAEC"]);
  });

  test("is read as programs of mail write it: folded headers, base64 and quoted-printable", async () => {
    const body = lines(
      "A preamble.",
      "--edge",
      "MIME-Version: 1.0",
      "Content-Type: application/json;",
      ' charset="utf-8"',
      "Content-Transfer-Encoding: base64",
      "",
      "eyJ0aXRsZSI6",
      "IsO8In0=",
      "",
      "--edge  ",
      'Content-Type: text/html; charset="iso-8859-1"',
      "Content-Transfer-Encoding: Quoted-Printable",
      "",
      "<p>=FC=3D long =",
      "line=20 ",
      "end",
      "--edge",
      "",
      "7",
      "--edge--",
      "An epilogue.",
    );
    expect(await read(body)).toEqual([{ title: "ü" }, "<p>ü= long line \r\nend", 7]);
  });

  test("of which nothing is known is read by the media types of its parts", async () => {
    const body = lines(
      "--edge",
      "Content-Type: application/problem+json",
      "",
      '{"a":1}',
      "--edge",
      "Content-Type: text/plain",
      "",
      "12",
      "--edge",
      "Content-Type: image/png",
      "",
      "x",
      "--edge",
      'Content-Disposition: attachment; filename="a.txt"',
      "",
      "y",
      "--edge--",
    );
    const [json, text, image, file] = await read(body, {
      mediaType: "multipart/mixed",
      as: "parts",
    });
    expect([json, text]).toEqual([{ a: 1 }, "12"]);
    expect([image, file].map((one) => one instanceof Blob)).toEqual([true, true]);
    expect((file as File).name).toBe("a.txt");
  });
});

describe("what cannot be sent", () => {
  test.each([
    ["a line break in a header", { "X-A": "1\r\nX-B: 2" }, "has a line break"],
    ["a line break in a name", { "X-A: 1\r\nX-B": "2" }, "is not a header name"],
    ["another header in a name", { "X-A: 1, X-B": "2" }, "is not a header name"],
    ["no name", { "": "2" }, "is not a header name"],
  ])("%s is a TypeError", (_, headers, message) => {
    const list = withPartHeaders(["text"], [headers as Record<string, string>]);
    expect(() => writeParts(mixed, list)).toThrow(message);
  });

  test("a name of a file begins no header", async () => {
    const text = await textOf(mixed, [new File(["x"], 'a"\r\nX-B: 2')]);
    expect(text).toContain('filename="a%22%0D%0AX-B: 2"');
  });

  test.each([
    ["undefined", undefined, "part 1 is undefined"],
    ["a stream", new ReadableStream(), "part 1: a part cannot be a stream"],
    ["a function", () => "text", "part 1: a part cannot be a stream"],
  ])("%s is a TypeError", (_, value, message) => {
    expect(() => writeParts(mixed, [{}, value])).toThrow(message);
  });

  test("each body has a boundary that nobody can foretell", () => {
    const boundaries = Array.from({ length: 100 }, () => writeParts(mixed, []).contentType);
    expect(new Set(boundaries).size).toBe(100);
  });
});

describe("what cannot be read", () => {
  const complete = ["--edge", "", "{}", "--edge--"];

  test.each([
    ["no end", lines("--edge", "", "{}"), "malformed", "0"],
    ["an end within the end", lines("--edge", "", "{}", "--edge-"), "malformed", undefined],
    ["no parts and no end", lines("--edge", ""), "malformed", undefined],
    ["another boundary", lines("--other", "", "{}", "--other--"), "malformed", undefined],
    ["a line that is no header", lines("--edge", "no header", ...complete), "malformed", undefined],
    ["no bytes", new Uint8Array(), "empty", undefined],
    [
      "a file name twice",
      lines("--edge", "Content-Disposition: a", "Content-Disposition: b", ...complete),
      "malformed",
      undefined,
    ],
    [
      "an unknown transfer encoding",
      lines("--edge", "Content-Transfer-Encoding: x-uuencode", "", "a", ...complete),
      "malformed",
      "0",
    ],
    [
      "base64 that is none",
      lines("--edge", "Content-Transfer-Encoding: base64", "", "a*", ...complete),
      "malformed",
      "0",
    ],
    [
      "quoted-printable that is none",
      lines("--edge", "Content-Transfer-Encoding: quoted-printable", "", "=0g", ...complete),
      "malformed",
      "0",
    ],
  ])("%s", async (_, body, kind, part) => {
    expect((await refusal(body)).slice(0, 2)).toEqual([kind, part]);
  });

  test("text that is not in its charset is refused with its place", async () => {
    const parts = ["--edge", "", "{}", "--edge", "Content-Type: text/html"];
    const body = new Uint8Array([...lines(...parts, "", ""), 0xff, ...lines("", "--edge--")]);
    expect((await refusal(body)).slice(0, 2)).toEqual(["encoding", "1"]);
  });

  test("more parts, larger ones and more bytes than the limits allow", async () => {
    const body = lines("--edge", "", "{}", "--edge", "", "four", "--edge--");
    const refused = async (limits: MultipartLimits): Promise<unknown[]> =>
      (await refusal(body, mixed, edge, limits)).slice(0, 2);
    expect(await refused({ maxParts: 1 })).toEqual(["too large", undefined]);
    expect(await refused({ maxPartBytes: (place) => (place === "1" ? 3 : 9) })).toEqual([
      "too large",
      "1",
    ]);
    expect(await refused({ maxBytes: 12 })).toEqual(["too large", undefined]);
    expect(await refused({ maxHeaderBytes: 0, maxParts: 2 })).toEqual(["accepted"]);
    const many = lines(
      ...Array.from({ length: 1001 }, () => ["--edge", "", "{}"]).flat(),
      "--edge--",
    );
    expect((await refusal(many))[0]).toBe("too large");
  });

  test.each([
    "multipart/mixed",
    "multipart/mixed; boundary=",
    `multipart/mixed; boundary=${"b".repeat(71)}`,
  ])("%s, as nothing says where parts end", async (contentType) => {
    expect((await refusal(lines(...complete), mixed, contentType))[0]).toBe("malformed");
  });

  test("a part that is called as a member of every object is a header like others", async () => {
    const [value] = await read(
      lines("--edge", "__proto__: x", "constructor: y", "", "{}", "--edge--"),
    );
    expect(Object.keys(partHeadersOf(value as object)).toSorted()).toEqual([
      "__proto__",
      "constructor",
    ]);
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });
});

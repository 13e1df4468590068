import { describe, expect, test } from "vitest";
import { parseMultipart } from "../src/multipart/parse.ts";
import { cut, lines, multipart, readAll } from "./multipart-harness.ts";

const disposition = 'Content-Disposition: form-data; name="a"';

/** A body of one part with these headers. */
const withHead = (...head: string[]): Uint8Array => lines("--edge", ...head, "", "x", "--edge--");

const read = (body: Uint8Array, contentType = multipart) => readAll(cut(body), contentType);

describe("a multipart body", () => {
  test("is read wherever it is cut", async () => {
    const body = lines(
      "preamble",
      "--edge",
      disposition,
      "",
      "\r\n--edg\r\n\r\r\n-",
      "--edge \t",
      'Content-Disposition: form-data; name="f"; filename="f.bin"',
      "Content-Type: image/png",
      "",
      "",
      "--edge--",
      "epilogue",
    );
    for (let length = 1; length <= body.length; length++) {
      expect(await readAll(cut(body, [length]))).toEqual([
        { name: "a", text: "\r\n--edg\r\n\r\r\n-" },
        { name: "f", filename: "f.bin", contentType: "image/png", text: "" },
      ]);
    }
  });

  test.each([
    ["without parts", ["--edge--", ""], 0],
    ["without an end to its last line", ["--edge", disposition, "", "x", "--edge--"], 1],
    ["with a part that has no content", ["--edge", disposition, "", "--edge--"], 1],
    [
      "with a line that only looks like its end",
      ["--edge", disposition, "", "--edg", "--edge--"],
      1,
    ],
  ])("%s is one", async (_, body, count) => {
    expect(await read(lines(...body))).toHaveLength(count);
  });

  test.each([
    ["has no boundary", ["x"]],
    ["has its boundary within a line", ["x--edge", disposition, "", "x--edge--"]],
    ["ends within its boundary", ["--edge"]],
    ["ends within its headers", ["--edge", disposition]],
    ["ends within its content", ["--edge", disposition, "", "x"]],
    ["lacks its last boundary", ["--edge", disposition, "", "x", "--edge", ""]],
    ["goes on behind a boundary", ["--edge2", disposition, "", "x", "--edge--"]],
    ["has headers behind a boundary", [`--edge: ${disposition}`, "", "x", "--edge--"]],
    [
      "has a boundary among its headers",
      ["--edge", disposition, "--edge", disposition, "", "x", "--edge--"],
    ],
    ["has a part without headers", ["--edge", "", "x", "--edge--"]],
  ])("is malformed where it %s", async (_, body) => {
    await expect(read(lines(...body))).rejects.toMatchObject({
      name: "MultipartError",
      kind: "malformed",
    });
  });

  test("may be nothing at all", async () => {
    await expect(read(new Uint8Array())).rejects.toMatchObject({ kind: "empty" });
  });

  test("skips what is not read of a part", async () => {
    const body = lines(
      "--edge",
      disposition,
      "",
      "long",
      "--edge",
      disposition,
      "",
      "x",
      "--edge--",
    );
    const names: string[] = [];
    for await (const { name, chunks } of parseMultipart(cut(body, [1]), multipart)) {
      names.push(name);
      for await (const chunk of chunks) if (chunk.length > 0) break;
    }
    expect(names).toEqual(["a", "a"]);
  });

  test("leaves its source where it is left", async () => {
    const state = { left: false };
    async function* endless() {
      try {
        yield lines("--edge", disposition, "", "");
        for (;;) yield lines("x");
      } finally {
        state.left = true;
      }
    }
    for await (const { name } of parseMultipart(endless(), multipart)) if (name === "a") break;
    expect(state.left).toBe(true);
  });

  test("is read without a change to the memory that its chunks stand in", async () => {
    const body = lines("--edge", disposition, "", "x", "--edge--");
    const pools: Uint8Array[] = [];
    async function* pooled() {
      for await (const chunk of cut(body, [3])) {
        const pool = new Uint8Array(100).fill(7);
        pool.set(chunk);
        pools.push(pool.slice(), pool);
        yield pool.subarray(0, chunk.length);
      }
    }
    await readAll(pooled());
    for (let index = 0; index < pools.length; index += 2) {
      expect(pools[index + 1]).toEqual(pools[index]);
    }
  });

  test("fails as its source does", async () => {
    async function* broken() {
      yield lines("--edge", disposition, "", "x");
      throw new Error("reset");
    }
    await expect(readAll(broken())).rejects.toThrow("reset");
  });
});

describe("the boundary", () => {
  test.each([
    ["edge", "edge"],
    ['"edge"', "edge"],
    ['"a b:c/d"; charset=utf-8', "a b:c/d"],
    ["e".repeat(70), "e".repeat(70)],
  ])("%s is taken", async (written, boundary) => {
    const body = lines(`--${boundary}`, disposition, "", "x", `--${boundary}--`);
    expect(await read(body, `multipart/form-data; BOUNDARY=${written}`)).toHaveLength(1);
  });

  test.each([
    "",
    "; boundary=",
    '; boundary="a "',
    "; boundary=a*b",
    "; boundary=a; boundary=b",
    "; boundary=" + "e".repeat(71),
  ])("of multipart/form-data%s is refused", async (parameters) => {
    await expect(read(withHead(disposition), `multipart/form-data${parameters}`)).rejects.toThrow(
      "must have a boundary of 1 to 70 characters in its Content-Type",
    );
  });
});

test("a boundary among the headers of a part is none of them, even if it has a colon", async () => {
  const body = lines("--a:b", disposition, "--a:b", "", "x", "--a:b--");
  await expect(read(body, 'multipart/form-data; boundary="a:b"')).rejects.toMatchObject({
    kind: "malformed",
  });
});

describe("the head of a part", () => {
  test.each([
    ["name=a", "a", undefined],
    ['name="a b"; filename="c;d=e"', "a b", "c;d=e"],
    [String.raw`name="a\"b"`, 'a"b', undefined],
    [String.raw`name="a\"; filename=\"b"`, 'a"; filename="b', undefined],
    [String.raw`name="a\"; filename="b\"`, "a\\", "b"],
    [String.raw`name="b\a\\b"`, String.raw`b\a\\b`, undefined],
    ['name="a%22%0d%0Ab%20%"', 'a"\r\nb%20%', undefined],
    ['name="ü 🙂"', "ü 🙂", undefined],
    ["name=a; filename=", "a", ""],
    [`name=a; filename="x"; filename*=UTF-8''%c3%bc%20%22`, "a", 'ü "'],
    [`name=a; filename*=iso-8859-1'en'%FC`, "a", "ü"],
    ["NAME=a ; ", "a", undefined],
  ])("with %s", async (parameters, name, filename) => {
    const body = withHead(`content-disposition:Form-Data; ${parameters}`);
    const [part] = await read(body);
    expect([part?.name, part?.filename]).toEqual([name, filename]);
  });

  test("may go over several lines", async () => {
    const body = withHead("Content-Disposition: form-data;", "\t name=a;", "  filename=b");
    expect(await read(body)).toMatchObject([{ name: "a", filename: "b" }]);
  });

  test("has further headers, whatever their names", async () => {
    const body = withHead(disposition, "X-Rotation:  90 ", "x-rotation: 180", "__proto__: y");
    for await (const { headers } of parseMultipart(cut(body), multipart)) {
      expect(Object.entries(headers)).toEqual([
        ["content-disposition", 'form-data; name="a"'],
        ["x-rotation", "90, 180"],
        ["__proto__", "y"],
      ]);
    }
    expect.assertions(1);
  });

  test.each([
    ["no name", ["Content-Disposition: form-data"]],
    ["no disposition", ["Content-Type: text/plain"]],
    ["another disposition", ["Content-Disposition: attachment; name=a"]],
    ["two dispositions", [disposition, disposition]],
    ["two types", [disposition, "Content-Type: a/b", "Content-Type: c/d"]],
    ["two names", [`${disposition}; name=b`]],
    ["a name without an end", ['Content-Disposition: form-data; name="a']],
    ["a parameter without a value", [`${disposition}; x`]],
    ["a coding", [disposition, "Content-Transfer-Encoding: base64"]],
    ["a line without a colon", [disposition, "x"]],
    ["a space before a colon", [disposition, "x : y"]],
    ["a lone line feed", [`${disposition}\nx: y`]],
    ["a lone carriage return", [`${disposition}\rx: y`]],
    ["a NUL", [disposition, "x: \0"]],
    ["an unknown charset", [`${disposition}; filename*=koi8-r''a`]],
    ["broken percent-encoding", [`${disposition}; filename*=utf-8''%ff`]],
  ])("with %s is malformed", async (_, head) => {
    await expect(read(withHead(...head))).rejects.toMatchObject({ kind: "malformed" });
  });

  test("that is no UTF-8 is malformed", async () => {
    const body = withHead(`${disposition}; filename="?"`);
    body[body.indexOf(0x3f)] = 0xff;
    await expect(read(body)).rejects.toThrow("must have parts with headers in UTF-8");
  });
});

describe("a limit", () => {
  const part = (name: string, text: string) => [
    "--edge",
    `Content-Disposition: form-data; name=${name}`,
    "",
    text,
  ];
  const body = lines(...part("a", "12345"), ...part("b", "123"), "--edge--", "");

  test.each([
    ["of parts", { maxParts: 1 }, "must have at most 1 parts", undefined],
    ["of headers", { maxHeaderBytes: 10 }, "at most 10 bytes of headers", undefined],
    [
      "of all bytes",
      { maxBytes: body.length - 1 },
      `at most ${body.length - 1} bytes in all`,
      undefined,
    ],
    ["of all bytes within a part", { maxBytes: 60 }, "at most 60 bytes in all", "a"],
    [
      "of a part's bytes",
      { maxPartBytes: (name: string) => (name === "b" ? 2 : 9) },
      "at most 2 bytes",
      "b",
    ],
  ])("%s is kept", async (_, limits, message, name) => {
    const reading = readAll(cut(body, [1]), multipart, limits);
    await expect(reading).rejects.toMatchObject({ kind: "too large", part: name });
    await expect(reading).rejects.toThrow(message);
  });

  test("is no less than what is allowed", async () => {
    const { length } = "Content-Disposition: form-data; name=a";
    const limits = {
      maxParts: 2,
      maxHeaderBytes: length,
      maxBytes: body.length,
      maxPartBytes: () => 5,
    };
    expect(await readAll(cut(body), multipart, limits)).toHaveLength(2);
  });

  test.each([
    ["a head", lines("--edge", disposition, "x: ")],
    ["a part", lines("--edge", disposition, "", "")],
  ])("ends the reading of %s that has no end", async (_, start) => {
    const state = { given: 0 };
    async function* endless() {
      yield start;
      for (;;) {
        state.given += 1000;
        yield new Uint8Array(1000).fill(120);
      }
    }
    const limits = { maxHeaderBytes: 20_000, maxPartBytes: () => 20_000 };
    await expect(readAll(endless(), multipart, limits)).rejects.toMatchObject({
      kind: "too large",
    });
    expect(state.given).toBeLessThanOrEqual(21_000);
  });
});

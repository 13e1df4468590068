import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { listen, statusesOf } from "./abuse-server.ts";
import type { AbusedServer } from "./abuse-server.ts";

let server: AbusedServer;

beforeAll(async () => {
  server = await listen();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

afterEach(async () => {
  await server.quiet();
  server.throwFailure();
});

/** What is answered to a body. */
async function answerTo(
  body: string,
  { line = "PUT /file", type = "application/json", more = "" } = {},
): Promise<{ status: number | undefined; text: string }> {
  const head = `host: a\r\nconnection: close\r\ncontent-type: ${type}\r\n${more}`;
  const length = Buffer.byteLength(body, "latin1");
  const text = await server.exchange(
    `${line} HTTP/1.1\r\n${head}content-length: ${length}\r\n\r\n${body}`,
  );
  return { status: statusesOf(text)[0], text: text.slice(text.indexOf("\r\n\r\n") + 4) };
}

/** The body that a handler was given. */
async function bodyOf(json: string): Promise<unknown> {
  const { text } = await answerTo(json);
  return (JSON.parse(text) as { body: unknown }).body;
}

describe("a JSON body", () => {
  test.each([
    ["a byte that is no UTF-8", '"\xff"'],
    ["an overlong slash", '"\xc0\xaf"'],
    ["half of a surrogate pair, in bytes", '"\xed\xa0\x80"'],
    ["another encoding", "\xff\xfe{\0}\0"],
    ["a NUL behind it", "{}\0"],
    ["a second value behind it", "{}{}"],
    ["a name without quotes", "{a:1}"],
    ["a comma too many", "[1,]"],
    ["a number that is none", "NaN"],
    ["a line break in a text", '"\n"'],
    ["no end", "[".repeat(100_000)],
    ["nothing but spaces", " ".repeat(100_000)],
  ])("with %s is refused", async (_, body) => {
    expect((await answerTo(body)).status).toBe(400);
  });

  test("names what every object has, and changes no object", async () => {
    const json = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}';
    expect(JSON.stringify(await bodyOf(json))).toBe(json);
    expect({}).not.toHaveProperty("polluted");
  });

  test("says of a name that it has twice what it says last", async () => {
    expect(await bodyOf('{"a":1,"b":2,"a":3}')).toStrictEqual({ a: 3, b: 2 });
  });

  test.each([
    ["1e400", ""],
    ["[0,-1E+400]", "/1"],
    ['{"a":{"b/c":[1, 2, 1.5e0309]}}', "/a/b~1c/2"],
    [`[${"9".repeat(309)}]`, "/0"],
    [`{"a":${"9".repeat(300)}e9}`, "/a"],
  ])("with a number beyond all range is refused: %s", async (body, pointer) => {
    const { status, text } = await answerTo(body);
    expect(status).toBe(400);
    const message = "must be a number between -1.8e308 and 1.8e308";
    expect(JSON.parse(text)).toMatchObject({ errors: [{ in: "body", pointer, message }] });
  });

  test.each([
    ["9007199254740993", ""],
    ["[1.5,-9007199254740993]", "/1"],
    ['{"9007199254740993":[{"a/b":123456789012345678}]}', "/9007199254740993/0/a~1b"],
    [`["${"9007199254740993 ".repeat(100)}",${"1".repeat(30)}]`, "/1"],
  ])("with an integer that would be another number is refused: %s", async (body, pointer) => {
    const { status, text } = await answerTo(body);
    expect(status).toBe(400);
    const message = expect.stringContaining("must be a number that a double holds exactly");
    expect(JSON.parse(text)).toMatchObject({ errors: [{ in: "body", pointer, message }] });
  });

  test("has doubles as they are written, and halves of characters", async () => {
    const doubles = `[1e-400,1.7e308,"1e400",0.12345678901234567890,1152921504606846976,${2 ** 60}]`;
    expect(await bodyOf(doubles)).toStrictEqual([
      0,
      1.7e308,
      "1e400",
      0.12345678901234568,
      2 ** 60,
      2 ** 60,
    ]);
    expect(await bodyOf(String.raw`"\ud800\u0000"`)).toBe("\ud800\0");
  });

  test.each([
    ["members", `{${Array.from({ length: 60_000 }, (_, index) => `"n${index}":0`).join(",")}}`],
    ["items", `[${"0,".repeat(400_000)}0]`],
    ["one text", `"${"a".repeat(1_000_000)}"`],
  ])("of many bytes of %s is taken", async (_, body) => {
    expect((await answerTo(body)).status).toBe(200);
  });

  test("of too many bytes is refused, whatever it says of its length", async () => {
    const body = `"${"a".repeat(2 ** 20)}"`;
    expect((await answerTo(body)).status).toBe(413);
    const head = "PUT /file HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n";
    const chunks = `${(2 ** 20).toString(16)}\r\n${"a".repeat(2 ** 20)}\r\n`.repeat(3);
    const text = await server.exchange(`${head}transfer-encoding: chunked\r\n\r\n${chunks}`);
    expect(statusesOf(text)).toStrictEqual([413]);
  });

  test("that is compressed is not expanded", async () => {
    const bomb = gzipSync(Buffer.alloc(10 * 2 ** 20)).toString("latin1");
    for (const coding of ["gzip", "br", "deflate", "gzip, identity", "x-unknown"]) {
      const { status } = await answerTo(bomb, { more: `content-encoding: ${coding}\r\n` });
      expect(status).toBe(415);
    }
  });

  const levels = [
    ["arrays", "[".repeat(100_000) + "]".repeat(100_000)],
    ["objects", `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`],
  ] as const;

  test.each(levels)("of 100 000 levels of %s is read", async (_, body) => {
    expect((await answerTo(body, { line: "POST /books" })).status).toBe(400);
  });

  test.each(levels)("of 100 000 levels of %s fails in no handler", async (_, body) => {
    const { status } = await answerTo(body);
    expect(() => server.throwFailure()).not.toThrow();
    expect(status).toBeLessThan(500);
  });
});

describe("a form", () => {
  const boundary = "piece";
  const multipart = { line: "POST /form", type: `multipart/form-data; boundary=${boundary}` };
  const part = (name: string): string =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n1\r\n`;
  const partsOf = (one: (index: number) => string): string =>
    Array.from({ length: 10_000 }, (_, index) => part(one(index))).join("");

  test.each([
    ["no end", part("a")],
    ["no parts", `--${boundary}`],
    ["no boundary", "a".repeat(100_000)],
    ["nothing but line breaks", "\r\n".repeat(100_000)],
    ["a part without a name", `--${boundary}\r\n\r\n1\r\n--${boundary}--\r\n`],
  ])("in parts with %s is refused", async (_, body) => {
    expect((await answerTo(body, multipart)).status).toBe(400);
  });

  test.each([
    ["10 000 names", `${partsOf((index) => `name${index}`)}--${boundary}--\r\n`],
    ["one name 10 000 times", `${partsOf(() => "name")}--${boundary}--\r\n`],
    ["10 000 members of one", `${partsOf((index) => `deep[${index}]`)}--${boundary}--\r\n`],
    ["nothing but boundaries", `--${boundary}`.repeat(10_000)],
    ["headers without an end", `--${boundary}\r\n${"a: b\r\n".repeat(50_000)}`],
  ])("in parts with %s is taken or refused", async (_, body) => {
    expect([200, 400, 413]).toContain((await answerTo(body, multipart)).status);
  });

  test.each([
    ["100 000 names", Array.from({ length: 100_000 }, (_, index) => `${index}=1`).join("&")],
    ["one name 100 000 times", "a=1&".repeat(100_000)],
    ["nothing but separators", "&".repeat(1_000_000)],
    ["nothing but equals signs", "=&".repeat(500_000)],
    ["brackets", `deep${"[a]".repeat(300_000)}=1`],
    ["what every object has", "__proto__=1&constructor=2&deep[__proto__][polluted]=1"],
    ["a lone percent sign", "a=%&%zz=100%"],
  ])("in pairs with %s is taken", async (_, body) => {
    const type = "application/x-www-form-urlencoded";
    expect((await answerTo(body, { line: "POST /form", type })).status).toBe(200);
    expect({}).not.toHaveProperty("polluted");
  });

  test("in pairs with what is no UTF-8 is refused", async () => {
    const type = "application/x-www-form-urlencoded";
    for (const body of ["a=%FF", "%FF=a", "a=%C3%A9&a=%E9"])
      expect((await answerTo(body, { line: "POST /form", type })).status).toBe(400);
  });
});

describe("headers", () => {
  const send = async (header: string): Promise<number | undefined> => {
    const head = `GET /styles/1/.a=b/;matrix=a/b.c HTTP/1.1\r\nhost: a\r\nconnection: close\r\n`;
    return statusesOf(await server.exchange(`${head}${header}\r\n\r\n`))[0];
  };

  test.each([
    ["many lists", `accept: ${"a/b;q=0.1,".repeat(1200)}*/*`, 200],
    ["quotes without end", `accept: */*;a="${'\\"'.repeat(5000)}`, 200],
    ["many parameters", `accept: a/b${";c".repeat(5000)}`, 406],
    ["many spaces", `accept: ${" ".repeat(12_000)}*/*`, 200],
    ["many cookies", `cookie: ${"a=b; ".repeat(2500)}`, 200],
    ["no cookies but semicolons", `cookie: ${";".repeat(12_000)}`, 200],
    ["cookies that every object has", "cookie: __proto__=1; prefs=__proto__,1", 200],
    ["many items", `x-list: ${"1,".repeat(5000)}1`, 200],
    ["names that every object has", "__proto__: 1\r\nconstructor: 2", 200],
    ["one name many times", "x-list: 1\r\n".repeat(900).trimEnd(), 200],
    ["more lines than Node takes", "x-list: 1\r\n".repeat(3000).trimEnd(), 431],
    ["more than fit", `x-a: ${"a".repeat(17_000)}`, 431],
    ["more than Node takes", `x-a: ${"a".repeat(40_000)}`, 431],
    ["a request id that would be two lines", "x-request-id: a%0d%0ab", 200],
  ])("with %s are answered", async (_, header, status) => {
    expect(await send(header)).toBe(status);
  });
});

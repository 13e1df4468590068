import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { lastRequest, listen, statusesOf } from "./abuse-server.ts";
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

/** The statuses that are answered to bytes and a request behind them, and what was handled. */
async function sendBefore(text: string): Promise<{ statuses: number[]; handled: string[] }> {
  const before = server.handled.length;
  const statuses = statusesOf(await server.exchange(text + lastRequest));
  return { statuses, handled: server.handled.slice(before).toSorted() };
}

const refused = { statuses: [400], handled: [] };
const post = "POST /books HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n";
const book = '{"title":"A"}';
const chunked = `${book.length.toString(16)}\r\n${book}\r\n0\r\n\r\n`;

describe("a request whose end two readers may see at different places", () => {
  test.each([
    ["both lengths", `content-length: 6\r\ntransfer-encoding: chunked\r\n\r\n${chunked}`],
    [
      "both lengths, the other way",
      `transfer-encoding: chunked\r\ncontent-length: 6\r\n\r\n${chunked}`,
    ],
    ["two lengths", `content-length: 13\r\ncontent-length: 90\r\n\r\n${book}`],
    ["the same length twice", `content-length: 13\r\ncontent-length: 13\r\n\r\n${book}`],
    ["a list of lengths", `content-length: 13, 13\r\n\r\n${book}`],
    ["a signed length", `content-length: +13\r\n\r\n${book}`],
    ["a negative length", `content-length: -13\r\n\r\n${book}`],
    ["a hexadecimal length", `content-length: 0xd\r\n\r\n${book}`],
    ["an endless length", `content-length: ${"9".repeat(30)}\r\n\r\n${book}`],
    ["no length in its header", `content-length: \r\n\r\n${book}`],
    ["a space before the colon", `content-length : 13\r\n\r\n${book}`],
    ["an unknown transfer coding", `transfer-encoding: xchunked\r\n\r\n${chunked}`],
    ["another coding behind chunked", `transfer-encoding: chunked, identity\r\n\r\n${chunked}`],
    [
      "two transfer codings",
      `transfer-encoding: chunked\r\ntransfer-encoding: identity\r\n\r\n${chunked}`,
    ],
    ["a control character before chunked", `transfer-encoding: \vchunked\r\n\r\n${chunked}`],
    ["a folded header", `transfer-encoding:\r\n chunked\r\n\r\n${chunked}`],
    [
      "a hexadecimal prefix of a chunk",
      `transfer-encoding: chunked\r\n\r\n0xd\r\n${book}\r\n0\r\n\r\n`,
    ],
    ["a negative chunk", `transfer-encoding: chunked\r\n\r\n-d\r\n${book}\r\n0\r\n\r\n`],
    [
      "a space before a chunk's size",
      `transfer-encoding: chunked\r\n\r\n d\r\n${book}\r\n0\r\n\r\n`,
    ],
    ["line feeds between chunks", `transfer-encoding: chunked\r\n\r\nd\n${book}\n0\n\n`],
    [
      "a chunk of endless size",
      `transfer-encoding: chunked\r\n\r\n${"f".repeat(20)}\r\n${book}\r\n0\r\n\r\n`,
    ],
    ["a chunk longer than its size", `transfer-encoding: chunked\r\n\r\n1\r\n${book}\r\n0\r\n\r\n`],
    [
      "a carriage return in a chunk's extension",
      `transfer-encoding: chunked\r\n\r\nd;a\rb\r\n${book}\r\n0\r\n\r\n`,
    ],
    [
      "a line feed in a chunk's extension",
      `transfer-encoding: chunked\r\n\r\nd;a\n${book}\r\n0\r\n\r\n`,
    ],
    [
      "a length behind the last chunk",
      `transfer-encoding: chunked\r\n\r\nd\r\n${book}\r\n0\r\ncontent-length: 9\r\n\r\n`,
    ],
    ["a NUL in a header", `x-a: b\0c\r\ncontent-length: 13\r\n\r\n${book}`],
    ["a header without a colon", `nonsense\r\ncontent-length: 13\r\n\r\n${book}`],
    ["a space before a header", ` x-a: b\r\ncontent-length: 13\r\n\r\n${book}`],
  ])("is refused with what is behind it: %s", async (_, rest) => {
    expect(await sendBefore(post + rest)).toStrictEqual(refused);
  });

  test.each([
    ["line feeds alone", "GET /books/1 HTTP/1.1\nhost: a\n\n"],
    ["carriage returns alone", "GET /books/1 HTTP/1.1\rhost: a\r\r"],
    ["a space in its address", "GET /books/1 2 HTTP/1.1\r\nhost: a\r\n\r\n"],
    ["a NUL in its address", "GET /books/\0 HTTP/1.1\r\nhost: a\r\n\r\n"],
    ["a byte beyond ASCII in its address", "GET /books/\xff HTTP/1.1\r\nhost: a\r\n\r\n"],
    ["a version that is none", "GET /books/1 HTTP/3.7\r\nhost: a\r\n\r\n"],
    ["an unknown method", "STEAL /books/1 HTTP/1.1\r\nhost: a\r\n\r\n"],
    ["the greeting of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    ["the greeting of TLS", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"],
    ["nothing but bytes", "\x00\x01\x02\xff\xfe".repeat(100)],
  ])("is refused where its head has %s", async (_, head) => {
    expect(await sendBefore(head)).toStrictEqual(refused);
  });

  test.each([
    ["its length", `content-length: 13\r\n\r\n${book}`],
    ["chunks", `transfer-encoding: chunked\r\n\r\n${chunked}`],
    ["chunks, in capitals", `Transfer-Encoding: CHUNKED\r\n\r\n${chunked}`],
    ["chunks with an extension", `transfer-encoding: chunked\r\n\r\nd;a=b\r\n${book}\r\n0\r\n\r\n`],
    [
      "chunks with a trailer",
      `transfer-encoding: chunked\r\n\r\nd\r\n${book}\r\n0\r\nx-a: b\r\n\r\n`,
    ],
    [
      "zeros before a chunk's size",
      `transfer-encoding: chunked\r\n\r\n000d\r\n${book}\r\n0\r\n\r\n`,
    ],
  ])("is taken where it is told by %s", async (_, rest) => {
    const handled = ["GET /books/last", "POST /books"];
    expect(await sendBefore(post + rest)).toStrictEqual({ statuses: [200, 200], handled });
  });

  test("with large extensions of its chunks is refused", async () => {
    const rest = `transfer-encoding: chunked\r\n\r\nd;${"a".repeat(20_000)}\r\n${book}\r\n0\r\n\r\n`;
    expect(await sendBefore(post + rest)).toStrictEqual({ statuses: [413], handled: [] });
  });

  const inner = "GET /books/inner HTTP/1.1\r\nhost: a\r\n\r\n";
  const framed = `content-length: ${inner.length}\r\n\r\n${inner}`;
  const inChunks = `transfer-encoding: chunked\r\n\r\n${inner.length.toString(16)}\r\n${inner}\r\n0\r\n\r\n`;

  test.each([
    ["GET /books/1", framed, 200],
    ["GET /books/1", inChunks, 200],
    ["GET /nothing", framed, 404],
    ["PATCH /books", inChunks, 405],
    ["POST /books", framed, 415],
    ["POST /lines", `content-type: text/html\r\n${inChunks}`, 415],
  ])("has a body that is no request: %s", async (line, rest, status) => {
    const { statuses, handled } = await sendBefore(`${line} HTTP/1.1\r\nhost: a\r\n${rest}`);
    expect(statuses[0]).toBe(status);
    expect(handled).not.toContain("GET /books/inner");
  });

  test("is answered once where it asks for another protocol", async () => {
    const upgrade = "connection: upgrade\r\nupgrade: websocket\r\n\r\n";
    const { statuses } = await sendBefore(`GET /books/1 HTTP/1.1\r\nhost: a\r\n${upgrade}`);
    expect(statuses).toStrictEqual([200]);
  });

  test("asks in vain for a tunnel", async () => {
    const { statuses, handled } = await sendBefore("CONNECT a:443 HTTP/1.1\r\nhost: a\r\n\r\n");
    expect([statuses, handled]).toStrictEqual([[], []]);
  });
});

describe("an address", () => {
  const statusOf = async (target: string): Promise<number | undefined> =>
    (await sendBefore(`GET ${target} HTTP/1.1\r\nhost: a\r\n\r\n`)).statuses[0];
  const answerOf = async (target: string): Promise<unknown> => {
    const text = await server.exchange(
      `GET ${target} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`,
    );
    return JSON.parse(text.slice(text.indexOf("\r\n\r\n") + 4));
  };

  test.each([
    ["/books/..", 404],
    ["/books/%2e%2E", 404],
    ["/books/../books/1", 404],
    ["/./books/1", 404],
    ["//books/1", 404],
    ["/books//1", 404],
    ["/books%2F1", 404],
    ["/books/1/", 404],
    ["/__proto__", 404],
    ["/constructor/prototype", 404],
    ["http://other.example/nothing", 404],
    ["*", 404],
    ["/books/%", 400],
    ["/books/%zz", 400],
    ["/books/%FF", 400],
    ["/books/%C0%AF", 400],
    ["/books/%ED%A0%80", 400],
    ["/".repeat(8000), 404],
    ["/a".repeat(4000), 404],
    [`/books/${"a".repeat(9000)}`, 414],
    [`/books?${"&".repeat(9000)}`, 414],
    [`/books?${"a=1&".repeat(10_000)}`, 431],
  ])("%s is refused", async (target, status) => {
    expect(await statusOf(target)).toBe(status);
  });

  test.each([
    ["/books/..%2F..%2Fetc%2Fpasswd", "../../etc/passwd"],
    ["/books/%2e%2e%5C", "..\\"],
    ["/books/%252e%252e", "%2e%2e"],
    ["/books/%00", "\0"],
    ["/books/__proto__", "__proto__"],
    ["/%62ooks/1", "1"],
    ["http://other.example/books/1", "1"],
  ])("%s has one value, and leads nowhere else", async (target, book_id) => {
    expect(await answerOf(target)).toMatchObject({ path: { book_id } });
  });

  test("names what every object has, and changes no object", async () => {
    const query = "__proto__=true&constructor=true&deep[__proto__][polluted]=1&deep[constructor]=2";
    const answer = (await answerOf(`/styles/1/.a=b/;matrix=a/b.c?${query}`)) as {
      query: { deep: object; rest: object };
    };
    expect(Object.keys(answer.query.deep)).toStrictEqual(["__proto__", "constructor"]);
    expect(Object.keys(answer.query.rest)).toStrictEqual(["__proto__", "constructor"]);
    expect({}).not.toHaveProperty("polluted");
  });
});

test("10 000 parameters of a query are read where the limits admit them", async () => {
  await using large = await listen({
    server: { maxUrlBytes: 2 ** 20, maxHeaderBytes: 2 ** 20 },
    http: { maxHeaderSize: 2 ** 20 },
  });
  const line = (target: string): string =>
    `GET ${target} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`;
  const many = (one: (index: number) => string): string =>
    Array.from({ length: 10_000 }, (_, index) => one(index)).join("&");
  for (const query of [
    many((index) => `list=${index}`),
    many((index) => `name${index}=true`),
    many((index) => `deep[${index}]=1`),
    many((index) => `deep[a${index}][b]=1`),
    many(() => "list"),
    `deep${"[a]".repeat(10_000)}=1`,
    `joined=${",".repeat(10_000)}`,
  ]) {
    const answer = await large.exchange(line(`/styles/1/.a=b/;matrix=a/b.c?${query}`));
    expect(statusesOf(answer)).toStrictEqual([200]);
  }
});

import { verifyServer, type Failure } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";
import { message, startRaw, type RawRequest } from "./raw-server.ts";

const description = await read(`openapi: 3.1.0
info: { title: Clock, version: 1.0.0 }
paths:
  /time:
    get: { operationId: GetTime, responses: { "200": { $ref: "#/components/responses/Time" } } }
    head: { operationId: HeadTime, responses: { "200": { description: As GET. } } }
    delete: { operationId: StopTime, responses: { "204": { description: Stopped. } } }
components:
  responses:
    Time:
      description: The time.
      content:
        application/json:
          schema: { type: object, required: [now], properties: { now: { type: integer } } }
`);

const json = { "content-type": "application/json" };
const body = '{"now":1}';

/** A service of the clock without a fault. */
function faultless({ method }: RawRequest): string {
  if (method === "GET") return message(200, json, body);
  if (method === "HEAD") return message(200, { ...json, "content-length": String(body.length) });
  return method === "DELETE" ? message(204, {}) : message(405, { allow: "GET, HEAD, DELETE" });
}

/** Verifies the clock, some of whose answers are these bytes. */
async function failuresOf(
  method?: string,
  answer: string | Uint8Array = "",
): Promise<readonly Failure[]> {
  const server = await startRaw((request) =>
    request.method === method ? answer : faultless(request),
  );
  const report = await verifyServer({ description, server, disposable: true, timeout: 2000 });
  expect(report.errors).toEqual([]);
  return report.failures;
}

const head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";
const chunked = `${head}transfer-encoding: chunked\r\n\r\n`;

test.each<[string, string]>([
  ["a length", message(200, json, body)],
  ["chunks", `${chunked}4\r\n{"no\r\n5;a=b\r\nw":1}\r\n0\r\nx-trailer: 1\r\n\r\n`],
  ["the end of the connection", `${head}\r\n${body}`],
  [
    "an interim answer before",
    `HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n${message(200, json, body)}`,
  ],
  ["no reason phrase", `HTTP/1.1 200\r\ncontent-type: application/json\r\n\r\n${body}`],
])("a body with %s has no failure", async (_, bytes) => {
  expect(await failuresOf("GET", bytes)).toEqual([]);
});

test.each<[string, string, string, string]>([
  [
    "bytes after the body",
    "GET",
    `${head}content-length: 9\r\n\r\n${body}again`,
    "says Content-Length 9, and its body has 5 bytes more",
  ],
  [
    "a Content-Length that is too short",
    "GET",
    `${head}content-length: 5\r\n\r\n${body}`,
    "says Content-Length 5, and its body has 4 bytes more",
  ],
  [
    "a Content-Length that is too long",
    "GET",
    `${head}content-length: 20\r\n\r\n${body}`,
    "says Content-Length 20, and its body ends after 9 bytes",
  ],
  [
    "a Content-Length in words",
    "GET",
    `${head}content-length: nine\r\n\r\n${body}`,
    'sends Content-Length "nine", which is not a number of bytes',
  ],
  [
    "two lengths",
    "GET",
    `${head}content-length: 9\r\ncontent-length: 8\r\n\r\n${body}`,
    "sends 2 values of Content-Length: 9, 8",
  ],
  [
    "a length beside chunks",
    "GET",
    `${head}content-length: 9\r\ntransfer-encoding: chunked\r\n\r\n9\r\n${body}\r\n0\r\n\r\n`,
    "sends both Content-Length and Transfer-Encoding (RFC 9112, section 6.2)",
  ],
  [
    "a body of HEAD",
    "HEAD",
    message(200, json, body),
    "answers HEAD with a body of 9 bytes (RFC 9110, section 9.3.2)",
  ],
  [
    "a body of 204",
    "DELETE",
    `HTTP/1.1 204 No Content\r\ncontent-length: 2\r\n\r\n{}`,
    "answers 204 with a body of 2 bytes (RFC 9110, section 15.3.5)",
  ],
  [
    "a length of 204 that nothing follows",
    "DELETE",
    `HTTP/1.1 204 No Content\r\ncontent-length: 2\r\n\r\n`,
    "answers 204 with Content-Length 2, although it has no body",
  ],
  [
    "a chunk without a size",
    "GET",
    `${chunked}${body}\r\n0\r\n\r\n`,
    String.raw`sends a malformed body: chunk 1 begins with "{\"now\":1}\r\n" instead of its size and CR LF (RFC 9112, section 7.1)`,
  ],
  [
    "a chunk longer than its size",
    "GET",
    `${chunked}4\r\n${body}\r\n0\r\n\r\n`,
    "sends a malformed body: chunk 1 has more bytes than its size says (RFC 9112, section 7.1)",
  ],
  [
    "no last chunk",
    "GET",
    `${chunked}9\r\n${body}\r\n`,
    "ends its body after chunk 1, without the last chunk, of size 0 (RFC 9112, section 7.1)",
  ],
  [
    "bytes after the last chunk",
    "GET",
    `${chunked}9\r\n${body}\r\n0\r\n\r\nx`,
    "sends 1 byte after the last chunk of its body (RFC 9112, section 7.1)",
  ],
  [
    "a control character in a header",
    "GET",
    `${head}x-name: a\u0001b\r\n\r\n${body}`,
    String.raw`sends the header x-name with the control character U+0001: "a\u0001b"`,
  ],
  [
    "CR in a header",
    "GET",
    `${head}x-name: a\rb\r\n\r\n${body}`,
    String.raw`sends the header x-name with the control character U+000D: "a\rb"`,
  ],
  [
    "a line without a name",
    "GET",
    `${head}just text\r\n\r\n${body}`,
    'sends the header line "just text", which has no name with a colon',
  ],
  [
    "white space before a colon",
    "GET",
    `${head}x-name : a\r\n\r\n${body}`,
    'sends the header "x-name" with white space before its colon',
  ],
  [
    "a header on two lines",
    "GET",
    `${head}x-name: a\r\n b\r\n\r\n${body}`,
    "continues the header x-name on a second line, which HTTP/1.1 has withdrawn",
  ],
  [
    "lines that end in LF",
    "GET",
    `HTTP/1.1 200 OK\ncontent-type: application/json\n\n${body}`,
    "ends header lines with LF alone instead of CR LF (RFC 9112, section 2.2)",
  ],
  [
    "two content types",
    "GET",
    `${head}content-type: text/plain\r\n\r\n${body}`,
    "sends the header content-type 2 times, with different values",
  ],
])("finds %s, once and by its name", async (_, method, bytes, expected) => {
  const found = await failuresOf(method, bytes);
  expect(found.map(({ check, message: said }) => [check, said])).toContainEqual([
    "http-message",
    expected,
  ]);
  expect(found.filter(({ check }) => check === "http-message")).toHaveLength(1);
});

test.each<[string, string, string]>([
  [
    "another protocol",
    "SSH-2.0-OpenSSH_9.6\r\n",
    String.raw`no answer: its first bytes are "SSH-2.0-OpenSSH_9.6\r\n", which is not HTTP/1.1`,
  ],
  [
    "a status in words",
    "HTTP/1.1 OK\r\n\r\n",
    'no answer: its first line is "HTTP/1.1 OK", which is not a status line of HTTP/1.1',
  ],
  ["nothing", "", "no answer: the connection ends without an answer"],
  [
    "half of a head",
    "HTTP/1.1 200 OK\r\ncontent-",
    "no answer: the connection ends within the header lines, after 25 bytes",
  ],
])("says what came instead of an answer: %s", async (_, bytes, expected) => {
  const found = await failuresOf("GET", bytes);
  expect(found).toContainEqual(
    expect.objectContaining({ check: "no-answer", operationId: "GetTime", message: expected }),
  );
});

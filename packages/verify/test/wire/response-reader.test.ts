import { expect, test } from "vitest";
import { ResponseReader } from "../../src/wire/http1/response-reader.ts";

const answers = [
  "HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nabc",
  "HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nabcdef",
  "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\na: b\r\n\r\nx",
  "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabcd\r\n0\r\n\r\n",
  "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n",
  "HTTP/1.0 200 OK\n\nabc",
];

function read(text: string, sizes: readonly number[]): unknown {
  const reader = new ResponseReader("GET");
  const bytes = Buffer.from(text, "latin1");
  let start = 0;
  for (const size of [...sizes, bytes.length]) {
    reader.push(bytes.subarray(start, start + size));
    start += size;
  }
  return reader.result(true);
}

test.each(answers)("reads the same of bytes in any parts: %j", (text) => {
  const whole = read(text, []);
  for (let first = 1; first < text.length; first += 1)
    for (const second of [1, 2, text.length]) expect(read(text, [first, second])).toEqual(whole);
  expect(
    read(
      text,
      Array.from(text, () => 1),
    ),
  ).toEqual(whole);
});

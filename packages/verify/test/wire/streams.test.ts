import { verifyServer, type Failure } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const types = {
  "text/event-stream": "x-event-stream: { terminal: { data: done } }",
  "application/jsonl": "",
  "application/json-seq": "",
} as const;

const description = (type: keyof typeof types) =>
  read(`openapi: 3.2.0
info: { title: News, version: 1.0.0 }
paths:
  /news:
    get:
      operationId: WatchNews
      responses:
        "200":
          description: News as they come.
          content:
            ${type}:
              itemSchema: { type: object, required: [n], properties: { n: { type: integer } } }
              ${types[type]}
`);

async function failuresOf(
  type: keyof typeof types,
  body: string | Uint8Array<ArrayBuffer>,
): Promise<readonly Failure[]> {
  const fetch = ({ method }: Request): Response =>
    method === "GET"
      ? new Response(body, { headers: { "content-type": type } })
      : new Response(null, { status: 405, headers: { allow: "GET" } });
  const report = await verifyServer({ description: await description(type), server: { fetch } });
  expect(report.errors).toEqual([]);
  return report.failures;
}

const end = "data: done\n\n";
const one = '{"n":1}';

test.each<[string, keyof typeof types, string]>([
  [
    "heartbeats, times and other fields",
    "text/event-stream",
    `\ufeff: hi\n\nretry: 50\nid: 1\nserver-time: 7\ndata: ${one}\n\n:\r\n\r\n${end}`,
  ],
  ["data on several lines", "text/event-stream", `data: {"n":\r\ndata: 1}\r\n\r\n${end}: bye\n`],
  ["heartbeats", "application/jsonl", `${one}\n\n\r\n${one}\n`],
  ["no feed at the end", "application/jsonl", `${one}\n${one}`],
  ["texts on several lines", "application/json-seq", `\u001e{\n"n":1}\n\u001e${one}\n\n`],
  ["no item", "application/json-seq", ""],
])("a stream with %s has no failure: %s", async (_, type, body) => {
  expect(await failuresOf(type, body)).toEqual([]);
});

test.each<[string, keyof typeof types, string, string]>([
  [
    "text before the first item",
    "application/json-seq",
    `garbage\u001e${one}\n`,
    'the stream begins with "garbage" instead of a record separator (U+001E)',
  ],
  [
    "nothing but text",
    "application/json-seq",
    "garbage",
    'the stream begins with "garbage" instead of a record separator (U+001E)',
  ],
  [
    "text after an item",
    "application/json-seq",
    `\u001e${one}\ngarbage`,
    'item 1 of the stream is followed by "garbage" without a record separator (U+001E)',
  ],
  [
    "an item without its line feed",
    "application/json-seq",
    `\u001e${one}\u001e${one}\n`,
    `item 1 of the stream has no line feed at its end: ${JSON.stringify(one)}`,
  ],
  [
    "a last line that is no item",
    "application/jsonl",
    `${one}\ngarbage`,
    "item 2 of the stream cannot be read",
  ],
  [
    "a last item that is wrong",
    "application/jsonl",
    `${one}\n{"n":"1"}`,
    "`n` of item 2 of the stream is",
  ],
  [
    "a line that is no field",
    "text/event-stream",
    `data: ${one}\n\n${one}\n\n${end}`,
    String.raw`the stream has the line "{\"n\":1}", which is not a field of an event: clients ignore it`,
  ],
  [
    "a field in capitals",
    "text/event-stream",
    `Data: ${one}\n\n${end}`,
    String.raw`the stream has the line "Data: {\"n\":1}", which is not a field of an event: clients ignore it`,
  ],
  [
    "a time in words",
    "text/event-stream",
    `retry: soon\n${end}`,
    'the stream has the line "retry: soon": clients ignore a time that is not in whole milliseconds',
  ],
  [
    "a last event without its empty line",
    "text/event-stream",
    `${end}data: ${one}\n`,
    "the stream ends without the empty line after its last event, so that clients discard it",
  ],
  [
    "no last event",
    "text/event-stream",
    `data: ${one}\n\n`,
    'the stream ends without "done", which ends it by the description',
  ],
  [
    "an event after the last one",
    "text/event-stream",
    `${end}data: ${one}\n\n`,
    'the stream goes on after "done", which ends it by the description',
  ],
])("finds a stream with %s: %s", async (_, type, body, expected) => {
  const found = await failuresOf(type, body);
  expect(found.map(({ check }) => check)).toEqual(["stream"]);
  expect(found[0]?.message).toContain(expected);
});

test("finds an event stream that is not UTF-8", async () => {
  const found = await failuresOf(
    "text/event-stream",
    new Uint8Array(Buffer.from(`data: {"n":1,"a":"caf\u00e9"}\n\n${end}`, "latin1")),
  );
  expect(found[0]?.message).toBe("item 1 of the stream cannot be read: must be UTF-8");
});

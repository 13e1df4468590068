import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../description/src/json/json.ts";
import { answerOf, serveDescription, takes, type Input } from "./serve-description.ts";

const schemas = {
  integer: { type: "integer" },
  int64: { type: "integer", format: "int64" },
  number: { type: "number" },
  mixed: { oneOf: [{ type: "integer" }, { type: "string" }] },
  text: { type: "string" },
};

type Kind = keyof typeof schemas;

const parameter = (name: string, place: string, more: object) => ({
  name,
  in: place,
  required: place === "path",
  ...more,
});

const body = (schema: Json): JsonObject => ({ type: "object", properties: { a: schema } });

/** A server whose operations take a value of one kind in each place, and what its handlers get. */
function server(kind: Kind) {
  const schema: Json = schemas[kind];
  const got: unknown[] = [];
  const get = (...parameters: object[]) => ({
    get: { parameters, responses: { "200": { description: "Done." } } },
  });
  const content = { "application/json": { schema: body(schema) } };
  const served = serveDescription(
    {
      paths: {
        "/path/{a}": get(parameter("a", "path", { schema })),
        "/query": get(parameter("a", "query", { schema })),
        "/list": get(parameter("a", "query", { schema: { type: "array", items: schema } })),
        "/deep": get(parameter("a", "query", { style: "deepObject", schema: body(schema) })),
        "/content": get(parameter("a", "query", { content })),
        "/header": get(parameter("A", "header", { schema })),
        "/cookie": get(parameter("a", "cookie", { schema })),
        "/json": takes(body(schema)),
        "/form": takes(body(schema), "application/x-www-form-urlencoded"),
        "/parts": takes(body(schema), "multipart/form-data"),
        "/lines": takes(body(schema), "application/x-ndjson"),
      },
    },
    async ({ path, query, header, cookie, body: given }: Input) => {
      const items = isIterable(given) ? await Array.fromAsync(given) : given;
      got.push(path ?? query ?? header ?? cookie ?? items);
      return { status: 200 };
    },
  );
  return { served, got };
}

const isIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === "object" && value !== null && Symbol.asyncIterator in value;

type Sent = (number: string) => [method: string, url: string, more?: object];

const quoted = (kind: Kind, number: string): string => (kind === "text" ? `"${number}"` : number);

const places = (kind: Kind): Record<string, Sent> => ({
  path: (number) => ["GET", `/path/${number}`],
  query: (number) => ["GET", `/query?a=${number}`],
  list: (number) => ["GET", `/list?a=1&a=${number}`],
  deep: (number) => ["GET", `/deep?a[a]=${number}`],
  content: (number) => ["GET", `/content?a={"a":${quoted(kind, number)}}`],
  header: (number) => ["GET", "/header", { headers: { a: number } }],
  cookie: (number) => ["GET", "/cookie", { headers: { cookie: `a=${number}` } }],
  json: (number) => [
    "POST",
    "/json",
    { type: "application/json", text: `{"a":${quoted(kind, number)}}` },
  ],
  form: (number) => [
    "POST",
    "/form",
    { type: "application/x-www-form-urlencoded", text: `a=${number}` },
  ],
  parts: (number) => [
    "POST",
    "/parts",
    {
      type: "multipart/form-data; boundary=b",
      text: `--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n${number}\r\n--b--\r\n`,
    },
  ],
  lines: (number) => [
    "POST",
    "/lines",
    { type: "application/x-ndjson", text: `{"a":${quoted(kind, number)}}\n` },
  ],
});

const names = Object.keys(places("text"));

describe.each(names)("in %s", (place) => {
  const send = async (kind: Kind, number: string) => {
    const { served, got } = server(kind);
    const sent = places(kind)[place] as Sent;
    return { ...(await answerOf(served, ...sent(number))), got };
  };

  test.each([
    ["integer", "9007199254740993"],
    ["integer", "-9007199254740993"],
    ["integer", "9007199254740992"],
    ["integer", "12345678901234567890"],
    ["integer", "1e400"],
    ["integer", "1e16"],
    ["int64", "9223372036854775807"],
    ["number", "9007199254740993"],
    ["number", "1e400"],
  ] as const)("%s %s is refused, with its place", async (kind, number) => {
    const { status, body: problem, got } = await send(kind, number);
    expect(got).toEqual([]);
    expect(status).toBe(400);
    expect(problem).toMatchObject({
      errors: [{ pointer: expect.stringMatching(/\/[aA]/) as unknown }],
    });
  });

  test.each([
    ["integer", "9007199254740991"],
    ["integer", "-9007199254740991"],
    ["integer", "1.0"],
    ["number", "0.1"],
    ["number", "1152921504606846976"],
    ["number", String(2 ** 60)],
  ] as const)("%s %s is that number", async (kind, number) => {
    const { status, got } = await send(kind, number);
    expect(status).toBe(200);
    expect(JSON.stringify(got)).toContain(JSON.stringify(Number(number)));
  });

  test("a text of digits stays one", async () => {
    const { got } = await send("text", "9007199254740993");
    expect(JSON.stringify(got)).toContain('"9007199254740993"');
  });

  test.skipIf(["content", "json", "lines"].includes(place))(
    "what may be a text too is one where it is no exact integer",
    async () => {
      const { got } = await send("mixed", "9007199254740993");
      expect(JSON.stringify(got)).toContain('"9007199254740993"');
    },
  );
});

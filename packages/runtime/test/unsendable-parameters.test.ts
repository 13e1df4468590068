import { createQuerySerializer } from "openapi-fetch";
import { describe, expect, test } from "vitest";
import type { OperationDescriptor, ParameterDescriptor } from "../src/operation.ts";
import { describedBody } from "../src/client/described-body.ts";
import { describedParameters } from "../src/client/described-parameters.ts";
import { callRaw, fetchClientOptions } from "../src/client/raw.ts";
import type { ResponseHeaders } from "../src/server/types.ts";
import { call, clientOn, failure, json } from "./client-harness.ts";
import { echo, send, serve } from "./server-harness.ts";

const half = "\ud800";

const plain: OperationDescriptor = {
  operationId: "GetThing",
  method: "GET",
  path: "/things/{id}/parts",
  parameters: [
    { name: "id", in: "path", required: true },
    { name: "page", in: "query" },
    { name: "X-Trace", in: "header" },
  ],
  responses: { 200: { content: [{ mediaType: "application/json" }] } },
};

const cookies: ParameterDescriptor[] = [
  { name: "", in: "cookie" },
  { name: "theme", in: "cookie" },
  { name: "raw", in: "cookie", style: "cookie" },
];

/** As generated code calls an operation, by either writer of parameters. */
const writers = {
  plain,
  described: {
    ...plain,
    parameters: [...(plain.parameters ?? []), ...cookies],
    writeParameters: describedParameters,
  },
};

const id = { id: "a" };

const refused: readonly [what: string, input: object, parameter: string][] = [
  ["half of a surrogate pair in the path", { path: { id: half } }, 'path parameter "id"'],
  [
    "half of a surrogate pair in a query",
    { path: id, query: { page: `a${half}` } },
    'query parameter "page"',
  ],
  [
    "half of a surrogate pair in a list",
    { path: id, query: { page: ["a", half] } },
    'query parameter "page"',
  ],
  [
    "half of a surrogate pair in a header",
    { path: id, header: { "X-Trace": half } },
    'header parameter "X-Trace"',
  ],
  ["no path parameter", {}, 'path parameter "id"'],
  ["an undefined path parameter", { path: { id: undefined } }, 'path parameter "id"'],
  ["an empty path parameter", { path: { id: "" } }, 'path parameter "id"'],
  ["a dot", { path: { id: "." } }, 'path parameter "id"'],
  ["two dots", { path: { id: ".." } }, 'path parameter "id"'],
  ["NaN in the path", { path: { id: Number.NaN } }, 'path parameter "id"'],
  ["an infinite number", { path: id, query: { page: Infinity } }, 'query parameter "page"'],
  [
    "NaN in a header",
    { path: id, header: { "X-Trace": Number.NaN } },
    'header parameter "X-Trace"',
  ],
  ["a line break", { path: id, header: { "X-Trace": "a\r\nb: c" } }, 'header parameter "X-Trace"'],
  ["NUL", { path: id, header: { "X-Trace": "\0" } }, 'header parameter "X-Trace"'],
  ["what Latin-1 lacks", { path: id, header: { "X-Trace": "č" } }, 'header parameter "X-Trace"'],
];

const refusedByDescribed: typeof refused = [
  ["a cookie without a name", { path: id, cookie: { "": "a" } }, 'cookie parameter ""'],
  [
    "half of a surrogate pair in a cookie",
    { path: id, cookie: { theme: half } },
    'cookie parameter "theme"',
  ],
  [
    "an infinite number in a cookie",
    { path: id, cookie: { theme: -Infinity } },
    'cookie parameter "theme"',
  ],
  ...[";", " ", "\r\n", "\0", "č"]
    .map(
      (text) =>
        [
          `${JSON.stringify(text)} in a cookie that is not encoded`,
          { path: id, cookie: { raw: text } },
          'cookie parameter "raw"',
        ] as const,
    )
    .map(([...row]): (typeof refused)[number] => row),
];

describe.each([
  ["plain", refused],
  ["described", [...refused, ...refusedByDescribed]],
] as const)("%s parameters", (writer, rows) => {
  test.each(rows)("%s cannot be sent, and the error says of what", async (_, input, parameter) => {
    const { core, requests } = clientOn(() => json({}));
    const error = await failure(call(core, writers[writer], input));
    expect(error).toBeInstanceOf(TypeError);
    expect((error as Error).message).toMatch(/^GetThing: /);
    expect((error as Error).message).toContain(parameter);
    expect(requests).toHaveLength(0);
  });
});

test.each([
  [{}, 'path parameter "id": is missing'],
  [{ id: "" }, 'path parameter "id": must not be empty'],
  [{ id: ".." }, 'path parameter "id": must not be "." or ".."'],
  [{ id: "." }, 'path parameter "id": must not be "." or ".."'],
  [{ id: half }, 'path parameter "id": a text contains a lone surrogate'],
  [{ id: Number.NaN }, 'path parameter "id": NaN cannot be serialized'],
])("openapi-fetch writes no path of another operation for %j", (values, message) => {
  const { pathSerializer } = fetchClientOptions(clientOn(() => json({})).core);
  expect(() => pathSerializer("/things/{id}/parts", values)).toThrow(
    `/things/{id}/parts: ${message}`,
  );
});

test("openapi-fetch writes all other values as the style simple has them", () => {
  const { pathSerializer } = fetchClientOptions(clientOn(() => json({})).core);
  const write = (value: unknown): string =>
    pathSerializer("/a/{id}.json/{other}", { id: value, other: 1 });
  expect(write("a/b ü")).toBe("/a/a%2Fb%20%C3%BC.json/1");
  expect(write(["a", 2])).toBe("/a/a,2.json/1");
  expect(write({ r: 1, g: 2 })).toBe("/a/r,1,g,2.json/1");
});

describe("a query of openapi-fetch", () => {
  const { querySerializer } = fetchClientOptions(clientOn(() => json({})).core);

  test.each([
    [{ page: `a${half}` }, "page"],
    [{ page: ["a", half] }, "page"],
    [{ page: { a: half } }, "page"],
    [{ page: { [half]: "a" } }, "page"],
    [{ page: Number.NaN }, "page"],
    [{ page: [{}] }, "page"],
    [{ page: new Date(0) }, "page"],
    [{ [half]: 1 }, half],
  ])("is not written for %j, and the error names the parameter", (values, name) => {
    expect(() => querySerializer(values)).toThrow(TypeError);
    expect(() => querySerializer(values)).toThrow(`query parameter "${name}": `);
  });

  test.each<{ readonly [name: string]: unknown }>([
    { a: ["x y", 2], b: { c: "&", d: true }, e: "ü" },
    { a: [], b: "(a)", c: null, d: undefined, e: 1.5, f: false },
    { "filter[a]": "b", $top: 1 },
  ])("is what its own writer makes of %j", (values) => {
    const own = new URLSearchParams(createQuerySerializer()(values));
    expect([...new URLSearchParams(querySerializer(values))]).toEqual([...own]);
  });
});

test.each([half, Number.NaN])(
  "a request by path is not sent with %j in its query",
  async (value) => {
    const { core, requests } = clientOn(() => json({}));
    const error = await failure(callRaw(core, "GET", "/things", { query: { page: value } }));
    expect(error).toBeInstanceOf(TypeError);
    expect((error as Error).message).toMatch(/^GET \/things: query parameter "page": /);
    expect(requests).toHaveLength(0);
  },
);

describe("a body", () => {
  const takes = (mediaType: string): OperationDescriptor => ({
    ...plain,
    method: "POST",
    requestBody: { content: [{ mediaType }] },
  });

  test.each([
    ["text/plain", half, "GetThing: "],
    ["application/x-www-form-urlencoded", { a: half }, 'GetThing: form field "a"'],
    ["application/x-www-form-urlencoded", { a: Number.NaN }, 'GetThing: form field "a"'],
    ["application/x-www-form-urlencoded", { [half]: "a" }, "GetThing: form field "],
    ["multipart/form-data", { a: half }, 'GetThing: property "a"'],
    ["multipart/form-data", { [half]: "a" }, "GetThing: property "],
    ["multipart/form-data", { a: Number.NaN }, 'GetThing: property "a": '],
    ["multipart/form-data", { a: { b: [-Infinity] } }, 'GetThing: property "a": at "/b/0": '],
    ["application/json", { a: Number.NaN }, 'GetThing: at "/a": NaN cannot be serialized'],
    ["application/json", Infinity, 'GetThing: at "": Infinity cannot be serialized'],
  ])("as %s of %j cannot be sent", (mediaType, body, message) => {
    const write = (): unknown => describedBody(takes(mediaType), { body });
    expect(write).toThrow(TypeError);
    expect(write).toThrow(message);
  });

  test("with a style of its own in a multipart form cannot be sent either", () => {
    const content = [{ mediaType: "multipart/form-data", encoding: { a: { explode: true } } }];
    const operation = { ...plain, requestBody: { content } };
    expect(() => describedBody(operation, { body: { a: [half] } })).toThrow(
      'GetThing: property "a": ',
    );
  });

  test("of JSON has halves of surrogate pairs as escapes", () => {
    expect(describedBody(takes("application/json"), { body: half })?.body).toBe('"\\ud800"');
  });
});

test.each([
  ["x-count", Number.NaN],
  ["location", "/a\r\nb: c"],
  ["set-cookie", ["a=1", "b=\n"]],
  ["x-name", "č"],
  ["x-nested", { a: {} }],
  ["x y", "a"],
])(
  "a handler's header %s that cannot be sent is a 500 whose error names it",
  async (name, value) => {
    const errors: string[] = [];
    const headers = { [name]: value } as unknown as ResponseHeaders;
    const route = echo(
      { ...plain, path: "/things", parameters: [] },
      { handler: () => ({ status: 200, body: {}, headers }) },
    );
    const server = serve([route], { onError: ({ error }) => void errors.push(String(error)) });
    const response = await send(server, "GET", "/things");
    expect(response.status).toBe(500);
    expect(errors).toEqual([expect.stringContaining(name)]);
    expect(errors.join("")).toContain("GetThing");
  },
);

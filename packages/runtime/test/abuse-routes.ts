import type { OperationDescriptor } from "../src/operation.ts";
import type { Route } from "../src/server/index.ts";
import * as fixture from "./fixture.ts";
import type { PlainRequest } from "./mutations.ts";
import { bytes, echo } from "./server-harness.ts";

const json = [{ mediaType: "application/json" }];
const record = { object: { size: "number" }, rest: "any" } as const;

const everyStyle: OperationDescriptor = {
  operationId: "EveryStyle",
  method: "GET",
  path: "/styles/{simple}/{label}/{matrix}/{name}.{format}",
  parameters: [
    { name: "simple", in: "path", required: true, shape: { array: "integer" } },
    { name: "label", in: "path", required: true, style: "label", explode: true, shape: record },
    { name: "matrix", in: "path", required: true, style: "matrix", shape: { array: "string" } },
    { name: "name", in: "path", required: true },
    { name: "format", in: "path", required: true },
    { name: "list", in: "query", shape: { array: "number" } },
    { name: "joined", in: "query", explode: false, shape: record },
    {
      name: "spaces",
      in: "query",
      style: "spaceDelimited",
      explode: false,
      shape: { array: "any" },
    },
    { name: "pipes", in: "query", style: "pipeDelimited", explode: false, shape: { array: "any" } },
    { name: "deep", in: "query", style: "deepObject", shape: record },
    { name: "json", in: "query", content: "application/json", shape: "any" },
    { name: "rest", in: "query", shape: { object: {}, rest: "boolean" } },
    { name: "X-List", in: "header", shape: { array: "integer" } },
    { name: "X-Record", in: "header", explode: true, shape: record },
    { name: "sid", in: "cookie" },
    { name: "prefs", in: "cookie", explode: false, shape: record },
  ],
  responses: { 200: { content: json } },
};

const sendForm: OperationDescriptor = {
  operationId: "SendForm",
  method: "POST",
  path: "/form",
  requestBody: {
    required: true,
    content: ["application/x-www-form-urlencoded", "multipart/form-data"].map((mediaType) => ({
      mediaType,
      shape: {
        object: { deep: record, list: { array: "integer" }, about: record, file: "binary" },
      },
      encoding: {
        deep: { style: "deepObject", explode: true },
        list: { style: "form", explode: false },
      },
    })),
  },
  responses: { 200: { content: json } },
};

const sendLines: OperationDescriptor = {
  operationId: "SendLines",
  method: "POST",
  path: "/lines",
  requestBody: {
    content: [
      { mediaType: "application/jsonl", stream: "json-lines" },
      { mediaType: "text/event-stream", stream: "server-sent-events" },
    ],
  },
  responses: { 200: { content: json } },
};

/** Reads all lines; what is wrong with one is the client's fault. */
const countLines: Route["handler"] = async (input: { body?: AsyncIterable<unknown> }) => {
  let count = 0;
  try {
    for await (const line of input.body ?? []) if (line !== undefined) count += 1;
  } catch (error) {
    return { status: 200, body: { count, error: String(error) } };
  }
  return { status: 200, body: { count } };
};

/** Routes on which every kind of parameter and body can be tried; all but one answer what they got. */
export const abuseRoutes: Route[] = [
  echo(fixture.getBook),
  echo(fixture.listBooks),
  echo(fixture.createBook, { validators: fixture.createBookValidators }),
  echo(fixture.deleteBook),
  echo(fixture.exportBooks),
  echo(fixture.sendFile),
  echo(everyStyle),
  echo(sendForm),
  echo(sendLines, { handler: countLines }),
];

const request = (
  method: string,
  url: string,
  headers: PlainRequest["headers"] = {},
  body?: string,
): PlainRequest => ({
  method,
  url,
  headers: { host: "books.example", ...headers },
  ...(body === undefined ? {} : { body: bytes(body) }),
});

const typed = (method: string, url: string, type: string, body: string): PlainRequest =>
  request(method, url, { "content-type": type, "content-length": String(body.length) }, body);

const part = (name: string, value: string, more = ""): string =>
  `--piece\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;

const parts = [
  part("deep[size]", "1"),
  part("list", "1,2"),
  part("about", '{"size":1}'),
  part("file", "bytes", '; filename="a.txt"\r\ncontent-type: text/plain'),
  "--piece--\r\n",
].join("");

/** A request for each route, and each of its media types, that it takes. */
export const abuseRequests: PlainRequest[] = [
  request("GET", "/books/1", { "x-trace": "a", cookie: "theme=dark; sid=1" }),
  request("GET", "/books?page=2&status=a,b"),
  typed("POST", "/books?dry=true", "application/json", '{"title":"A","tags":["b",{"c":1.5}]}'),
  typed("DELETE", "/books/1", "application/json", "[]"),
  request("GET", "/export.csv", { accept: "text/csv, */*;q=0.1" }),
  typed("PUT", "/file", "application/json", '{"a":{"b":[null,true,"c",-1.5e3]}}'),
  typed("PUT", "/file", "text/plain; charset=utf-8", "text"),
  typed("PUT", "/file", "application/x-www-form-urlencoded", "size=1&tags=a&tags=b&other=%7B%7D"),
  typed("PUT", "/file", "multipart/form-data; boundary=piece", parts),
  typed("PUT", "/file", "application/octet-stream", "\0\u0001"),
  request(
    "GET",
    "/styles/1,2/.size=1.a=b/;matrix=a,b/name.json?list=1&list=2.5&joined=size,1&spaces=a%20b&pipes=a|b" +
      "&deep[size]=1&deep[a][b]=c&json=%7B%22a%22%3A1%7D&more=true",
    { "x-list": "1, 2", "x-record": "size=1,a=b", cookie: "sid=a; prefs=size,1" },
  ),
  typed("POST", "/form", "application/x-www-form-urlencoded", "deep[size]=1&list=1,2&about=%7B%7D"),
  typed("POST", "/form", "multipart/form-data; boundary=piece", parts),
  typed("POST", "/lines", "application/jsonl", '{"a":1}\n[2]\n'),
  typed("POST", "/lines", "text/event-stream", "id: 1\ndata: {}\n\ndata: 2\n\n"),
];

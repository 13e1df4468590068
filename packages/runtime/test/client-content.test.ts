import { expect, test } from "vitest";
import {
  call,
  contentAndHeadersRead,
  contentBody,
  contentOrEventsRead,
  contentOrStreamRead,
  contentRead,
  describedBody,
  describedRead,
  eventsRead,
  formBody,
  jsonOrTextAndHeadersRead,
  jsonOrTextRead,
  multipartBody,
  plainFormBody,
  type ClientFeatures,
  type ClientOperation,
} from "../src/client/index.ts";
import type { MediaTypeDescriptor } from "../src/operation.ts";
import type { AnyResult } from "../src/result.ts";
import { clientOn } from "./client-harness.ts";

type Read = NonNullable<ClientFeatures["readResponse"]>;

const json: MediaTypeDescriptor = { mediaType: "application/json" };
const csv: MediaTypeDescriptor = { mediaType: "text/csv" };
const png: MediaTypeDescriptor = { mediaType: "image/*" };
const events: MediaTypeDescriptor = {
  mediaType: "text/event-stream",
  stream: "server-sent-events",
};
const form: MediaTypeDescriptor = {
  mediaType: "application/x-www-form-urlencoded",
  shape: { object: { name: "string", sizes: { array: "integer" } } },
};
const parts: MediaTypeDescriptor = { ...form, mediaType: "multipart/form-data" };

async function resultOf(
  readResponse: Read,
  content: readonly MediaTypeDescriptor[],
  given: () => Response,
): Promise<unknown> {
  const headers = [{ name: "X-Total", in: "header", shape: "integer" }] as const;
  const operation: ClientOperation = {
    operationId: "ReadBook",
    method: "GET",
    path: "/book",
    responses: { 200: { content, headers }, 400: { content } },
    readResponse,
  };
  const { core } = clientOn(given);
  const { ok, body, contentType, headerValues } = (await call<unknown, AnyResult>(
    core,
    operation,
  ).result()) as unknown as { [member: string]: unknown };
  const text = body instanceof Blob ? [body.type, await body.text()] : body;
  return { ok, body: text, contentType, headerValues };
}

const answers: { readonly [what: string]: readonly [type: string, body: string] } = {
  JSON: ["application/json", '{"a":1}'],
  "JSON of another name": ["application/problem+json", '{"a":1}'],
  text: ["text/csv; charset=utf-8", "a,b"],
  "bytes of a range": ["image/png", "PNG"],
  "an undocumented type": ["application/xml", "<a/>"],
  "no bytes": ["text/csv", ""],
};

test.each(Object.entries(answers))(
  "the readers of fewer kinds read %s as the reader of all kinds does",
  async (_, [type, body]) => {
    for (const status of [200, 400]) {
      const given = () =>
        new Response(body, { status, headers: { "content-type": type, "x-total": "7" } });
      const all = await resultOf(describedRead, [json, csv, png], given);
      expect(await resultOf(contentAndHeadersRead, [json, csv, png], given)).toEqual(all);
      const withoutHeaders = { ...(all as object), headerValues: undefined };
      expect(await resultOf(contentRead, [json, csv, png], given)).toEqual(withoutHeaders);
      expect(await resultOf(contentOrStreamRead, [json, csv, png], given)).toEqual(withoutHeaders);
    }
  },
);

const xml: MediaTypeDescriptor = { mediaType: "application/xml" };

test.each([
  ["application/json", '{"a":1}'],
  ["application/problem+json", '{"a":1}'],
  ["application/xml", "<a/>"],
  ["Application/XML ; charset=utf-8", "<a/>"],
  ["application/xml; charset=utf-16le", "<\0a\0/\0>\0"],
  ["application/xml", '{"a":1}'],
  ["text/csv", "a,b"],
  ["image/png", "PNG"],
  ["application/json", ""],
  [undefined, '{"a":1}'],
])("JSON or text of the type %s is read as by the reader of all kinds: %s", async (type, body) => {
  for (const status of [200, 400]) {
    const headers = { "x-total": "7", ...(type && { "content-type": type }) };
    const given = () => new Response(new TextEncoder().encode(body), { status, headers });
    const all = await resultOf(describedRead, [json, xml], given);
    expect(await resultOf(jsonOrTextAndHeadersRead, [json, xml], given)).toEqual(all);
    const withoutHeaders = { ...(all as object), headerValues: undefined };
    expect(await resultOf(jsonOrTextRead, [json, xml], given)).toEqual(withoutHeaders);
  }
});

test("documented text whose bytes are invalid in its charset is refused", async () => {
  const given = () =>
    new Response(new Uint8Array([0xff]), { headers: { "content-type": "application/xml" } });
  for (const read of [describedRead, jsonOrTextRead])
    await expect(resultOf(read, [json, xml], given)).rejects.toMatchObject({ name: "DecodeError" });
});

test("a page is documented text where the description has it", async () => {
  const page: MediaTypeDescriptor = { mediaType: "text/html" };
  const given = () => new Response("<p>", { headers: { "content-type": "text/html" } });
  expect(await resultOf(jsonOrTextRead, [json, page], given)).toMatchObject({ body: "<p>" });
  await expect(resultOf(jsonOrTextRead, [json, xml], given)).rejects.toThrow(/not documented/);
});

test("a stream is opened by the readers of streams, and is text to that of content", async () => {
  const given = () =>
    new Response("data: 1\n\n", { headers: { "content-type": "text/event-stream" } });
  for (const [read, content] of [
    [contentOrStreamRead, [json, events]],
    [contentOrEventsRead, [json, events]],
    [eventsRead, [events]],
  ] as const) {
    const { body } = (await resultOf(read, content, given)) as {
      readonly body: AsyncIterable<unknown>;
    };
    expect(await Array.fromAsync(body)).toEqual([1]);
  }
  expect(await resultOf(contentRead, [json, events], given)).toMatchObject({ body: "data: 1\n\n" });
});

const bodies: readonly [what: string, body: unknown, content: readonly MediaTypeDescriptor[]][] = [
  ["JSON", { name: "a" }, [json, csv]],
  ["text", "a,b", [csv]],
  ["bytes", new Uint8Array([1]), [png]],
];

const operationOf = (content: readonly MediaTypeDescriptor[]): ClientOperation => ({
  operationId: "WriteBook",
  method: "POST",
  path: "/book",
  requestBody: { content },
  responses: {},
});

test.each(bodies)(
  "the writers of fewer kinds write %s as that of all kinds",
  (_, body, content) => {
    const all = describedBody(operationOf(content), { body });
    for (const write of [contentBody, formBody, multipartBody, plainFormBody])
      expect(write(operationOf(content), { body })).toEqual(all);
  },
);

test("a form is written by the writers that have forms, and refused by the others", async () => {
  const body = { name: "a b&", sizes: [1, 2], none: null, other: [] };
  const all = describedBody(operationOf([form]), { body });
  expect(formBody(operationOf([form]), { body })).toEqual(all);
  expect(plainFormBody(operationOf([form]), { body })).toEqual(all);
  const written = multipartBody(operationOf([parts]), { body })?.body as Blob;
  expect(await written.text()).toContain('name="sizes"');
  for (const refuse of [
    () => contentBody(operationOf([form]), { body }),
    () => contentBody(operationOf([parts]), { body }),
    () => multipartBody(operationOf([form]), { body }),
    () => formBody(operationOf([parts]), { body }),
    () => plainFormBody(operationOf([parts]), { body }),
  ])
    expect(refuse).toThrow("the body cannot be written as");
});

test("a plain form names the field that text cannot express", () => {
  const write = () => plainFormBody(operationOf([form]), { body: { name: Number.NaN } });
  expect(write).toThrow('WriteBook: form field "name": NaN cannot be serialized');
});

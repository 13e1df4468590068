import { describe, expect, expectTypeOf, test } from "vitest";
import {
  call as plainCall,
  acceptOf,
  callStream,
  contentRead,
  describedRead,
  headersRead,
  jsonOrTextRead,
  streamRead,
  type CallOptions,
  type CallResult,
  type ClientOperation,
} from "../src/client/index.ts";
import { validation } from "../src/client/validation.ts";
import type { AnyResult, DefaultStatus, ResponseDescriptor } from "../src/index.ts";
import { clientOn, failure } from "./client-harness.ts";
import * as fixture from "./fixture.ts";

const json: ResponseDescriptor = { content: [{ mediaType: "application/json" }] };

/** How generated code reads responses: with none of its own, or with one of the runtime's readers. */
const readers = {
  plain: undefined,
  headers: headersRead,
  jsonOrText: jsonOrTextRead,
  content: contentRead,
  described: describedRead,
};

function operationOf(
  responses: ClientOperation["responses"],
  readResponse?: ClientOperation["readResponse"],
): ClientOperation {
  const base = { operationId: "AddPet", method: "POST", path: "/pets" };
  return { ...base, responses, ...(readResponse && { readResponse }) };
}

function answered(
  operation: ClientOperation,
  body: BodyInit | null,
  type?: string,
  init: ResponseInit = {},
  options: CallOptions = {},
) {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const headers = type === undefined ? {} : { "content-type": type };
  const { core } = clientOn(() => new Response(bytes, { headers, ...init }));
  return plainCall<unknown, { status: 200; body: { name: string } }>(core, operation, {}, options);
}

const bytesOf = async (blob: unknown): Promise<number[]> => [...(await (blob as Blob).bytes())];

/** Bodies that nothing is described of, by content type, and what callers get. */
const bodies: readonly (readonly [string | undefined, string, unknown])[] = [
  ["application/json", '{"id":1}', { id: 1 }],
  ["application/problem+json; charset=utf-8", "[1]", [1]],
  ["application/json", "OK", "OK"],
  ["text/plain", "OK", "OK"],
  ["text/html; charset=utf-8", "<p>", "<p>"],
  ["application/xml", "<pet/>", "<pet/>"],
  ["application/x-www-form-urlencoded", "a=1", "a=1"],
  ["application/json", "", undefined],
  [undefined, "", undefined],
];

describe.each(Object.entries(readers))("with the reader %s", (_name, reader) => {
  describe.each([
    ["an undocumented status", { 405: {} }, 200],
    ["another success than the documented one", { 200: json }, 202],
    ["a success beside a default", { 200: json, default: json }, 201],
    ["no described body", { 200: {} }, 200],
    ["no described body of a range", { "2XX": {}, 400: json }, 201],
    ["a default without a body", { default: {} }, 200],
  ])("%s is a success", (__, responses, status) => {
    const operation = operationOf(responses, reader);

    test.each(bodies)("whose body is %s: %j", async (type, text, expected) => {
      expect(await answered(operation, text, type, { status })).toEqual(expected);
      const result = await answered(operation, text, type, { status }).result();
      expect([result.ok, result.status, result.body]).toEqual([true, status, expected]);
    });

    test.each(["image/png", "application/octet-stream", undefined, "text/plain"])(
      "whose bytes of the type %s come as they are",
      async (type) => {
        const bytes = new Uint8Array([0xff, 0, 1]);
        const body = await answered(operation, bytes, type, { status });
        expect(await bytesOf(body)).toEqual([0xff, 0, 1]);
      },
    );

    test.each([204, 205])("and %d has no body", async (empty) => {
      const made = answered(operation, null, undefined, { status: empty });
      expect(await made).toBeUndefined();
      expect(await made.result()).toMatchObject({ status: empty, body: undefined });
    });

    test("which is refused where it is strict", async () => {
      const strict = answered(operation, "OK", "text/plain", { status }, { strict: true });
      expect(await failure(strict)).toMatchObject({
        name: expect.stringMatching(/^(?:ApiError|DecodeError)$/),
        message: expect.stringMatching(/not documented/),
      });
    });
  });

  describe("a body of another content type than the described one", () => {
    const of = (mediaType: string): ClientOperation =>
      operationOf({ 200: { content: [{ mediaType }] } }, reader);
    // Generated code has other readers where text or bytes are described.
    const isJson = [undefined, headersRead, jsonOrTextRead].includes(reader as typeof headersRead);
    const described = <Case extends readonly [string, ...unknown[]]>(cases: readonly Case[]) =>
      cases.filter(([mediaType]) => !isJson || mediaType === "application/json");

    test.each(
      described([
        ["application/json", "text/plain", '{"id":1}', { id: 1 }],
        ["application/json", "application/octet-stream", '{"id":1}', { id: 1 }],
        ["application/json", "text/plain", "created", "created"],
        ["text/csv", "text/plain", "a,b", "a,b"],
        ["text/csv", "application/json", "[1]", "[1]"],
      ]),
    )("of %s, %s: %s", async (mediaType, type, text, expected) => {
      expect(await answered(of(mediaType), text, type)).toEqual(expected);
      const refused = await failure(answered(of(mediaType), text, type, {}, { strict: true }));
      expect(refused).toMatchObject({ name: "DecodeError" });
    });

    test.each(
      described([
        ["image/png", "image/jpeg"],
        ["image/png", "text/plain"],
        ["application/json", "image/png"],
      ]),
    )("of %s, %s: bytes", async (mediaType, type) => {
      const body = await answered(of(mediaType), "abc", type);
      expect(await bytesOf(body)).toEqual([97, 98, 99]);
    });

    test.each(described([["application/json"], ["image/png"], ["text/plain"]]))(
      "that is a page is refused, instead of %s",
      async (mediaType) => {
        const refused = await failure(answered(of(mediaType), "<html>", "text/html"));
        expect(refused).toMatchObject({
          name: "DecodeError",
          message:
            "AddPet: 200: the content type text/html is not documented: is `baseUrl` that of the service?",
        });
      },
    );
  });

  test.each([
    ["of the operation", { 200: json, 404: json }],
    ["of all operations", { 200: json }],
  ])("an error beside documented ones %s throws, and keeps its body", async (__, responses) => {
    const operation = operationOf(responses, reader);
    const made = answered(operation, '{"why":1}', "application/json", { status: 418 });
    expect(await failure(made)).toMatchObject({ name: "ApiError", status: 418, body: { why: 1 } });
    expect(await failure(made.result())).toMatchObject({ status: 418, body: { why: 1 } });
  });

  test("an error where none is documented is a result, unless it is strict", async () => {
    const operation = operationOf({ 200: json, 304: {} }, reader);
    const made = (options: CallOptions) => {
      const { core } = clientOn(() => Response.json({ why: 1 }, { status: 418 }));
      const { errorBody: _, ...api } = core.api;
      return plainCall({ ...core, api }, operation, {}, options);
    };
    const result = await made({}).result();
    expect(result).toMatchObject({ ok: false, status: 418, body: { why: 1 } });
    expect(await failure(made({}))).toMatchObject({ name: "ApiError", status: 418 });
    expect(await failure(made({ strict: true }).result())).toMatchObject({ status: 418 });
  });

  test("a default is for errors beside a documented success, and for all without one", async () => {
    const beside = operationOf({ 200: json, default: json }, reader);
    const error = answered(beside, '{"a":1}', "application/json", { status: 500 });
    expect((await error.result()).body).toEqual({ a: 1 });
    const alone = operationOf({ default: json }, reader);
    const made = answered(alone, "{", "application/json", { status: 201 });
    expect(await failure(made)).toMatchObject({ name: "DecodeError" });
  });
});

test("a client is strict as its calls are", async () => {
  const { core } = clientOn(() => Response.json({}, { status: 201 }), { strict: true });
  const made = (options: CallOptions) => plainCall(core, operationOf({ 200: json }), {}, options);
  expect(await failure(made({}))).toMatchObject({
    name: "DecodeError",
    message: "AddPet: 201: the content type application/json is not documented",
  });
  expect(await made({ strict: false })).toEqual({});
});

test("what is undocumented is not validated as something else", async () => {
  const refuse = fixture.validator(() => [{ instancePath: "", keyword: "type" }]);
  const responses = { default: { "application/json": refuse } };
  const validate = validation({ AddPet: { responses } }, { responses: "strict" });
  const { core } = clientOn(() => Response.json({}, { status: 201 }), { validate });
  const of = (documented: ClientOperation["responses"]) =>
    plainCall(core, operationOf(documented), {});
  expect(await of({ 200: json, default: json })).toEqual({});
  expect(await of({ 201: {}, default: json })).toEqual({});
  expect(await failure(of({ default: json }))).toMatchObject({ name: "ResponseValidationError" });
});

describe("where a stream is documented", () => {
  const stream = { mediaType: "text/event-stream", stream: "server-sent-events" } as const;
  const watch = operationOf({ 200: { content: [stream] } }, streamRead);
  const answers = (text: string, type: string, status: number) => {
    const init = { status, headers: { "content-type": type } };
    const { core } = clientOn(() => new Response(text, init));
    return callStream<unknown, { status: 200 }>(core, watch);
  };

  test("another success is one too", async () => {
    expect(await Array.fromAsync(answers("data: 1\n\n", "text/event-stream", 201))).toEqual([1]);
  });

  test("another success without one has its body, and cannot be iterated over", async () => {
    const made = answers('{"queued":true}', "application/json", 202);
    expect((await made.result()).body).toEqual({ queued: true });
    expect(await failure(Array.fromAsync(made))).toMatchObject({
      name: "DecodeError",
      message: "AddPet: 202: the answer is not a stream",
    });
  });

  test("and JSON comes with its status, that is an error", async () => {
    const made = answers("{}", "application/json", 200);
    expect(await failure(made)).toMatchObject({ name: "DecodeError" });
  });
});

describe("the type of results", () => {
  type Pet = { name: string };
  type Problem = { message: string };
  type Result = CallResult<
    | { status: 200; body: Pet }
    | { status: 202; body?: undefined }
    | { status: 204; body?: undefined }
    | { status: 404; body?: undefined }
    | { status: DefaultStatus<200 | 202 | 204 | 404, "2XX">; body: Problem }
  >;
  type Body<All, Some> = Extract<All, Some> extends { body?: infer Own } ? Own : never;
  type SuccessStatus = 200 | 201 | 202 | 203 | 204 | 205 | 206 | 207 | 208 | 226;

  test("has the documented answers alone", () => {
    expectTypeOf<Body<Result, { status: 200 }>>().toEqualTypeOf<Pet>();
    expectTypeOf<
      Exclude<Extract<Result, { ok: false }>, { status: 404 }>["body"]
    >().toEqualTypeOf<Problem>();
    expectTypeOf<Extract<Result["status"], SuccessStatus>>().toEqualTypeOf<200 | 202 | 204>();
  });

  test("is narrowed by `ok`, without what is not described", () => {
    expectTypeOf<Body<Result, { ok: true }>>().toEqualTypeOf<Pet | undefined>();
    expectTypeOf<Body<Result, { ok: false }>>().toEqualTypeOf<Problem | undefined>();
  });

  test("has an unknown body where none is described of its kind", () => {
    type Bare = CallResult<{ status: 202; body?: undefined } | { status: 404; body?: undefined }>;
    expectTypeOf<Body<Bare, { status: 202 }>>().toBeUnknown();
    expectTypeOf<Body<Bare, { status: 404 }>>().toBeUnknown();
    type Empty = CallResult<{ status: 204; body?: undefined }>;
    expectTypeOf<Body<Empty, { ok: true }>>().toEqualTypeOf<undefined>();
  });

  test("has any success, or any error, where none is documented", () => {
    type NoSuccess = CallResult<{ status: 404; body: Problem }>;
    expectTypeOf<Extract<NoSuccess, { ok: true }>["status"]>().toEqualTypeOf<SuccessStatus>();
    expectTypeOf<Body<NoSuccess, { ok: true }>>().toBeUnknown();
    expectTypeOf<Body<NoSuccess, { ok: false }>>().toEqualTypeOf<Problem>();
    type NoError = CallResult<{ status: 200; body: Pet } | { status: 304; body?: undefined }>;
    expectTypeOf<Exclude<Extract<NoError, { ok: false }>, { status: 304 }>["body"]>().toBeUnknown();
    expectTypeOf<Body<NoError, { ok: true }>>().toEqualTypeOf<Pet>();
  });

  test("has both kinds of what `default` alone says", () => {
    type Only = CallResult<{ status: DefaultStatus; body: Problem }>;
    expectTypeOf<Extract<Only, { ok: true }>["status"]>().toEqualTypeOf<SuccessStatus>();
    expectTypeOf<Body<Only, { ok: false }>>().toEqualTypeOf<Problem>();
  });

  test("takes statuses that are no registered ones for what their first digit says", () => {
    type Odd = CallResult<{ status: 299; body: Pet } | { status: 599; body: Problem }>;
    expectTypeOf<Extract<Odd, { ok: true }>["status"]>().toEqualTypeOf<299>();
    expectTypeOf<Extract<Odd, { ok: false }>["status"]>().toEqualTypeOf<599>();
  });

  test("is that of any call, where nothing is known of the operation", () => {
    expectTypeOf<Result>().toExtend<CallResult<AnyResult>>();
    expectTypeOf<CallResult<AnyResult>["ok"]>().toEqualTypeOf<boolean>();
  });
});

test.each([
  [["application/xml", "application/json"], "application/json, application/xml;q=0.9"],
  [
    ["text/event-stream", "application/json", "image/*"],
    "text/event-stream, application/json, image/*;q=0.9",
  ],
  [["application/xml", "text/csv"], "application/xml, text/csv"],
  [["application/json"], "application/json"],
])("calls of %j ask for JSON first", async (mediaTypes, expected) => {
  const { core, requests } = clientOn(() => Response.json({}));
  const content = mediaTypes.map((mediaType) => ({ mediaType }));
  const operation = operationOf({ 200: { content } }, describedRead);
  await plainCall(core, { ...operation, accept: acceptOf }, {});
  expect(requests[0]?.headers.get("accept")).toBe(expected);
});

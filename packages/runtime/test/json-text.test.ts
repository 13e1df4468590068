import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encodeItem } from "../src/event-stream/index.ts";
import { jsonText } from "../src/json-text.ts";
import type { OperationDescriptor } from "../src/operation.ts";
import { encodeParameter } from "../src/parameters/encode.ts";
import { unsignedOperation } from "../src/webhooks/sign.ts";
import { callRaw } from "../src/client/raw.ts";
import { call, clientOn, failure, json } from "./client-harness.ts";
import { echo, sendJson, serve } from "./server-harness.ts";

const takes: OperationDescriptor = {
  operationId: "AddThing",
  method: "POST",
  path: "/things",
  requestBody: { content: [{ mediaType: "application/json" }] },
  responses: { 200: { content: [{ mediaType: "application/json" }] } },
};

const lost: readonly [what: string, value: unknown, pointer: string][] = [
  ["NaN", Number.NaN, ""],
  ["an infinite number", { a: [1, { b: Infinity }] }, "/a/1/b"],
  ["an invalid date", { "a/b~": new Date(Number.NaN) }, "/a~1b~0"],
  ["one behind others and null", { a: null, b: [null, 1], c: { d: -Infinity } }, "/c/d"],
];

describe.each(lost)("%s in JSON", (_, value, pointer) => {
  const place = `at ${JSON.stringify(pointer)}: `;

  test("is sent by no call, and the error says of which operation and where", async () => {
    const { core, requests } = clientOn(() => json({}));
    const error = await failure(call(core, takes, { body: value }));
    expect(error).toBeInstanceOf(TypeError);
    expect((error as Error).message).toContain(`AddThing: ${place}`);
    expect(requests).toHaveLength(0);
  });

  test("is in no request by path", async () => {
    const { core, requests } = clientOn(() => json({}));
    const error = await failure(callRaw(core, "POST", "/things", { body: [value] }));
    expect((error as Error).message).toContain(
      `POST /things: at ${JSON.stringify(`/0${pointer}`)}`,
    );
    expect(requests).toHaveLength(0);
  });

  test("is in no item of a stream and in no parameter", () => {
    expect(() =>
      encodeItem({ mediaType: "application/x-ndjson", stream: "json-lines" }, value),
    ).toThrow(place);
    const parameter = { name: "q", in: "query", content: "application/json" } as const;
    expect(() => encodeParameter(parameter, value)).toThrow(`query parameter "q": ${place}`);
  });

  test("is in no webhook", () => {
    const sign = (): unknown => unsignedOperation(takes, { body: value });
    expect(sign).toThrow(value instanceof Object && pointer.includes("~") ? "valid Date" : place);
  });

  test("is in no answer: it is a 500 whose error names operation and place", async () => {
    const errors: string[] = [];
    const route = echo(takes, { handler: () => ({ status: 200, body: value }) });
    const server = serve([route], { onError: ({ error }) => void errors.push(String(error)) });
    const response = await sendJson(server, "POST", "/things", "{}");
    expect(response.status).toBe(500);
    expect(errors).toEqual([expect.stringContaining(`AddThing: ${place}`)]);
  });
});

test("all else is what JSON.stringify makes of it", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(jsonText(value)).toBe(JSON.stringify(value));
    }),
  );
  const made = { a: null, b: { toJSON: () => null, c: Number.NaN }, d: undefined, e: new Date(0) };
  expect(jsonText(made)).toBe(JSON.stringify(made));
  expect(jsonText("\ud800 null")).toBe(String.raw`"\ud800 null"`);
});

import { expect, test } from "vitest";
import { call, headersRead, type ClientOperation } from "../src/client/index.ts";
import { jsonResponse } from "../src/operation.ts";
import type { AnyResult } from "../src/result.ts";
import { clientOn, json } from "./client-harness.ts";

const operation: ClientOperation = {
  operationId: "ListBooks",
  method: "GET",
  path: "/books",
  responses: {
    200: {
      ...jsonResponse,
      headers: [
        { name: "X-Total", in: "header", shape: "integer" },
        { name: "X-Name", in: "header" },
        { name: "X-Last", in: "header", shape: "boolean" },
      ],
    },
    "4XX": { ...jsonResponse, headers: [{ name: "Retry-After", in: "header", shape: "integer" }] },
    default: {},
  },
  readResponse: headersRead,
};

async function resultOf(status: number, headers: { readonly [name: string]: string }) {
  const { core } = clientOn(() => json({ a: 1 }, { status, headers }));
  const result = await call<unknown, AnyResult>(core, operation).result();
  return { body: result.body, headerValues: (result as { headerValues?: unknown }).headerValues };
}

test("documented headers are read by their shapes, as far as the response has them", async () => {
  expect(await resultOf(200, { "x-total": " 7 ", "x-name": "7", "x-last": "true" })).toEqual({
    body: { a: 1 },
    headerValues: { "X-Total": 7, "X-Name": "7", "X-Last": true },
  });
  expect(await resultOf(200, {})).toEqual({ body: { a: 1 }, headerValues: {} });
});

test("text that does not fit stays text", async () => {
  const { headerValues } = await resultOf(404, { "retry-after": "soon" });
  expect(headerValues).toEqual({ "Retry-After": "soon" });
});

test("a status without documented headers has none", async () => {
  expect(await resultOf(500, { "x-total": "7" })).toEqual({ body: { a: 1 } });
});

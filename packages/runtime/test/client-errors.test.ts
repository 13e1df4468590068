import { expect, test } from "vitest";
import { ApiError, createClientCore, operation } from "../src/client/index.ts";
import { jsonResponse } from "../src/operation.ts";
import { failure, json } from "./client-harness.ts";
import * as fixture from "./fixture.ts";

class BookError extends ApiError<{ readonly title: string }> {}
class CommonApiError extends ApiError<{ readonly type: string }> {}

type Run = (core: unknown) => PromiseLike<unknown>;

const responses = { 200: jsonResponse, 404: jsonResponse, "5XX": jsonResponse, 422: {} };
const list = operation<Run>(
  { operationId: "ListBooks", method: "GET", path: "/books", responses },
  { errors: { 404: BookError, "5XX": BookError } },
);

test.each([
  ["a class of its own for a status that the operation documents", 404, BookError],
  ["that of a range", 503, BookError],
  ["that of common errors where it documents none", 403, CommonApiError],
  ["none where what it documents has no class", 422, ApiError],
  ["none where nothing documents the status", 418, ApiError],
])("an error has %s", async (_name, status, expected) => {
  const core = createClientCore(
    { ...fixture.api, commonError: CommonApiError },
    { retries: 0, fetch: async () => json({}, { status }) },
  );
  const error = await failure(list(core));
  expect(Object.getPrototypeOf(error)).toBe(expected.prototype);
});

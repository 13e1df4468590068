import { describe, expect, test } from "vitest";
import { chooseAnswer } from "../src/answers/choose-answer.ts";
import type { Preferences } from "../src/answers/preferences.ts";
import type { MockExample } from "../src/description.ts";
import type { OperationDescriptor } from "../../runtime/src/operation.ts";
import { RequestFailure } from "../../runtime/src/server/failure.ts";
import { api } from "../../runtime/test/fixture.ts";

const content = [{ mediaType: "application/json" }];
const operation: OperationDescriptor = {
  operationId: "GetPet",
  method: "GET",
  path: "/pet",
  responses: {
    200: { content },
    202: {},
    409: { content },
    "4XX": { content },
    "5XX": { content },
  },
};
const example = (status: number, name?: string): MockExample => ({
  status,
  body: { status, name },
  ...(name === undefined ? {} : { name }),
});
const examples = [
  example(200, "cat"),
  example(200, "dog"),
  example(400, "wrong"),
  example(410, "gone"),
  example(500),
];

const choose = (preferences: Preferences) => chooseAnswer(api, operation, examples, preferences);

function refusal(preferences: Preferences, given = examples): RequestFailure {
  try {
    chooseAnswer(api, operation, given, preferences);
  } catch (error) {
    if (error instanceof RequestFailure) return error;
  }
  throw new Error("it was not refused");
}

describe("the answer", () => {
  test("is the first", () => {
    expect(choose({})).toBe(examples[0]);
  });

  test("is the one with the name", () => {
    expect(choose({ example: "dog" })).toBe(examples[1]);
    expect(choose({ code: 200, example: "dog" })).toBe(examples[1]);
    expect(choose({ example: "gone" })).toBe(examples[3]);
  });

  test("has the status that was asked for, where a range has it", () => {
    expect(choose({ code: 410 })).toBe(examples[3]);
    expect(choose({ code: 418 })).toEqual({
      ...examples[2],
      status: 418,
      body: { name: "wrong", status: 418 },
    });
    expect(choose({ code: 418, example: "gone" })).toMatchObject({
      status: 418,
      body: { name: "gone" },
    });
    expect(choose({ code: 503 }).status).toBe(503);
  });

  test("has no body where none is documented", () => {
    expect(choose({ code: 202 })).toEqual({ status: 202 });
  });

  test("is an error that all operations have in common", () => {
    const common = { ...operation, responses: { 200: { content }, default: { content } } };
    const given = [examples[0], example(500)].filter((one) => one !== undefined);
    expect(chooseAnswer(api, common, given, { code: 404 })).toEqual({
      status: 404,
      body: { type: "NotFound" },
    });
    expect(chooseAnswer(api, common, given, { code: 422 })).toEqual({
      status: 422,
      body: { type: "UnprocessableContent" },
    });
    expect(chooseAnswer(api, common, given, { code: 418 }).body).toEqual({
      ...Object(given[1]?.body),
      status: 418,
    });
  });

  test("is refused where there is none, with what there is", () => {
    const status = refusal({ code: 301 });
    expect(status.status).toBe(400);
    expect(status.issues[0]).toMatchObject({ in: "header", pointer: "/prefer" });
    expect(status.issues[0]?.message).toMatch(
      /^code must be a status that the operation has: 200, 202, 409, 4XX, 5XX, 400, 401/,
    );
    expect(refusal({ code: 409 }).issues[0]?.message).toMatch(/^code must be/);
    expect(refusal({ example: "bear" }).issues[0]?.message).toBe(
      "example must be the name of an answer: cat, dog, wrong, gone",
    );
    expect(refusal({ code: 500, example: "cat" }).issues[0]?.message).toMatch(/must be left out/);
    expect(refusal({ code: 301, isQuery: true }).issues[0]).toMatchObject({
      in: "query",
      pointer: "/__code",
    });
  });

  test("is 501 where an operation has none", () => {
    expect(refusal({}, []).status).toBe(501);
  });
});

import { describe, expect, test } from "vitest";
import { preferencesOf } from "../src/answers/preferences.ts";
import { RequestFailure } from "../../runtime/src/server/failure.ts";
import type { HttpRequest } from "../../runtime/src/server/index.ts";

const asked = (prefer: string | readonly string[] | undefined, url = "/books"): HttpRequest => ({
  method: "GET",
  url,
  headers: prefer === undefined ? {} : { prefer },
});

/** What a request is refused for. */
function refusal(request: HttpRequest) {
  try {
    preferencesOf(request);
  } catch (error) {
    if (error instanceof RequestFailure) return { status: error.status, issues: error.issues };
  }
  throw new Error("it was not refused");
}

describe("the Prefer header", () => {
  test.each<[string | readonly string[], object | undefined]>([
    ["code=404", { code: 404 }],
    ["example=dog", { example: "dog" }],
    ["dynamic=true", { dynamic: true }],
    ["dynamic=false", { dynamic: false }],
    ["code=207, example=people/common/mixed", { code: 207, example: "people/common/mixed" }],
    [["code=404", "example=gone"], { code: 404, example: "gone" }],
    ["code=404; example=gone", { code: 404, example: "gone" }],
    ['example="a, \\"b\\"; c=1", code = "404"', { example: 'a, "b"; c=1', code: 404 }],
    ["Code=404", { code: 404 }],
    ["code=404, code=500", { code: 404 }],
    ["code=404; code=500", { code: 404 }],
    ["wait=10, respond-async, return=minimal; code=500, ,", undefined],
    ["", undefined],
    ["seed=abc, dynamic=true", { seed: "abc", dynamic: true }],
    ["fault=half-body", { fault: "half-body" }],
    ["fault=stream-error; after=0", { fault: "stream-error", after: 0 }],
    ["latency=200", { latency: { from: 200, to: 200 } }],
    ["latency=200..800", { latency: { from: 200, to: 800 } }],
  ])("%j", (prefer, preferences) => {
    expect(preferencesOf(asked(prefer))).toEqual(preferences);
  });

  test.each([
    ["code=abc", "code must be a status from 200 to 599"],
    ["code=99", "code must be a status from 200 to 599"],
    ["dynamic", "dynamic must be true or false"],
    ["example=", "example must not be empty"],
    ["fault=rest", /^fault must be one of reset, half-body, /],
    ["latency=800..200", /^latency must be milliseconds/],
    ["latency=99999999999", /^latency must be milliseconds/],
    ["after=-1", "after must be a whole number"],
    ['example="a', "must be a list of preferences"],
    ["code=404 example=a", "must be a list of preferences"],
  ])("is refused where it makes no sense: %s", (prefer, message) => {
    expect(refusal(asked(prefer))).toEqual({
      status: 400,
      issues: [
        {
          in: "header",
          pointer: "/prefer",
          keyword: "prefer",
          message: expect.stringMatching(message),
        },
      ],
    });
  });
});

describe("the query", () => {
  test("says the same for those who cannot set headers, as with Prism", () => {
    const url = "/books?__code=404&a=1&__example=so%20gone&__dynamic=true&__seed=1#f";
    const preferences = { code: 404, example: "so gone", dynamic: true, isQuery: true };
    expect(preferencesOf(asked(undefined, url))).toEqual(preferences);
  });

  test("is not looked at beside the header", () => {
    expect(preferencesOf(asked("example=a", "/books?__code=404"))).toEqual({ example: "a" });
  });

  test("is refused where it makes no sense", () => {
    expect(refusal(asked(undefined, "/books?__dynamic=1")).issues).toEqual([
      { in: "query", pointer: "/__dynamic", keyword: "prefer", message: "must be true or false" },
    ]);
  });

  test.each(["/books", "/__mock/state", "/books?page=1", "/a__b?c=1"])(
    "says nothing: %s",
    (url) => {
      expect(preferencesOf(asked(undefined, url))).toBeUndefined();
    },
  );
});

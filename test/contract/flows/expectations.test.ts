import { expect, test } from "vitest";
import { equal, like, notThere, refused, without } from "./expectations.ts";

test.each([
  [1, "1"],
  [{ a: undefined }, {}],
  [{ a: 1 }, { a: 1, b: undefined }],
  [{ a: 1 }, { b: 1 }],
  [
    [1, 2],
    [2, 1],
  ],
  [[1], [1, 2]],
  [[], {}],
  [null, undefined],
  [{ a: { b: [1] } }, { a: { b: [2] } }],
])("%j is not %j", (one, other) => {
  expect(() => equal(one, other)).toThrow("instead of");
  expect(() => equal(other, one)).toThrow("instead of");
});

test("what is alike is equal", () => {
  expect(() => equal({ b: [null, { c: 1 }], a: 1 }, { a: 1, b: [null, { c: 1 }] })).not.toThrow();
});

test("a value has the members that are demanded, and may have others", () => {
  expect(() => like({ a: [1], b: 2 }, { a: [1] })).not.toThrow();
  expect(() => like({ a: [1], b: 2 }, { a: [2] })).toThrow("a of");
  expect(() => like({ b: 2 }, { a: 2 })).toThrow("a of");
  expect(() => like(undefined, { a: 2 })).toThrow("a of");
});

test("a text is found wherever it is", () => {
  expect(() => without([{ a: { b: "the secret text" } }], "secret")).toThrow("secret is in");
  expect(() => without([{ a: { b: "the text" } }], "secret")).not.toThrow();
});

test("a call that is not refused is told of, and so is one that fails otherwise", async () => {
  await expect(refused(Promise.resolve(), 404)).rejects.toThrow("not refused with 404");
  await expect(notThere(Promise.reject(new TypeError("broken")))).rejects.toThrow("broken");
});

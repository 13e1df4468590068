import { expect, test } from "vitest";
import { growthOfWork } from "../../../test/growth-of-work.ts";
import { parseJson } from "../src/parse-json.ts";

const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);

test.each([1, 499, 500])("%d levels are read", (levels) => {
  expect(() => parseJson(nested(levels))).not.toThrow();
});

test.each([501, 100_000])("%d levels are refused", (levels) => {
  expect(() => parseJson(nested(levels))).toThrow("must not be deeper than 500 levels");
  expect(() => parseJson(`{"a":${nested(levels)}}`)).toThrow(RangeError);
});

test("brackets in texts are no levels", () => {
  const text = `${"[".repeat(2000)}"\\${"{".repeat(2000)}`;
  expect(parseJson(JSON.stringify([text, `${text}\\`, "[".repeat(2000)]))).toEqual([
    text,
    `${text}\\`,
    "[".repeat(2000),
  ]);
});

test("lists beside each other are no levels", () => {
  expect(parseJson(`[${"[],".repeat(2000)}{}]`)).toHaveLength(2001);
});

test.each(["", "[", '{"a"', `"${"a".repeat(2000)}`])("%j is no JSON", (text) => {
  expect(() => parseJson(text)).toThrow(SyntaxError);
});

test.each([
  ["digits", "123456789012345"],
  ["quotation marks", String.raw`"\\\""`],
  ["numbers with an exponent", "1e99"],
])("the work for %s is that of their length", (_, item) => {
  const textOf = (size: number): string => `[${Array.from({ length: size }, () => item).join()}]`;
  const texts = new Map([10_000, 40_000].map((size) => [size, textOf(size)]));
  const growth = growthOfWork((size) => void parseJson(texts.get(size) ?? ""), 10_000, 4);
  expect(growth).toBeLessThan(8);
});

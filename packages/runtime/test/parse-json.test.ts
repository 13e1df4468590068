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

const digits = (count: number): string => "9".repeat(count);

test.each(["1e309", "-1E+309", "1e0309", "0.1e310", `${digits(210)}e99`, digits(309)])(
  "%s is refused, in a text of any length",
  (number) => {
    for (const before of ["", '"1e5f",'.repeat(500)])
      expect(() => parseJson(`[${before}{"a/b":${number}}]`)).toThrow("between -1.8e308 and");
  },
);

test.each(["9007199254740993", "-9007199254740993", digits(16), digits(308)])(
  "%s is refused, as it would be read as another integer",
  (number) => {
    for (const before of ["", '"9007199254740993",'.repeat(500)])
      expect(() => parseJson(`[${before}{"a/b":${number}}]`)).toThrow(
        "that a double holds exactly",
      );
  },
);

test.each([
  "1.7976931348623157e308",
  "1e-400",
  `${digits(200)}e99`,
  "9007199254740992",
  "0.90071992547409931",
  String(BigInt(2 ** 1000)),
  String(2 ** 60),
])("%s is read", (number) => {
  expect(parseJson(`[${number}]`)).toEqual([Number(number)]);
  expect(parseJson(`["1e999",${number}]`)).toEqual(["1e999", Number(number)]);
});

test.each([
  ["digits", "123456789012345"],
  ["long numbers", String(BigInt(2 ** 90))],
  ["quotation marks", String.raw`"\\\""`],
  ["numbers with an exponent", "1e99"],
])("the work for %s is that of their length", (_, item) => {
  const textOf = (size: number): string => `[${Array.from({ length: size }, () => item).join()}]`;
  // The engine keeps the texts of the indices of shorter arrays, so that each of their items takes less than half the work.
  const texts = new Map([40_000, 160_000].map((size) => [size, textOf(size)]));
  const growth = growthOfWork((size) => void parseJson(texts.get(size) ?? ""), 40_000, 4);
  expect(growth).toBeLessThan(8);
});

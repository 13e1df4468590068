import { expect, test } from "vitest";
import { textViolations } from "../src/server/places/text-violations.ts";

const matching = (pattern: string, value: string, isOfCase: boolean): readonly unknown[] =>
  textViolations([{ json: { type: "string", pattern }, pointer: "/code" }], value, isOfCase).map(
    (one) => one.value,
  );

test("a text of the other case is tried where a pattern does not allow it", () => {
  expect(matching("^[A-Z]{2}$", "DE", true)).toEqual(["de"]);
  expect(matching("^[a-z]{2}$", "de", true)).toEqual(["DE"]);
});

test("another text is tried where a pattern allows both cases, or case may not matter", () => {
  const [other] = matching("^[A-Za-z]{2}$", "De", true);
  expect(other).not.toMatch(/^[a-z]{2}$/i);
  expect(matching("^[A-Z]{2}$", "DE", false)).not.toContain("de");
});

test("a text breaks a pattern alone where it can", () => {
  const schema = { type: "string", minLength: 1, maxLength: 120, pattern: "\\S" };
  const found = textViolations([{ json: schema, pointer: "/title" }], "Salt", false);
  expect(found.find(({ kind }) => kind === "not-matching")?.value).toBe("   ");
});

import type { AppliedSchema, Json } from "@openapi-packages/description";
import { expect, test } from "vitest";
import { textOfLength } from "../src/server/places/text-of-length.ts";

const ofFormat = (format: string): AppliedSchema[] => [
  { json: { type: "string", format } as Json, pointer: "" } as AppliedSchema,
];

const labelsOf = (host: string): string[] => host.split(".");

test.each(["email", "idn-email"])("%s of any length keeps its labels short", (format) => {
  for (let length = 15; length <= 254; length += 1) {
    const text = textOfLength(ofFormat(format), "ada@example.com", length) ?? "";
    expect(text).toHaveLength(length);
    expect(text).toMatch(/^ada@[a-z.]+\.com$/);
    expect(labelsOf(text.slice(4)).every((one) => one.length > 0 && one.length < 64)).toBe(true);
  }
  expect(textOfLength(ofFormat(format), "ada@example.com", 255)).toBeUndefined();
  // A part of an address is none.
  expect(textOfLength(ofFormat(format), "ada@example.com", 14)).toBeUndefined();
});

test.each(["hostname", "idn-hostname"])("%s of any length has short labels", (format) => {
  for (let length = 15; length <= 253; length += 1) {
    const text = textOfLength(ofFormat(format), "www.example.com", length) ?? "";
    expect(text).toHaveLength(length);
    expect(labelsOf(text).every((one) => one.length > 0 && one.length < 64)).toBe(true);
  }
  expect(textOfLength(ofFormat(format), "www.example.com", 254)).toBeUndefined();
});

test.each(["uri", "url", "iri"])("%s of any length keeps its host", (format) => {
  for (const known of ["https://example.com/a", "https://example.com"]) {
    const text = textOfLength(ofFormat(format), known, 300) ?? "";
    expect(text).toHaveLength(300);
    expect(new URL(text).hostname).toBe("example.com");
  }
});

test.each([
  ["uuid", "3f0c6d9e-6a4e-4b59-8a2c-0d7d6f6a9b11"],
  ["date-time", "2026-01-11T08:00:00Z"],
  ["ipv4", "192.0.2.1"],
  ["int64", "1"],
])("%s is not lengthened", (format, text) => {
  expect(textOfLength(ofFormat(format), text, text.length)).toBe(text);
  expect(textOfLength(ofFormat(format), text, 60)).toBeUndefined();
});

test("texts without a format of JSON Schema are lengthened and cut as they are", () => {
  expect(textOfLength([], "name", 6)).toBe("nameee");
  expect(textOfLength(ofFormat("nickname"), "name", 2)).toBe("na");
  expect(textOfLength(ofFormat("password"), "name", 2)).toBe("na");
});

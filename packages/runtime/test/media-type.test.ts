import { expect, test } from "vitest";
import {
  isJsonMediaType,
  mediaTypeFor,
  mediaTypeEssence,
  mediaTypeMatches,
  negotiateMediaType,
  selectMediaType,
} from "../src/media-type.ts";

const described = (...mediaTypes: string[]) => mediaTypes.map((mediaType) => ({ mediaType }));

test.each([
  ["application/json", "application/json"],
  [" Application/JSON ; charset=utf-8", "application/json"],
  ["text/plain;q=1", "text/plain"],
  ["json", undefined],
  ["", undefined],
  [null, undefined],
  [undefined, undefined],
])("the essence of %j is %j", (contentType, essence) => {
  expect(mediaTypeEssence(contentType)).toBe(essence);
});

test.each([
  ["application/json", true],
  ["application/problem+json; charset=utf-8", true],
  ["text/json", true],
  ["application/jsonl", false],
  ["text/plain", false],
])("%s is JSON: %s", (mediaType, expected) => {
  expect(isJsonMediaType(mediaType)).toBe(expected);
});

test.each([
  ["text/*", "text/plain; charset=utf-8", true],
  ["text/*", "textual/plain", false],
  ["*/*", "image/png", true],
  ["text/plain", "TEXT/PLAIN", true],
  ["text/plain", "text/html", false],
  ["text/plain", "nonsense", false],
  ["application/*+json", "application/merge-patch+json", true],
  ["application/*+json", "application/json", true],
  ["application/*+json", "application/xml", false],
  ["application/*+json", "text/a+json", false],
  ["*/*+json", "text/a+json", false],
])("%s matches %s: %s", (range, mediaType, expected) => {
  expect(mediaTypeMatches(range, mediaType)).toBe(expected);
});

test.each([
  ["text/plain", "text/plain"],
  ["text/html", "text/*"],
  ["image/png", "*/*"],
  ["a/b; v=2", "a/b;v=2"],
  ["a/b; v=3", "a/b;v=1"],
  ["a/x+c", "a/*+c"],
])("the most specific description of %s is %s", (contentType, mediaType) => {
  const content = described("*/*", "text/*", "text/plain", "a/b;v=1", "a/b;v=2", "a/*+c");
  expect(selectMediaType(content, contentType)?.mediaType).toBe(mediaType);
});

test("what is no media type selects none, though a description has the same", () => {
  expect(selectMediaType(described("json"), "json")).toBeUndefined();
  expect(selectMediaType(described("a/b, c/d"), "a/b, c/d")).toBeUndefined();
});

test.each([
  [undefined, "application/json"],
  ["*/*", "application/json"],
  ["text/csv", "text/csv"],
  ["application/json;q=0.1, text/*;q=0.5", "text/csv"],
  ["text/csv;q=0, */*", "application/json"],
  ["image/png", "application/json"],
])("Accept: %s prefers %s", (accept, mediaType) => {
  const content = described("application/json", "text/csv");
  expect(negotiateMediaType(content, accept)?.mediaType).toBe(mediaType);
});

test.each([
  [{ mediaType: "text/csv" }, "a", "text/csv"],
  [{ mediaType: "image/*" }, new Blob([], { type: "image/png" }), "image/png"],
  [{ mediaType: "image/*" }, new Blob([], { type: "text/plain" }), "application/octet-stream"],
  [{ mediaType: "*/*" }, new Blob([]), "application/octet-stream"],
  [{ mediaType: "*/*" }, new Uint8Array(), "application/octet-stream"],
  [{ mediaType: "*/*" }, { a: 1 }, "application/json"],
  [{ mediaType: "*/*", as: "json" }, "a", "application/json"],
  [{ mediaType: "*/*", as: "text" }, "a", "text/plain"],
  [{ mediaType: "text/*" }, "a", "text/plain"],
  [{ mediaType: "application/*+json" }, { a: 1 }, "application/json"],
] as const)("a range %j is written for %j as %s", (media, body, mediaType) => {
  expect(mediaTypeFor(media, body)).toBe(mediaType);
});

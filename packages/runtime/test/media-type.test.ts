import { expect, test } from "vitest";
import {
  isJsonMediaType,
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
])("%s matches %s: %s", (range, mediaType, expected) => {
  expect(mediaTypeMatches(range, mediaType)).toBe(expected);
});

test.each([
  ["text/plain", "text/plain"],
  ["text/html", "text/*"],
  ["image/png", "*/*"],
])("the most specific description of %s is %s", (contentType, mediaType) => {
  const content = described("*/*", "text/*", "text/plain");
  expect(selectMediaType(content, contentType)?.mediaType).toBe(mediaType);
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

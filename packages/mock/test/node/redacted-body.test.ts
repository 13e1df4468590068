import { describe, expect, test } from "vitest";
import { Places } from "@openapi-packages/runtime/internals";
import { growthOfWork } from "../../../../test/growth-of-work.ts";
import { redactedBody } from "../../src/node/console/redacted-body.ts";

const shown = (
  text: string,
  contentType: string,
  { places = [], isCut = false }: { places?: readonly string[]; isCut?: boolean } = {},
): string | undefined =>
  redactedBody({ bytes: Buffer.from(text), contentType, isCut }, new Places(places));

const json = "application/json";

describe("of a body is shown", () => {
  test.each([
    ["JSON as it is", '{ "a" : 1 }', json, '{ "a" : 1 }'],
    ["JSON without secrets", '{"a":[{"password":"x"}]}', json, '{"a":[{"password":"REDACTED"}]}'],
    ["JSON of another name", '{"token":"x"}', "application/ld+json", '{"token":"REDACTED"}'],
    [
      "a stream without secrets",
      'id: 1\nevent: a\ndata: {"secret":"x","n":1}\n\ndata: [DONE]\n\n',
      "text/event-stream",
      'id: 1\nevent: a\ndata: {"secret":"REDACTED","n":1}\n\ndata: [DONE]\n\n',
    ],
    [
      "lines of JSON",
      '{"token":1}\n{"n":1}\n',
      "application/jsonl",
      '{"token":"REDACTED"}\n{"n":1}\n',
    ],
    [
      "a form",
      "name=a&password=x&user%5Btoken%5D=y",
      "application/x-www-form-urlencoded",
      "name=a&password=REDACTED&user%5Btoken%5D=y",
    ],
    ["text", "hello", "text/plain", "hello"],
    ["XML", "<a/>", "application/xml", "<a/>"],
    ["text of a type that is not said", "hello", "", "hello"],
    ["JSON of a type that is not said", '{"token":"x"}', "", '{"token":"REDACTED"}'],
  ])("%s", (_, text, contentType, expected) => {
    expect(shown(text, contentType)).toBe(expected);
  });

  test("no bytes that are no text", () => {
    const bytes = new Uint8Array([137, 80, 78, 71, 0]);
    expect(redactedBody({ bytes, contentType: "image/png", isCut: false }, new Places([]))).toBe(
      undefined,
    );
  });

  test.each([
    ['{"a":1,"password":"sec', '{"a":1,"password":"REDACTED"'],
    ['{"password":"a\\"b","n":1,"x":', '{"password":"REDACTED","n":1,"x":'],
    ['{"credentials":{"key":"x"},"n":[1,', '{"credentials":"REDACTED"'],
    ['{"a":{"token":12', '{"a":{"token":"REDACTED"'],
  ])("JSON that is cut off, without what may be a secret: %s", (text, expected) => {
    expect(shown(text, json, { isCut: true })).toBe(expected);
  });

  test("nothing that could hold a secret of the description and cannot be read", () => {
    const places = ["/config/code"];
    expect(shown('{"config":{"code":"x"}}', json, { places })).toBe(
      '{"config":{"code":"REDACTED"}}',
    );
    expect(shown('{"config":{"code":"x"', json, { places, isCut: true })).toBe("REDACTED");
    expect(shown("code: x", "text/plain", { places })).toBe("REDACTED");
    expect(shown("a=b", "application/x-www-form-urlencoded", { places })).toBe("a=REDACTED");
  });

  test("the fields of a form with their heads, no files and no secrets", () => {
    const part = (head: string, content: string): string =>
      `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
    const text = `${part('name="title"', "Emma")}${part('name="api_key"', "secret")}${part('name="f"; filename="a.png"', "\u0000\u0001")}--b--\r\n`;
    const result = shown(text, "multipart/form-data; boundary=b") ?? "";
    expect(result).toContain('name="title"\r\n\r\nEmma');
    expect(result).toContain('name="api_key"\r\n\r\nREDACTED');
    expect(result).toContain("[4 characters that are not text]");
    expect(result).not.toMatch(/secret|\u0000/);
  });

  test("a character that is cut in two without its half", () => {
    const bytes = Buffer.from("aé").subarray(0, 2);
    const body = { bytes, contentType: "text/plain", isCut: true };
    expect(redactedBody(body, new Places([]))).toBe("a");
  });
});

const form = "application/x-www-form-urlencoded";
const parts = "multipart/form-data; boundary=b";

test.each([
  [json, '"token":1,'],
  [json, '"a":"b",'],
  [json, '"'],
  [json, '"\\'],
  [json, '"a"  '],
  [json, "{"],
  [form, "a"],
  [form, "token=a&"],
  [parts, "--b"],
  [parts, "--b\r\n\r\n"],
  ["text/event-stream", "data: {\n"],
  ["text/event-stream", "data:"],
])("looking through %s takes time in proportion: %s", (contentType, piece) => {
  const look = (size: number): void =>
    void shown(`{${piece.repeat(size)}`, contentType, { isCut: true });
  expect(growthOfWork(look, 1500, 8)).toBeLessThan(24);
});

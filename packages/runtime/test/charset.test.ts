import { describe, expect, test } from "vitest";
import { charsetOf, CharsetError, createUtf8Decoder, decodeBytes } from "../src/charset.ts";
import { labelledUtf8 } from "../src/media-type.ts";

const all = Uint8Array.from({ length: 256 }, (_, index) => index);

describe("the charset of a content type", () => {
  test.each([
    ["text/plain", "utf-8"],
    ["text/plain; charset=ISO-8859-1", "iso-8859-1"],
    ['text/plain;format=flowed;  charset="UTF-16" ; a=b', "utf-16"],
    ["text/plain; charset=", ""],
    [null, "utf-8"],
  ])("%s is %s", (contentType, charset) => {
    expect(charsetOf(contentType)).toBe(charset);
  });
});

describe("text", () => {
  test.each([
    ["utf-8", Uint8Array.of(0xc3, 0xa9), "é"],
    ["iso-8859-1", Uint8Array.of(0xe9, 0x80), "é\u0080"],
    ["windows-1252", Uint8Array.of(0xe9, 0x80), "é€"],
    ["utf-16", Uint8Array.of(0xff, 0xfe, 0xe9, 0), "é"],
    ["utf-16", Uint8Array.of(0xfe, 0xff, 0, 0xe9), "é"],
    ["utf-16le", Uint8Array.of(0xe9, 0), "é"],
    ["shift_jis", Uint8Array.of(0x83, 0x41), "ア"],
    ["us-ascii", Uint8Array.of(65), "A"],
  ])("in %s is decoded", (charset, bytes, text) => {
    expect(decodeBytes(bytes, charset)).toBe(text);
    expect(decodeBytes(bytes.slice().buffer, charset)).toBe(text);
  });

  test("in ISO-8859-1 has every byte as its character", () => {
    const text = decodeBytes(all, "iso-8859-1");
    expect(Array.from(text, (character) => character.charCodeAt(0))).toEqual([...all]);
  });

  test.each([
    ["utf-8", Uint8Array.of(0xff), "encoding"],
    ["us-ascii", Uint8Array.of(0xe9), "encoding"],
    ["utf-16", new Uint8Array(), "unsupported"],
    ["utf-16le", Uint8Array.of(0, 0xd8), "encoding"],
    ["utf-16", Uint8Array.of(0xe9, 0), "unsupported"],
    ["utf-7", Uint8Array.of(65), "unsupported"],
    ["", Uint8Array.of(65), "unsupported"],
    ["iso-2022-kr", Uint8Array.of(65), "unsupported"],
  ])("in %s that cannot be read is refused", (charset, bytes, kind) => {
    const decode = () => decodeBytes(bytes, charset);
    expect(decode).toThrow(CharsetError);
    expect(decode).toThrow(expect.objectContaining({ kind }));
  });

  test("in lines of UTF-8 is decoded each for itself, and nothing is replaced", () => {
    const decode = createUtf8Decoder(true);
    expect([decode(Uint8Array.of(0xe2, 0x82, 0xac)), decode(Uint8Array.of(65))]).toEqual([
      "€",
      "A",
    ]);
    expect(() => decode(Uint8Array.of(0xe2))).toThrow(CharsetError);
    expect(createUtf8Decoder(false)(Uint8Array.of(0xe2))).toBe("\ufffd");
  });
});

test.each([
  ["text/plain", "text/plain"],
  ["text/plain; charset=ISO-8859-1", "text/plain; charset=utf-8"],
  ['text/plain;charset="utf-16"; format=flowed', "text/plain; charset=utf-8; format=flowed"],
  ["text/plain; charset=UTF-8", "text/plain; charset=UTF-8"],
])("what is sent as UTF-8 and described as %s is labelled %s", (described, label) => {
  expect(labelledUtf8(described)).toBe(label);
});

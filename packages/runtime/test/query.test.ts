import { describe, expect, test } from "vitest";
import { growthOfWork } from "../../../test/growth-of-work.ts";
import type { MediaTypeDescriptor, ParameterDescriptor } from "../src/operation.ts";
import {
  decodeForm,
  decodePairs,
  encodeForm,
  encodeQuery,
  parseQuery,
} from "../src/parameters/query.ts";
import { parseCookies } from "../src/parameters/cookie.ts";

const rest: ParameterDescriptor = {
  name: "arguments",
  in: "query",
  shape: { object: { count: "integer" }, rest: "any" },
};
const key: ParameterDescriptor = { name: "api_key", in: "query" };
const filter: ParameterDescriptor = {
  name: "filter",
  in: "query",
  style: "deepObject",
  shape: { object: {} },
};

describe("a form-exploded object", () => {
  test("takes every name that no other parameter owns", () => {
    const pairs = parseQuery("count=2&a=1&api_key=k&filter[x]=y&a=2&token=t");
    expect(decodePairs([rest, key, filter], pairs, new Set(["token"]))).toEqual({
      arguments: { count: 2, a: ["1", "2"] },
      api_key: "k",
      filter: { x: "y" },
    });
  });

  test("is written beside the other parameters", () => {
    const values = { arguments: { count: 2, a: ["1", "2"] }, api_key: "k" };
    expect(encodeQuery([rest, key], values)).toBe("count=2&a=1&a=2&api_key=k");
  });

  test("is left out where there are no names for it", () => {
    expect(decodePairs([rest, key], parseQuery("api_key=k"))).toEqual({ api_key: "k" });
  });
});

describe("names that a prototype has", () => {
  test("are members like others", () => {
    const text = "__proto__=a&constructor=b&toString=c";
    const { arguments: value } = decodePairs([rest], parseQuery(text));
    expect(Object.entries(value as object)).toEqual([
      ["__proto__", "a"],
      ["constructor", "b"],
      ["toString", "c"],
    ]);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(encodeQuery([rest], { arguments: value })).toBe(text);
  });

  test("do not reach a prototype through brackets", () => {
    const pairs = parseQuery(
      "filter[__proto__][polluted]=1&filter[constructor][prototype][polluted]=1",
    );
    decodePairs([filter], pairs);
    expect("polluted" in {}).toBe(false);
  });

  test("are no values where none are given", () => {
    expect(encodeQuery([{ name: "constructor", in: "query" }], {})).toBe("");
  });
});

describe("a deepObject", () => {
  test.each([
    "filters=a",
    "filter[a=b",
    "filter[a]b=c",
    "filter]a[=b",
    `filter${"[a]".repeat(40)}=b`,
  ])("does not read %s", (text) => {
    expect(decodePairs([filter], parseQuery(text))).toEqual({});
  });
});

test("reading many names is work in proportion to their number", () => {
  const read = (count: number): void => {
    const text = Array.from({ length: count }, (_, index) => `n${index}=${index}`).join("&");
    const value = decodePairs([rest], parseQuery(text))["arguments"];
    expect(Object.keys(value as object)).toHaveLength(count);
  };
  expect(growthOfWork(read, 5000, 8)).toBeLessThan(32);
});

describe("a form body", () => {
  const media: MediaTypeDescriptor = {
    mediaType: "application/x-www-form-urlencoded",
    shape: {
      object: {
        name: "string",
        size: "integer",
        tags: { array: "string" },
        address: { object: { city: "string" } },
        codes: { array: "integer" },
        colour: { object: { R: "integer" } },
      },
    },
    encoding: { codes: { style: "form", explode: false }, colour: { style: "deepObject" } },
  };
  const value = {
    name: "A & B",
    size: 3,
    tags: ["x", "y"],
    address: { city: "Köln" },
    codes: [1, 2],
    colour: { R: 100 },
    other: "z",
  };
  const text =
    "name=A%20%26%20B&size=3&tags=x&tags=y&address=%7B%22city%22%3A%22K%C3%B6ln%22%7D" +
    "&codes=1,2&colour%5BR%5D=100&other=z";

  test("is written by the encoding of each property", () => {
    expect(encodeForm(media, value)).toBe(text);
  });

  test("is read back as it was", () => {
    expect(decodeForm(media, text)).toEqual(value);
    expect(decodeForm(media, "name=A+%26+B&size=three")).toEqual({ name: "A & B", size: "three" });
  });

  test("without a shape has objects as JSON", () => {
    const undescribed = { mediaType: media.mediaType };
    expect(encodeForm(undescribed, { a: { b: 1 } })).toBe("a=%7B%22b%22%3A1%7D");
  });
});

test("cookies are read with their quotes and spaces taken off", () => {
  expect(parseCookies('a=1;b="2" ; =x; c=')).toEqual([
    { name: "a", text: "1" },
    { name: "b", text: "2" },
    { name: "c", text: "" },
  ]);
});

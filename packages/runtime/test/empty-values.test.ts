import { describe, expect, test } from "vitest";
import { decodePairs, encodeQuery, parseQuery } from "../src/index.ts";
import type { ParameterDescriptor } from "../src/index.ts";

const list = { array: "string" } as const;
const object = { object: { a: "string" } } as const;
const q = { name: "q", in: "query" } as const;
const other = { name: "other", in: "query" } as const;

const roundTrip = (parameter: ParameterDescriptor, value: unknown): [string, unknown] => {
  const text = encodeQuery([parameter], { q: value });
  return [text, decodePairs([parameter, other], parseQuery(text))["q"]];
};

const styles: readonly Partial<ParameterDescriptor>[] = [
  {},
  { explode: false },
  { style: "spaceDelimited", explode: false },
  { style: "pipeDelimited" },
  { style: "deepObject" },
];

describe.each(styles)("an empty list or object of a query (%j)", (style) => {
  test.each([
    [list, []],
    [object, {}],
  ])("is left out: %j", (shape, value) => {
    expect(roundTrip({ ...q, ...style, shape }, value)).toEqual(["", undefined]);
  });

  test.each([
    [list, []],
    [object, {}],
  ])("is an empty value with `allowEmptyValue`: %j", (shape, value) => {
    const parameter = { ...q, ...style, shape, allowEmptyValue: true } as const;
    expect(roundTrip(parameter, value)).toEqual(["q=", value]);
    expect(decodePairs([parameter], parseQuery("q"))["q"]).toEqual(value);
  });
});

describe("with `allowEmptyValue`", () => {
  const allowEmptyValue = true;

  test("a list of one empty text is refused, as it is read as an empty one", () => {
    const parameter = { ...q, shape: list, allowEmptyValue } as const;
    expect(() => encodeQuery([parameter], { q: [""] })).toThrow('query parameter "q"');
    expect(roundTrip(parameter, ["", "a"])).toEqual(["q=&q=a", ["", "a"]]);
  });

  test("a text may be empty, and a number without a value is absent", () => {
    expect(decodePairs([{ ...q, allowEmptyValue }], parseQuery("q"))).toEqual({ q: "" });
    const number = { ...q, shape: "integer", allowEmptyValue } as const;
    expect(decodePairs([number], parseQuery("q="))).toEqual({});
    expect(decodePairs([number], parseQuery("q=5"))).toEqual({ q: 5 });
  });
});

test("what is empty within a deep object is left out", () => {
  const parameter = { ...q, style: "deepObject", shape: "any" } as const;
  expect(encodeQuery([parameter], { q: { a: [], b: {}, c: 1 } })).toBe("q%5Bc%5D=1");
});

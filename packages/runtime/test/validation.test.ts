import { describe, expect, test } from "vitest";
import { resolvePointer } from "../src/json-pointer.ts";
import {
  count,
  countUnlisted,
  duplicate,
  equal,
  Evaluated,
  evaluateOnce,
  isMultiple,
  reportUnlisted,
  toIssues,
  validator,
  type Check,
} from "../src/validation/index.ts";

test.each([
  ["", 0],
  ["abc", 3],
  ["é", 1],
  ["😀", 1],
  ["a😀b", 3],
  ["\ud83d", 1],
  ["\ude00\ud83d", 2],
])("%j is %d code points long", (text, length) => {
  expect(count(text)).toBe(length);
});

test.each([
  [1, 1, true],
  [1, "1", false],
  [null, null, true],
  [null, {}, false],
  [[1, [2]], [1, [2]], true],
  [[1], [1, 2], false],
  [[], {}, false],
  [{ a: 1, b: [2] }, { b: [2], a: 1 }, true],
  [{ a: 1 }, { a: 1, b: undefined }, false],
  [{ a: undefined }, { b: 1 }, false],
  [JSON.parse('{"__proto__":1}'), JSON.parse('{"__proto__":1}'), true],
  [JSON.parse('{"__proto__":{}}'), {}, false],
])("%j equals %j: %s", (left, right, expected) => {
  expect(equal(left, right)).toBe(expected);
});

describe("issues", () => {
  test("point at the member that is missing or extra", () => {
    const errors = [
      {
        instancePath: "/a",
        keyword: "required",
        params: { missingProperty: "b/c" },
        message: "is missing",
      },
      { instancePath: "", keyword: "additionalProperties", params: { additionalProperty: "d~" } },
      { instancePath: "/e", keyword: "minimum", params: { limit: 1 }, message: "must be >= 1" },
    ];
    expect(toIssues("body", errors)).toEqual([
      { in: "body", pointer: "/a/b~1c", keyword: "required", message: "is missing" },
      {
        in: "body",
        pointer: "/d~0",
        keyword: "additionalProperties",
        message: "must NOT have additional properties",
      },
      { in: "body", pointer: "/e", keyword: "minimum", message: "must be >= 1" },
    ]);
  });

  test("say the same thing once", () => {
    const error = { instancePath: "/a", keyword: "type", message: "must be string" };
    expect(toIssues("query", [error, { ...error }])).toHaveLength(1);
    expect(toIssues("query", null)).toEqual([]);
  });
});

test.each([
  ["", { a: 1 }],
  ["/a", 1],
  ["/b", undefined],
  ["/toString", undefined],
  ["/a/b", undefined],
])("the pointer %j resolves to %j", (pointer, value) => {
  expect(resolvePointer({ a: 1 }, pointer)).toEqual(value);
});

test("pointers reach into arrays and through escapes", () => {
  expect(resolvePointer({ "a/b": [{ "~": 1 }] }, "/a~1b/0/~0")).toBe(1);
  expect(() => resolvePointer({}, "a")).toThrow(TypeError);
});

test.each([
  [7, 2, false],
  [8, 2, true],
  [0, 3, true],
  [19.99, 0.01, true],
  [0.3, 0.1, true],
  [0.35, 0.1, false],
  [1e308, 0.5, true],
  [12_391_239_123, 1e-8, true],
])("%d is a multiple of %d: %s", (value, of, expected) => {
  expect(isMultiple(value, of)).toBe(expected);
});

test.each([
  [[], undefined],
  [[1, "1", true, null, "true"], undefined],
  [
    [1, 2, 1],
    [0, 2],
  ],
  [
    [{ a: [1] }, "a", { a: [2] }, { a: [1] }],
    [0, 3],
  ],
  [
    [[], {}, []],
    [0, 2],
  ],
])("the first equal items of %j are %j", (items, pair) => {
  expect(duplicate(items)).toEqual(pair);
});

test("equal items are found among a hundred thousand objects, in no time", () => {
  const items = Array.from({ length: 100_000 }, (_, index) => ({ a: index, b: [{}] }));
  expect(duplicate(items)).toBeUndefined();
  expect(duplicate([...items, { b: [{}], a: 70_000 }])).toEqual([70_000, 100_000]);
});

test("what was looked at is all that one place and another have seen", () => {
  const seen = new Evaluated();
  seen.addItems(2);
  seen.addMembers(["a"]);
  const other = new Evaluated();
  other.addItem(3);
  other.addItems(1);
  seen.add(other);
  expect([0, 1, 2, 3].map((index) => seen.hasItem(index))).toEqual([true, true, false, true]);
  expect(["a", "b"].map((name) => seen.hasMember(name))).toEqual([true, false]);
  other.addAllMembers();
  seen.add(other);
  expect(seen.hasMember("b")).toBe(true);
});

test("a validator leaves its findings behind, and none where there are none", () => {
  const validate = validator((value, path, findings) => {
    if (value !== 1) findings.push({ instancePath: `${path}/a`, keyword: "const" });
  });
  expect([validate(2), validate.errors]).toEqual([
    false,
    [{ instancePath: "/a", keyword: "const" }],
  ]);
  expect([validate(1), validate.errors]).toEqual([true, null]);
});

test("what has passed without being listed counts each time that its check is repeated", () => {
  const unlisted: Check = (_, path, errors) => reportUnlisted(errors, path, "enum", true);
  const counts: number[] = [];
  const twice = validator((value, path, errors) => {
    for (const _ of [1, 2]) {
      evaluateOnce(unlisted, value, path, errors);
      counts.push(countUnlisted(errors));
    }
  });
  expect([twice({}), twice.takesLater?.({})]).toEqual([false, true]);
  expect(counts).toEqual([0, 0, 1, 2]);
});

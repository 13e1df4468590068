import { assert, constantFrom, json, property } from "fast-check";
import { describe, expect, test } from "vitest";
import { syntaxPosition } from "../../src/node/files/syntax-position.ts";

describe("where a text stops being JSON", () => {
  test.each([
    ["", 1, 1],
    ["hello", 1, 1],
    ['{"a": 1,}', 1, 9],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3],
    ["[1, 2", 1, 6],
    ["[1 2]", 1, 4],
    ["[01]", 1, 2],
    ["{a: 1}", 1, 2],
    ['{"a" 1}', 1, 6],
    ["[1]]", 1, 4],
    ["[}", 1, 2],
    ['["a\nb"]', 1, 2],
    ["[tru]", 1, 2],
    ["{\r\n x", 2, 2],
  ])("%j: line %d, column %d", (text, line, column) => {
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
    expect(syntaxPosition(text)).toEqual({ line, column });
  });

  test("is the end of what is JSON", () => {
    assert(
      property(json(), constantFrom(undefined, 2), (text, indent) => {
        const written = JSON.stringify(JSON.parse(text), undefined, indent);
        const lines = written.split("\n");
        const column = (lines.at(-1) ?? "").length + 1;
        expect(syntaxPosition(written)).toEqual({ line: lines.length, column });
      }),
    );
  });
});

import { expect, test } from "vitest";
import { formatFinding } from "../repository.ts";
import { checkSizes, fileSize, functionSizes } from "../sizes.ts";

const path = "a.ts";

test("a final line feed does not make a further line", () => {
  expect(fileSize({ path, text: "one\ntwo\n" }).lines).toBe(2);
  expect(fileSize({ path, text: "one\ntwo" }).lines).toBe(2);
});

test("functions, methods and arrows are measured without the comment before them", () => {
  const text = `/** Adds. */
export function add(one: number, other: number): number {
  return one + other;
}
class Box {
  get value() {
    return 1;
  }
}
const inner = () => () => 1;
declare function without(): void;
`;
  expect(functionSizes({ path, text })).toEqual([
    { path, line: 2, lines: 3 },
    { path, line: 6, lines: 3 },
    { path, line: 10, lines: 1 },
    { path, line: 10, lines: 1 },
  ]);
});

test("300 lines a file and 60 a function are the most", () => {
  const functionOf = (lines: number) => `function f() {\n${"\n".repeat(lines - 2)}}\n`;
  expect(checkSizes([{ path, text: functionOf(60) + "\n".repeat(240) }])).toEqual([]);
  const text = functionOf(61) + "\n".repeat(240);
  expect(checkSizes([{ path, text }]).map(formatFinding)).toEqual([
    "a.ts:1  file-size  301 lines, at most 300",
    "a.ts:1  function-size  61 lines, at most 60",
  ]);
});

import { expect, it } from "vitest";
import { applyEdits } from "@openapi-packages/description/load/edit/text-edit";
import { plannedPlaces } from "../../../src/changes/codemod/listed-place.ts";

const text = "one(\n  two(),\n);\nthree();\nfour();\n";

/** Edits given by what is replaced. */
const edit = (from: string, to: string) => {
  const start = text.indexOf(from);
  return { start, end: start + from.length, text: to };
};

/** The texts at the places of a remark about a part, before and after edits. */
function placesOf(part: string, edits: readonly ReturnType<typeof edit>[]) {
  const start = text.indexOf(part);
  const remark = { start, end: start + part.length, message: "look" };
  const [place] = plannedPlaces({ fileName: "a.ts", text }, edits, [remark]);
  const at = (of: string, { line, column } = place?.before ?? { line: 0, column: 0 }): string =>
    of.split("\n")[line - 1]?.slice(column - 1) ?? "";
  return [at(text, place?.before), at(applyEdits(text, edits), place?.after)];
}

it.each([
  ["three", [edit("one", "import;\none"), edit("two()", "2"), edit("four", "4")], "three();"],
  ["three", [edit("one(\n  two(),\n)", "one(two())")], "three();"],
  ["three()", [edit("three()", "await 3")], "await 3;"],
  ["three", [{ ...edit("three", "import;\n"), end: text.indexOf("three") }], "three();"],
  ["two()", [edit("one(\n  two(),\n)", "api.one(two())")], "two());"],
  ["two()", [edit("one(\n  two(),\n)", "api.one()")], "api.one();"],
])("finds %s after edits", (part, edits, after) => {
  const [before, found] = placesOf(part, edits);
  expect(before?.startsWith(part)).toBe(true);
  expect(found).toBe(after);
});

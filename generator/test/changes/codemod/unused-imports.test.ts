import { expect, it } from "vitest";
import ts from "typescript";
import { applyEdits } from "@openapi-packages/description/load/edit/text-edit";
import { unusedImports } from "../../../src/changes/codemod/replacement/unused-imports.ts";

/** A file without the word `gone`, and without what is unused then. */
function without(text: string): string {
  const file = ts.createSourceFile("a.ts", text, ts.ScriptTarget.Latest);
  const edits = [...text.matchAll(/\bgone\b(?=.*;$)/gm)]
    .filter(({ index }) => !text.slice(text.lastIndexOf("\n", index) + 1).startsWith("import"))
    .map(({ index }) => ({ start: index, end: index + "gone".length, text: "0" }));
  return applyEdits(text, [...edits, ...unusedImports(ts, file, edits)]);
}

it.each([
  ["type { gone }", "f(gone);", ""],
  ["gone", "f(gone);", ""],
  ["* as gone", "f(gone);", ""],
  ["{ a as gone, kept }", "f(gone, kept);", "{ kept }"],
  ["type { gone, kept }", "f(gone, kept);", "type { kept }"],
  ["kept, { gone }", "f(gone, kept);", "kept"],
  ["gone, { kept }", "f(gone, kept);", "{ kept }"],
  ["gone, * as kept", "f(gone, kept);", "* as kept"],
])("an import of %s loses what an edit made unused", (clause, code, left) => {
  const first = 'import "./effect.ts";\n';
  const changed = left === "" ? "" : `import ${left} from "./b.ts";\n`;
  expect(without(`${first}import ${clause} from "./b.ts";\n${code}\n`)).toBe(
    `${first}${changed}${code.replaceAll("gone", "0")}\n`,
  );
});

it("keeps what is used elsewhere, what was unused before, and an import that is edited", () => {
  const used = 'import { gone, React } from "./b.ts";\nf(gone);\nexport { gone }\n';
  expect(without(used)).toBe(used.replace("f(gone)", "f(0)"));
  const text = 'import { old } from "./b.ts";\nold;\n';
  const file = ts.createSourceFile("a.ts", text, ts.ScriptTarget.Latest);
  const edits = [
    { start: 9, end: 12, text: "later" },
    { start: text.lastIndexOf("old"), end: text.lastIndexOf(";"), text: "later" },
  ];
  expect(unusedImports(ts, file, edits)).toEqual([]);
});

import { expect, test } from "vitest";
import type { GenerateResult } from "../../src/generate-types.ts";
import type { FileChange } from "../../src/write/file-change.ts";
import type { Diagnostic } from "../../../packages/description/src/diagnostics/diagnostics.ts";
import { unpainted } from "../../../packages/cli/src/terminal/paint.ts";
import { prettyReport } from "../../src/commands/summary/pretty-report.ts";

const nothing: GenerateResult = {
  warnings: [],
  infos: [],
  operations: 3,
  schemas: 2,
  files: 0,
  parts: {},
  leftOut: { operations: [], components: [] },
  undeclaredPages: [],
  notes: [],
  importedPackages: [],
  changes: [],
  isRepaired: false,
  isUnchanged: false,
};

const reported = {
  out: "api",
  check: false,
  force: false,
  verbose: false,
  milliseconds: 1200,
  screen: { paint: unpainted, columns: 80 },
};

const changed = (path: string, kind: FileChange["kind"]): FileChange => ({
  path,
  kind,
  ...(kind === "obsolete" || kind === "unexpected" ? {} : { text: "" }),
});

const many = (count: number): FileChange[] =>
  Array.from({ length: count }, (_, index) => changed(`client/file-${index}.ts`, "missing"));

function warning(code: Diagnostic["code"], line: number, message = `${code} ${line}`): Diagnostic {
  const location = { file: "spec/openapi.yaml", line, column: 3, pointer: "/paths" };
  return { severity: "warning", code, message, location, hint: "mend it" };
}

test("a summary of many files and warnings fits a screen, with the warnings last", () => {
  const codes = ["pattern-slow", "example-invalid", "ref-unresolved", "field-unknown"] as const;
  const warnings = [...codes, ...codes, "pattern-slow" as const].map((code, index) =>
    warning(code, index + 1, "word ".repeat(100)),
  );
  const result = {
    ...nothing,
    files: 1002,
    parts: { client: 1000, mocks: 2 },
    changes: [...many(1000), changed("mocks/index.ts", "changed")],
    warnings,
    undeclaredPages: ["list", "all"],
  };
  const lines = prettyReport(result, reported).trimEnd().split("\n");
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
  expect(lines.length).toBeLessThanOrEqual(24);
  expect(lines.slice(0, 5)).toEqual([
    "",
    "  client  1000 files  1000 written",
    "  mocks      2 files  1 written",
    "",
    "✓ 3 operations, 2 schemas, 1002 files in api: 1001 written (1.2 s)",
  ]);
  expect(lines[7]).toBe("9 warnings");
  expect(lines[8]).toBe("  pattern-slow (3)     spec/openapi.yaml:1:3");
});

test("a summary of more codes than fit names the others", () => {
  const codes = ["pattern-slow", "example-invalid", "ref-unresolved", "field-unknown"] as const;
  const more = ["default-invalid", "enum-invalid", "field-ignored", "field-invalid"] as const;
  const warnings = [...codes, ...more].map((code) => warning(code, 1));
  const text = prettyReport({ ...nothing, warnings }, reported);
  expect(text).toContain("  and of 2 other codes: pattern-slow, ref-unresolved\n");
});

test("files of which a person decides are listed, and not counted as written", () => {
  const changes = [
    changed("client/mine.ts", "unexpected"),
    changed("client/index.ts", "edited"),
    changed("client/old.ts", "obsolete"),
    changed("client/new.ts", "missing"),
  ];
  const result = { ...nothing, files: 2, parts: { client: 2 }, changes };
  const text = prettyReport(result, reported);
  expect(text).toContain("  client  2 files  1 written, 1 removed\n");
  expect(text).toContain("unexpected api/client/mine.ts  (not ours; left alone)\n");
  expect(text).toContain(
    "edited     api/client/index.ts  (by hand; left alone, --force overwrites it)",
  );
  expect(text).not.toContain("new.ts");
  const forced = prettyReport(result, { ...reported, force: true });
  expect(forced).toContain("  client  2 files  2 written, 1 removed\n");
});

test("a check lists what is not up to date, as far as it fits", () => {
  const changes = [...many(12), changed("client/.openapi-packages.json", "changed")];
  const result = { ...nothing, files: 13, parts: { client: 13 }, changes };
  const text = prettyReport(result, { ...reported, check: true });
  expect(text.match(/^missing {4}api\/client\/file-/gm)).toHaveLength(10);
  expect(text).toContain("… and 2 files more, which --verbose lists\n");
  expect(text).toContain("✗ 3 operations, 2 schemas, 13 files in api: 13 not up to date (1.2 s)");
});

test("a run that changes nothing is a line", () => {
  expect(prettyReport({ ...nothing, files: 4, parts: { client: 4 } }, reported)).toBe(
    "✓ 3 operations, 2 schemas, 4 files in api: nothing changed (1.2 s)\n",
  );
});

test("a total that is too long for the terminal takes two lines", () => {
  const screen = { paint: unpainted, columns: 50 };
  const result = { ...nothing, files: 4, parts: { client: 4 }, changes: many(4) };
  expect(prettyReport(result, { ...reported, screen })).toContain(
    "✓ 4 written (1.2 s)\n  3 operations, 2 schemas, 4 files in api\n",
  );
});

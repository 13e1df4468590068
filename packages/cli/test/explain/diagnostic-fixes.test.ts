import { join } from "node:path";
import { format } from "prettier";
import { describe, expect, it } from "vitest";
import { buildDatedModel } from "../../../compiler/src/compile/codecs/build-dated-model.ts";
import { errorWarnings } from "../../../compiler/src/compile/errors/error-warnings.ts";
import {
  diagnosticCodes,
  type DiagnosticCode,
} from "../../../description/src/diagnostics/diagnostic-codes.ts";
import {
  DiagnosticsError,
  type Diagnostic,
} from "../../../description/src/diagnostics/diagnostics.ts";
import { emitModel } from "../../../../generator/src/emit/emit-model.ts";
import { planners } from "../../../../generator/src/emit/planners.ts";
import { diagnosticFixes } from "../../src/explain/diagnostic-fixes.ts";
import type { ExamplePlace, FixExample } from "../../src/explain/fix.ts";
import { loadDocument } from "../../../description/src/load/load-document.ts";
import { exampleWarnings } from "../../../compiler/src/mock/answers/example-warnings.ts";
import { pets } from "../../../description/test/load/overlay/overlaid.ts";
import { temporaryFolder, writeTree } from "../../../../generator/test/support.ts";

const codes = Object.keys(diagnosticCodes) as DiagnosticCode[];
const examples = codes.flatMap((code): [DiagnosticCode, FixExample][] => {
  const { example } = diagnosticFixes[code];
  return example === undefined ? [] : [[code, example]];
});

/** A text where an example says that it stands. */
function filesOf(place: ExamplePlace, text: string): Record<string, string> {
  if (place === "overlay") return { "openapi.yaml": pets, "fixes.yaml": text };
  if (place === "file") return { "openapi.yaml": text };
  const head = (has: string): string =>
    [
      ["openapi", "openapi: 3.2.0"],
      ["info", "info: { title: Pets, version: 1.0.0 }"],
      ["paths", "paths: {}"],
    ]
      .map(([field, line]) => (new RegExp(`^${field}:`, "m").test(has) ? "" : `${line}\n`))
      .join("");
  if (place === "description") return { "openapi.yaml": head(text) + text };
  const indented = (by: number): string => text.replaceAll(/^/gm, " ".repeat(by));
  if (place === "schemas")
    return { "openapi.yaml": `${head("")}components:\n  schemas:\n${indented(4)}` };
  const rest = text.includes("responses:")
    ? ""
    : `      responses: { "204": { description: Done. } }\n`;
  return {
    "openapi.yaml": `${head("paths:")}paths:\n  /pets:\n    post:\n      operationId: addPet\n${rest}${indented(6)}`,
  };
}

async function saidOf({ place }: FixExample, text: string): Promise<readonly Diagnostic[]> {
  const folder = temporaryFolder();
  writeTree(folder, filesOf(place, text));
  const overlays = place === "overlay" ? [join(folder, "fixes.yaml")] : [];
  try {
    const document = await loadDocument(join(folder, "openapi.yaml"), { overlays });
    const { model, codecs, diagnostics } = buildDatedModel(document, { dates: "Date" });
    const { mock, unfilledErrors } = emitModel(model, planners, { codecs });
    return [
      ...document.diagnostics,
      ...diagnostics,
      ...exampleWarnings(mock.refused, document.locate),
      ...errorWarnings(unfilledErrors, document.locate),
    ];
  } catch (error) {
    if (error instanceof DiagnosticsError) return error.diagnostics;
    throw error;
  }
}

describe("the fix of a diagnostic", () => {
  it("is there for each code, as whole sentences", () => {
    const lacking = codes.filter((code) => !/^[A-Z].*\.$/s.test(diagnosticFixes[code]?.fix ?? ""));
    expect(lacking).toEqual([]);
    expect(Object.keys(diagnosticFixes).toSorted()).toEqual(codes.toSorted());
  });

  it("shows texts that a formatter leaves as they are, so that the page of all codes has them", async () => {
    const texts = examples
      .filter(([code]) => code !== "syntax")
      .flatMap(([, { before, after }]) => [before, after]);
    for (const text of texts) {
      const parser = text.startsWith("{") ? "json" : "yaml";
      expect((await format(text, { parser, printWidth: 100 })).trimEnd()).toBe(text);
    }
  });

  it.for(examples)("%s fixes the example, which has the fault before", async ([code, example]) => {
    const before = await saidOf(example, example.before);
    expect(before.map((one) => one.code)).toContain(code);
    const after = await saidOf(example, example.after);
    expect(after.filter(({ severity }) => severity !== "info")).toEqual([]);
    expect(after.map((one) => one.code)).not.toContain(code);
  });
});

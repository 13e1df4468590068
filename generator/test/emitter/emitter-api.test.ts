import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as emitter from "openapi-packages/emitter";
import * as testing from "openapi-packages/emitter/testing";
import { describe, expect, it } from "vitest";
import { isUpdate, repository } from "../support.ts";
import { apiReport } from "./api-report.ts";

const source = join(repository, "generator", "src");
const emitterReport = apiReport(join(source, "emitter.ts"));
const exported = [...emitterReport.text.matchAll(/^export (?:declare )?\w+ (\w+)/gm)];
const names = exported.map(([, name = ""]) => name);

/**
 * Semantic versioning holds for these entries. What changes here, users see: `UPDATE_GOLDEN=1` writes it down,
 * and the difference belongs into the changelog; one that is no addition waits for a major version.
 */
describe("the interface of emitters is as it was", () => {
  it.for([
    ["emitter", emitterReport],
    ["emitter-testing", apiReport(join(source, "emitter-testing.ts"), names)],
  ] as const)("%s", ([name, report]) => {
    const path = join(import.meta.dirname, `${name}.api.txt`);
    if (isUpdate) writeFileSync(path, report.text);
    expect(report.text).toBe(readFileSync(path, "utf8"));
  });

  it("names no type that it does not export", () => {
    expect(emitterReport.forgotten).toEqual([]);
    expect(apiReport(join(source, "emitter-testing.ts"), names).forgotten).toEqual([]);
  });

  it("exports the values that are declared", () => {
    const values = (text: string): string[] =>
      [...text.matchAll(/^export declare (?:function|const|class) (\w+)/gm)].map(
        ([, name = ""]) => name,
      );
    const unique = [...new Set(values(emitterReport.text))];
    expect(Object.keys(emitter).toSorted()).toEqual(
      unique.filter((name) => name !== "ModuleScope"),
    );
    expect(Object.keys(testing).toSorted()).toEqual([
      "modelFromFile",
      "modelFromText",
      "printEmitter",
    ]);
  });
});

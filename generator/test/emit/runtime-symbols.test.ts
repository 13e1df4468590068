import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { formatChecks } from "../../../packages/compiler/src/compile/format-checks.ts";
import {
  dependencyRanges,
  mockPackage,
  runtimeNames,
  runtimePackage,
} from "../../../packages/compiler/src/symbols/runtime-symbols.ts";
import { repository } from "../support.ts";

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly exports: Readonly<Record<string, string>>;
}

const folderOf = (name: string): string => join(repository, "packages", name);

const manifestOf = (name: string): Manifest =>
  JSON.parse(readFileSync(join(folderOf(name), "package.json"), "utf8")) as Manifest;

/** The source file of an entry of the runtime or of the engine of mocks, as its package.json has it. */
function sourceOf(entry: string): string {
  const [name, own] = entry.startsWith("/mock")
    ? ["mock", `.${entry.slice("/mock".length)}`]
    : ["runtime", `.${entry}`];
  const source = manifestOf(name).exports[own];
  if (source === undefined) throw new Error(`the runtime has no entry ${entry}`);
  return join(folderOf(name), source);
}

/** The names that an entry exports, types included, and which of them are values. */
function exportsOf(entry: string): { values: string[]; all: string[] } {
  const source = sourceOf(entry);
  const program = ts.createProgram([source], {
    module: ts.ModuleKind.NodeNext,
    allowImportingTsExtensions: true,
    noLib: true,
    types: [],
  });
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(program.getSourceFile(source) as ts.SourceFile);
  const symbols = checker.getExportsOfModule(module as ts.Symbol).map((symbol) => ({
    name: symbol.name,
    target: symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol,
  }));
  const values = symbols.filter(({ target }) => target.flags & ts.SymbolFlags.Value);
  return { values: values.map(({ name }) => name), all: symbols.map(({ name }) => name) };
}

describe("the runtime has every name that generated code uses", () => {
  it("under the name that generated code imports", () => {
    expect(manifestOf("runtime").name).toBe(runtimePackage);
    expect(manifestOf("mock").name).toBe(mockPackage);
  });

  it.each(Object.entries(runtimeNames))("in its entry %j", (entry, { values, types }) => {
    const exported = exportsOf(entry);
    expect(exported.values).toEqual(expect.arrayContaining([...values]));
    expect(exported.all).toEqual(expect.arrayContaining([...types]));
  });

  it("and checks every format by the function that validators import", async () => {
    const runtime = (await import(sourceOf("/validation"))) as Readonly<Record<string, unknown>>;
    const formats = runtime["formats"] as Readonly<Record<string, unknown>>;
    for (const [format, check] of Object.entries(formatChecks.string))
      expect([format, formats[format]]).toEqual([format, runtime[check]]);
    for (const [format, check] of Object.entries(formatChecks.number))
      expect(formats[format]).toEqual({ type: "number", validate: runtime[check] });
  });
});

describe("the ranges of generated packages", () => {
  it.each(["runtime", "mock"] as const)("ask for this release of the %s", (name) => {
    expect(dependencyRanges[name]).toBe(`^${manifestOf(name).version}`);
  });
});

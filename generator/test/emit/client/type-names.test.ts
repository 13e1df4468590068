import { join } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";
import { repository } from "../../support.ts";

const entries = ["contract", "client"].map((name) =>
  join(repository, "packages", name, "src/index.ts"),
);
const program = ts.createProgram(entries, {
  module: ts.ModuleKind.NodeNext,
  customConditions: ["@openapi-packages/source"],
  allowImportingTsExtensions: true,
  noEmit: true,
  noLib: true,
  types: [],
});
const checker = program.getTypeChecker();

/** The types that an entry exports: name → the file that declares it. */
function declaringFiles(entry: string | undefined): Map<string, string> {
  const source = entry === undefined ? undefined : program.getSourceFile(entry);
  const module = source && checker.getSymbolAtLocation(source);
  if (module === undefined) throw new Error(`${entry} is no module`);
  return new Map(
    checker.getExportsOfModule(module).flatMap((symbol): [string, string][] => {
      const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
      const { flags, declarations } = isAlias ? checker.getAliasedSymbol(symbol) : symbol;
      if ((flags & ts.SymbolFlags.Type) === 0) return [];
      return [[symbol.name, declarations?.[0]?.getSourceFile().fileName ?? ""]];
    }),
  );
}

it("the client exports no name of the contract for another thing, but its open types and results", () => {
  const [contract, client] = entries.map(declaringFiles);
  const shared = [...(client ?? [])].filter(
    ([name, file]) => contract?.has(name) === true && contract.get(name) !== file,
  );
  expect(shared.length).toBeGreaterThan(0);
  const isOpen = ([name, file]: (typeof shared)[number]): boolean =>
    file.includes("/client/src/types/") || name.endsWith("Result");
  const others = shared.filter((one) => !isOpen(one));
  expect(others).toEqual([]);
});

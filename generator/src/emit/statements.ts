import { StructureKind, VariableDeclarationKind, type StatementStructures } from "ts-morph";
import type { EmittedFile } from "./emitted-file.ts";
import type { ModuleScope } from "./module-scope.ts";

/** An exported constant. `type` is checked against the value, or is the constant's own type. */
export function exportedConst(
  name: string,
  initializer: string,
  options: { readonly type?: string; readonly docs?: { description: string }[] } = {},
): StatementStructures {
  const { type, docs = [] } = options;
  return {
    kind: StructureKind.VariableStatement,
    isExported: true,
    declarationKind: VariableDeclarationKind.Const,
    docs,
    declarations: [type === undefined ? { name, initializer } : { name, type, initializer }],
  };
}

/** `export * from "./…"` for each module. */
export function reexports(modules: readonly string[]): StatementStructures[] {
  return modules.map((moduleSpecifier) => ({
    kind: StructureKind.ExportDeclaration,
    moduleSpecifier,
  }));
}

/** A TypeScript file: its imports, as its statements have collected them, then the statements. */
export function moduleFile(
  path: string,
  scope: ModuleScope,
  statements: readonly StatementStructures[],
): EmittedFile {
  return {
    kind: "typescript",
    path,
    structure: {
      statements: [
        ...scope.importDeclarations(),
        ...statements.map((statement) => ({ ...statement, leadingTrivia: "\n" })),
      ],
    },
  };
}

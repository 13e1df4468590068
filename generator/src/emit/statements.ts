import { StructureKind, VariableDeclarationKind, type StatementStructures } from "ts-morph";
import type { DataConst } from "./data.ts";
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

/**
 * A TypeScript file: its imports, as its statements and data have collected them, then the
 * statements, then the data.
 */
export function moduleFile(
  path: string,
  scope: ModuleScope,
  statements: readonly StatementStructures[],
  data: readonly DataConst[] = [],
): EmittedFile {
  return {
    kind: "typescript",
    path,
    ...(data.length === 0 ? {} : { data }),
    structure: {
      statements: [
        ...scope.importDeclarations(),
        ...statements.map((statement) => ({ ...statement, leadingTrivia: "\n" })),
      ],
    },
  };
}

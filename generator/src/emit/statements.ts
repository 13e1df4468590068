import type { StatementStructures } from "ts-morph";
import type { DataConst } from "./data.ts";
import type { EmittedFile } from "./emitted-file.ts";
import type { ModuleScope } from "./module-scope.ts";
import { structureKinds } from "./structure-kinds.ts";

/** `export * from "./…"` for each module. */
export function reexports(modules: readonly string[]): StatementStructures[] {
  return modules.map((moduleSpecifier) => ({
    kind: structureKinds.exportDeclaration,
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
    imports: scope.imports(),
    structure: {
      statements: statements.map((statement) => ({ ...statement, leadingTrivia: "\n" })),
    },
  };
}

import {
  StructureKind,
  VariableDeclarationKind,
  type ImportDeclarationStructure,
  type StatementStructures,
  type VariableStatementStructure,
} from "ts-morph";
import { dataText, type DataConst } from "@openapi-packages/compiler/compile/data";
import type { EmittedFile, ModuleStatement } from "./emitted-file.ts";
import type { ModuleImport, ModuleScope } from "./module-scope.ts";

/** The kinds of structures, which are those of ts-morph. */
export const structureKinds: typeof StructureKind = StructureKind;

/** How variables of a structure are declared: `const`, `let`, and so on. */
export const declarationKinds: typeof VariableDeclarationKind = VariableDeclarationKind;

/** Returns `export * from "./…"` for each module. */
export function reexports(modules: readonly string[]): StatementStructures[] {
  return modules.map((moduleSpecifier) => ({
    kind: StructureKind.ExportDeclaration,
    moduleSpecifier,
  }));
}

/**
 * Creates a TypeScript file: the imports that its statements and data have collected, then the
 * statements, then the data.
 */
export function moduleFile(
  path: string,
  scope: ModuleScope,
  statements: readonly ModuleStatement[],
  data: readonly DataConst[] = [],
): EmittedFile {
  const all = [...statements, ...data.map(constantStatement)];
  const declarations = all.map((statement, index) => {
    if (typeof statement === "string") return `\n${statement}`;
    const isListed = isExport(statement) && isExport(all[index - 1]);
    return isListed ? statement : { ...statement, leadingTrivia: "\n" };
  });
  const imports = scope.imports().map(importDeclaration);
  return { kind: "module", path, structure: { statements: [...imports, ...declarations] } };
}

const isExport = (statement: ModuleStatement | undefined): boolean =>
  typeof statement === "object" && statement.kind === StructureKind.ExportDeclaration;

function importDeclaration({
  specifier,
  isTypeOnly,
  names,
  namespace,
}: ModuleImport): ImportDeclarationStructure {
  return {
    kind: StructureKind.ImportDeclaration,
    moduleSpecifier: specifier,
    isTypeOnly,
    ...(namespace === undefined ? { namedImports: [...names] } : { namespaceImport: namespace }),
  };
}

/** Creates the statement of an exported constant. */
export function constantStatement({
  name,
  type,
  docs = [],
  value,
}: DataConst): VariableStatementStructure {
  const initializer = dataText(value);
  return {
    kind: StructureKind.VariableStatement,
    isExported: true,
    declarationKind: VariableDeclarationKind.Const,
    docs: [...docs],
    declarations: [type === undefined ? { name, initializer } : { name, type, initializer }],
  };
}

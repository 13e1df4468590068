import { StructureKind, type StatementStructures } from "ts-morph";

/**
 * Returns an import or export declaration whose names are one text, since ts-morph creates a writer for each
 * name. Other statements are returned as they are.
 */
export function joinedNames(statement: StatementStructures): StatementStructures {
  if (statement.kind === StructureKind.ImportDeclaration) {
    const names = joined(statement.namedImports);
    return names === undefined ? statement : { ...statement, namedImports: [names] };
  }
  if (statement.kind === StructureKind.ExportDeclaration) {
    const names = joined(statement.namedExports);
    return names === undefined ? statement : { ...statement, namedExports: [names] };
  }
  return statement;
}

/** Returns names separated by commas; `undefined` unless there are several, all of them texts. */
const joined = (names: unknown): string | undefined =>
  Array.isArray(names) && names.length > 1 && names.every((name) => typeof name === "string")
    ? names.join(", ")
    : undefined;

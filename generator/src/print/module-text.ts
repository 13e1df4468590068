import { printStructure, StructureKind, type StatementStructures } from "ts-morph";
import type { ModuleStatement } from "../emit/emitted-file.ts";

/**
 * Returns the unformatted text of a module. ts-morph prints structures; statements that are text are kept.
 */
export function printModule(statements: readonly ModuleStatement[]): string {
  const texts: string[] = [];
  let structures: StatementStructures[] = [];
  const printStructures = (): void => {
    if (structures.length > 0) texts.push(printStatements(structures));
    structures = [];
  };
  for (const statement of statements) {
    if (typeof statement !== "string") {
      structures.push(statement);
      continue;
    }
    printStructures();
    texts.push(`${statement}\n`);
  }
  printStructures();
  return texts.join("");
}

/** Prints adjacent structures together, since ts-morph decides the blank lines between them. */
const printStatements = (statements: StatementStructures[]): string =>
  printStructure({ kind: StructureKind.SourceFile, statements }, { indentNumberOfSpaces: 2 });

import { printStructure, StructureKind, type StatementStructures } from "ts-morph";
import type { ModuleStatement } from "../emit/emitted-file.ts";
import { joinedNames } from "./joined-names.ts";

/** Returns the unformatted text of a module. */
export const printModule = (statements: readonly ModuleStatement[]): string =>
  printParts(statements).join("");

/**
 * Returns the unformatted text of a module in parts, each of whole statements. ts-morph prints structures;
 * statements that are text are kept.
 */
export function printParts(statements: readonly ModuleStatement[]): string[] {
  const texts: string[] = [];
  let structures: StatementStructures[] = [];
  const printStructures = (): void => {
    if (structures.length > 0) texts.push(printStatements(structures));
    structures = [];
  };
  for (const statement of statements) {
    if (typeof statement !== "string") {
      structures.push(joinedNames(statement));
      continue;
    }
    printStructures();
    texts.push(`${statement}\n`);
  }
  printStructures();
  return texts;
}

/**
 * Prints adjacent structures together, since ts-morph decides the blank lines between them. Its writer reads
 * each character of a text several times, so long texts at the end of a declaration are put in afterwards.
 */
function printStatements(statements: readonly StatementStructures[]): string {
  const long: string[] = [];
  const short = statements.map((statement) => {
    const text = finalText(statement);
    if (text === undefined || text.length < longText) return statement;
    long.push(text);
    return withFinalText(statement, placeholder);
  });
  const [first = "", ...others] = printed(short).split(placeholder);
  // Some structure of a user's emitter has the placeholder itself.
  if (others.length !== long.length) return printed(statements);
  return first + others.map((after, index) => `${long[index]}${after}`).join("");
}

const printed = (statements: readonly StatementStructures[]): string =>
  printStructure(
    { kind: StructureKind.SourceFile, statements: [...statements] },
    { indentNumberOfSpaces: 2 },
  );

/** Stands for a long text. Code of ours has no such character, since it is escaped. */
const placeholder = "\0";

/** The minimum length of a long text. */
const longText = 100;

/** Returns the type of an alias, or the value of a variable; `undefined` unless it is a text. */
function finalText(statement: StatementStructures): string | undefined {
  if (statement.kind === StructureKind.TypeAlias) return ifText(statement.type);
  if (statement.kind !== StructureKind.VariableStatement) return undefined;
  const [declaration, ...others] = statement.declarations;
  return others.length === 0 ? ifText(declaration?.initializer) : undefined;
}

const ifText = (value: unknown): string | undefined =>
  typeof value === "string" ? value : undefined;

function withFinalText(statement: StatementStructures, text: string): StatementStructures {
  if (statement.kind === StructureKind.TypeAlias) return { ...statement, type: text };
  if (statement.kind !== StructureKind.VariableStatement) return statement;
  const declarations = statement.declarations.map((one) => ({ ...one, initializer: text }));
  return { ...statement, declarations };
}

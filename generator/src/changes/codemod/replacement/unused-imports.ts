import type TypeScript from "typescript";
import { applyEdits, type TextEdit } from "@openapi-packages/description/load/edit/text-edit";

/**
 * Returns the edits that remove what a file imports and uses no more after other edits. Imports that these edit
 * themselves, and those that were unused before, stay.
 */
export function unusedImports(
  ts: typeof TypeScript,
  file: TypeScript.SourceFile,
  edits: readonly TextEdit[],
): readonly TextEdit[] {
  if (edits.length === 0) return [];
  const edited = ts.createSourceFile(
    file.fileName,
    applyEdits(file.text, edits),
    ts.ScriptTarget.Latest,
  );
  const before = usedNames(ts, file);
  const after = usedNames(ts, edited);
  const isUnused = ({ text }: TypeScript.Identifier): boolean =>
    before.has(text) && !after.has(text);
  return file.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) || statement.importClause === undefined) return [];
    const start = statement.getStart(file);
    const isEdited = edits.some((one) => start < one.end && one.start < statement.end);
    return isEdited ? [] : withoutUnused(ts, file, statement, statement.importClause, isUnused);
  });
}

/** Returns the names that a file uses beside its imports. */
function usedNames(ts: typeof TypeScript, file: TypeScript.SourceFile): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: TypeScript.Node): void => {
    if (ts.isImportDeclaration(node)) return;
    if (ts.isIdentifier(node)) names.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return names;
}

function withoutUnused(
  ts: typeof TypeScript,
  file: TypeScript.SourceFile,
  statement: TypeScript.ImportDeclaration,
  clause: TypeScript.ImportClause,
  isUnused: (name: TypeScript.Identifier) => boolean,
): readonly TextEdit[] {
  const { name, namedBindings } = clause;
  const isList = namedBindings !== undefined && ts.isNamedImports(namedBindings);
  const named = isList ? namedBindings.elements : [];
  const isDefaultKept = name !== undefined && !isUnused(name);
  const isAllKept = namedBindings !== undefined && !isList && !isUnused(namedBindings.name);
  const kept = named.filter((one) => !isUnused(one.name));
  const parts = [
    ...(isDefaultKept ? [name.text] : []),
    ...(isAllKept ? [namedBindings.getText(file)] : []),
    ...(kept.length > 0 ? [`{ ${kept.map((one) => one.getText(file)).join(", ")} }`] : []),
  ];
  const isWhole = (name === undefined || isDefaultKept) && kept.length === named.length;
  if (isWhole && (namedBindings === undefined || isList || isAllKept)) return [];
  const start = statement.getStart(file);
  if (parts.length === 0) {
    const lineEnd = file.text.indexOf("\n", statement.end);
    return [{ start, end: lineEnd < 0 ? statement.end : lineEnd + 1, text: "" }];
  }
  const text = `${clause.isTypeOnly ? "type " : ""}${parts.join(", ")}`;
  return [{ start: clause.getStart(file), end: clause.end, text }];
}

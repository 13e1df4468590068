import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type TypeScript from "typescript";
import type { OperationRename, Renames } from "../diff/find-renames.ts";
import { comparablePath } from "../impact/overlaid-files.ts";
import { typesOf } from "../../scaffold/plan-renames.ts";
import {
  isSameRecord,
  readRecord,
  recordName,
  recordText,
  type ScaffoldedOperation,
  type ScaffoldRecord,
} from "../../scaffold/record.ts";
import type { EditedFile } from "../../scaffold/edited-file.ts";

/**
 * Returns the constants of scaffolded handlers that are named after their operations, with their new names. A
 * constant keeps its name if the new one already occurs in its file.
 *
 * @throws {ScaffoldError} if the record of handlers is invalid
 */
export function handlerConstants(
  ts: typeof TypeScript,
  folder: string,
  { operations }: Renames,
  program: TypeScript.Program,
): ReadonlyMap<TypeScript.Node, string> {
  const found = new Map<TypeScript.Node, string>();
  const record = readRecord(folder);
  for (const { base, head } of operations) {
    const scaffolded = record?.operations.get(base.operation.id);
    const to = head.operation.variableName;
    if (scaffolded?.export !== base.operation.variableName || to === scaffolded.export) continue;
    const file = program.getSourceFile(comparablePath(join(folder, scaffolded.file)));
    if (file === undefined || new RegExp(`(?<![\\w$])${to}(?![\\w$])`).test(file.text)) continue;
    for (const statement of file.statements)
      if (ts.isVariableStatement(statement))
        for (const declaration of statement.declarationList.declarations)
          if (ts.isIdentifier(declaration.name) && declaration.name.text === scaffolded.export)
            found.set(declaration, to);
  }
  return found;
}

/** Returns the record of handlers with the names after the edits; `undefined` if nothing in it changes. */
export function renamedRecord(
  folder: string,
  { operations }: Renames,
  edited: ReadonlyMap<string, EditedFile>,
): EditedFile | undefined {
  const record = readRecord(folder);
  if (record === undefined) return undefined;
  const later = new Map(record.operations);
  for (const rename of operations) {
    const { base, head } = rename;
    const scaffolded = record.operations.get(base.operation.id);
    const file = scaffolded && edited.get(comparablePath(join(folder, scaffolded.file)));
    if (scaffolded === undefined) continue;
    later.delete(base.operation.id);
    later.set(head.operation.id, renamedOperation(scaffolded, rename, file?.after));
  }
  const path = resolve(folder, recordName);
  const before = existsSync(path) ? readFileSync(path, "utf8") : "";
  const renamed: ScaffoldRecord = { ...record, operations: later };
  // Compares the content, not the formatting.
  if (isSameRecord(record, renamed)) return undefined;
  return { path, before, after: recordText(renamed), edits: [] };
}

function renamedOperation(
  scaffolded: ScaffoldedOperation,
  { head }: OperationRename,
  text = "",
): ScaffoldedOperation {
  const { operation, group } = head;
  const isRenamed = new RegExp(`(?<![\\w$])${operation.variableName}(?![\\w$])`).test(text);
  return {
    ...scaffolded,
    route: `${operation.method} ${operation.path}`,
    group: group.name,
    member: operation.methodName,
    export: isRenamed ? operation.variableName : scaffolded.export,
    types: typesOf(operation),
  };
}

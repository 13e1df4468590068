import { ts } from "ts-morph";
import type { EditableFile } from "./editable-file.ts";
import { identifiersOf } from "./editable-file.ts";
import { orphanPath } from "./handler-folder.ts";
import { removeLines, removeUnusedImport, statementRange } from "./imports.ts";
import { isRemovable, isWired, removeFromIndex, wiredName } from "./index-edits.ts";
import { freePath, indexOf, indexPath, type PlanContext } from "./plan-context.ts";
import type { ScaffoldedOperation } from "./record.ts";
import { constantOf, exportedNames, importsOf } from "./user-modules.ts";

type Orphan = readonly [id: string, scaffolded: ScaffoldedOperation];

/** Reports handlers of removed operations, and moves them if that is wanted. */
export function planOrphans(context: PlanContext): void {
  const { matches, folder, orphaned, operations, isPruned } = context;
  const present = [...matches.orphans].filter((orphan) => isPresent(context, orphan));
  const byFile = Map.groupBy(present, ([, { file }]) => file);
  for (const [path, orphans] of byFile) {
    const isWhole = isWholeMove(context, path) && folder.file(path) !== undefined;
    const reasons = orphans.map((one) => obstacle(context, one, isWhole ? orphans : [one]));
    const blocked = isWhole ? reasons.find((reason) => reason !== undefined) : undefined;
    let wholeTo: string | undefined;
    for (const [index, orphan] of orphans.entries()) {
      const [operation, scaffolded] = orphan;
      const reason = blocked ?? reasons[index];
      if (!isPruned || reason !== undefined) {
        orphaned.push({ operation, path, ...(isPruned && reason !== undefined && { reason }) });
        operations.set(operation, scaffolded);
        continue;
      }
      const wired = indexOf(context);
      if (wired !== undefined) removeFromIndex(wired, scaffolded);
      wholeTo ??= isWhole ? moveFile(context, path) : undefined;
      const movedTo = wholeTo ?? cutOut(context, scaffolded);
      orphaned.push({ operation, path, ...(movedTo !== undefined && { movedTo }) });
    }
  }
}

/** True if a handler or its entry in the index still exists. */
function isPresent(context: PlanContext, [, { group, member, ...scaffolded }]: Orphan): boolean {
  const index = indexOf(context);
  if (index !== undefined && isWired(index, group, member) === true) return true;
  const file = context.folder.file(scaffolded.file);
  return file !== undefined && exportedNames(file).has(scaffolded.export);
}

/** Returns why a handler cannot be moved; `undefined` if it can. */
function obstacle(
  context: PlanContext,
  [, scaffolded]: Orphan,
  together: readonly Orphan[],
): string | undefined {
  const { folder, leftOut, isPruned } = context;
  if (!isPruned) return undefined;
  if (leftOut.operations.length > 0) return "filters leave operations out, which may be this one";
  const path = scaffolded.file;
  const names = together.map(([, one]) => one.export);
  const index = indexOf(context);
  if (index !== undefined) {
    const wired = together.map(([, one]) => wiredName(index, one));
    const others = isWholeMove(context, path)
      ? importsOf(index.file, path).filter((name) => !names.includes(name))
      : [];
    if (!isRemovable(index, scaffolded) || others.length > 0)
      return `${indexPath} uses more of it than ${wired.join(", ")}`;
  }
  const [word = ""] = path.split("/").at(-1)?.split(".") ?? [];
  const importer = folder.holding([word]).find((one) => {
    const file = one === path || one === indexPath ? undefined : folder.file(one);
    if (file === undefined) return false;
    const imported = importsOf(file, path);
    return isWholeMove(context, path)
      ? imported.length > 0
      : imported.some((name) => name === "*" || name === scaffolded.export);
  });
  if (importer !== undefined) return `${importer} imports it`;
  const file = folder.file(path);
  if (file === undefined || isWholeMove(context, path)) return undefined;
  const constant = constantOf(file, scaffolded.export);
  const isUsed = identifiersOf(file.tree, scaffolded.export).some(
    (node) => ts.findAncestor(node, (one) => one === constant?.statement) === undefined,
  );
  return constant === undefined || isUsed ? `other code of ${path} uses it` : undefined;
}

/** True if a file contains only orphans, so that it is moved as a whole. */
function isWholeMove({ matches }: PlanContext, path: string): boolean {
  return ![...matches.known.values()].some(({ scaffolded }) => scaffolded.file === path);
}

function moveFile(context: PlanContext, path: string): string {
  const to = freePath(context, orphanPath(path));
  context.moved.set(path, to);
  context.folder.forget(path);
  return to;
}

/** Moves one handler, with the file's imports, out of a file that contains others too. */
function cutOut(
  context: PlanContext,
  { file: path, export: name, member }: ScaffoldedOperation,
): string | undefined {
  const file = context.folder.file(path);
  const constant = file && constantOf(file, name);
  if (file === undefined || constant === undefined) return undefined;
  const range = statementRange(file, constant.statement);
  const imports = file.tree.statements.filter(ts.isImportDeclaration);
  const used = imports.flatMap((declaration) => importedWithin(declaration, constant.statement));
  const { lineEnd } = file.style;
  const head = imports.map((declaration) => `${declaration.getText(file.tree)}${lineEnd}`).join("");
  const text = `${head}${lineEnd}${file.text.slice(range.start, range.end)}${lineEnd}`;
  const to = freePath(context, orphanPath(`${path.replace(/\.ts$/, "")}/${member}.ts`));
  context.created.set(to, text);
  removeLines(file, range);
  for (const local of used) removeUnusedImport(file, local);
  return to;
}

/** Returns the names of an import that a statement uses. */
function importedWithin(declaration: ts.ImportDeclaration, statement: ts.Statement): string[] {
  const bindings = declaration.importClause?.namedBindings;
  if (bindings === undefined || !ts.isNamedImports(bindings)) return [];
  const tree: EditableFile["tree"] = statement.getSourceFile();
  return bindings.elements
    .map(({ name }) => name.text)
    .filter((local) =>
      identifiersOf(tree, local).some(
        (node) => ts.findAncestor(node, (one) => one === statement) !== undefined,
      ),
    );
}

import { posix } from "node:path";
import ts from "typescript";
import type { SourceText } from "./repository.ts";

/** One import or re-export, type-only ones and dynamic ones included. */
export interface ImportStatement {
  readonly path: string;
  readonly line: number;
  readonly specifier: string;
  /** True for `import type`, `export type … from` and types such as `import("…").Name`: no code is loaded. */
  readonly isTypeOnly: boolean;
  /** The imported file from the root, for a relative specifier. */
  readonly target?: string;
}

/** Lists the imports of a file, in the order of the text. */
export function importsOf({ path, text }: SourceText): ImportStatement[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const found: ImportStatement[] = [];
  const visit = (node: ts.Node): void => {
    const imported = importedModule(node);
    if (imported !== undefined) {
      const { specifier, isTypeOnly } = imported;
      const line = file.getLineAndCharacterOfPosition(specifier.getStart(file)).line + 1;
      const isRelative = specifier.text.startsWith(".");
      const target = posix.join(posix.dirname(path), specifier.text);
      found.push({
        path,
        line,
        specifier: specifier.text,
        isTypeOnly,
        ...(isRelative && { target }),
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** The module that a node imports, if its specifier is a literal. */
function importedModule(
  node: ts.Node,
): { readonly specifier: ts.StringLiteralLike; readonly isTypeOnly: boolean } | undefined {
  const [specifier, isTypeOnly] = specifierOf(node);
  return specifier !== undefined && ts.isStringLiteralLike(specifier)
    ? { specifier, isTypeOnly }
    : undefined;
}

/** The names of `import { type A }` are types, but the module is still loaded (`verbatimModuleSyntax`). */
function specifierOf(node: ts.Node): readonly [ts.Node | undefined, boolean] {
  if (ts.isImportDeclaration(node))
    return [node.moduleSpecifier, node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword];
  if (ts.isExportDeclaration(node)) return [node.moduleSpecifier, node.isTypeOnly];
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
    return [node.argument.literal, true];
  const isDynamic =
    ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
  return [isDynamic ? node.arguments[0] : undefined, false];
}

/**
 * Finds import cycles. Each is given once: a shortest cycle through the first of its files in the order
 * of `imports`.
 */
export function findCycles(imports: readonly ImportStatement[]): ImportStatement[][] {
  const importsByPath = Map.groupBy(imports, ({ path }) => path);
  const inCycle = new Set<string>();
  const cycles: ImportStatement[][] = [];
  for (const path of importsByPath.keys()) {
    if (inCycle.has(path)) continue;
    const cycle = shortestCycle(path, importsByPath);
    for (const statement of cycle) inCycle.add(statement.path);
    if (cycle.length > 0) cycles.push(cycle);
  }
  return cycles;
}

/** Searches breadth first from `start` back to `start`; empty if there is no cycle. */
function shortestCycle(
  start: string,
  importsByPath: ReadonlyMap<string, readonly ImportStatement[]>,
): ImportStatement[] {
  const trails: ImportStatement[][] = [[]];
  const seen = new Set<string>();
  for (const trail of trails) {
    const from = trail.at(-1)?.target ?? start;
    for (const statement of importsByPath.get(from) ?? []) {
      if (statement.target === start) return [...trail, statement];
      if (statement.target === undefined || seen.has(statement.target)) continue;
      seen.add(statement.target);
      trails.push([...trail, statement]);
    }
  }
  return [];
}

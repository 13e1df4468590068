import { posix } from "node:path";
import ts from "typescript";
import { lineAt, type SourceText } from "./repository.ts";

/** One import or re-export, type-only ones and dynamic ones included. */
export interface ImportStatement {
  readonly path: string;
  readonly line: number;
  readonly specifier: string;
  /** The imported file from the root, for a relative specifier. */
  readonly target?: string;
}

/** Every import of a file, in the order of the text. */
export function importsOf({ path, text }: SourceText): ImportStatement[] {
  const { importedFiles } = ts.preProcessFile(text, true, true);
  return importedFiles.map(({ fileName: specifier, pos }) => ({
    path,
    line: lineAt(text, pos),
    specifier,
    ...(specifier.startsWith(".") && { target: posix.join(posix.dirname(path), specifier) }),
  }));
}

/**
 * Rings of files that import each other, each given once by the imports that close it: a shortest
 * ring through the first of its files in the order of `imports`.
 */
export function findRings(imports: readonly ImportStatement[]): ImportStatement[][] {
  const importsByPath = Map.groupBy(imports, ({ path }) => path);
  const inRing = new Set<string>();
  const rings: ImportStatement[][] = [];
  for (const path of importsByPath.keys()) {
    if (inRing.has(path)) continue;
    const ring = shortestRing(path, importsByPath);
    for (const statement of ring) inRing.add(statement.path);
    if (ring.length > 0) rings.push(ring);
  }
  return rings;
}

/** Breadth first from `start` back to `start`; empty when no imports lead back. */
function shortestRing(
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

import { relative, sep } from "node:path";
import { visible } from "@openapi-packages/description/text/escape";
import type { Screen } from "@openapi-packages/cli/terminal/paint";
import type { GenerateResult } from "../generate-types.ts";
import type { FileChange } from "../write/file-change.ts";
import { splitChanges } from "./compiled-report.ts";
import { countsByCode } from "@openapi-packages/cli/json-text";
import type { GenerateDocument } from "./json-documents.ts";
import type { LeftOut } from "@openapi-packages/description/load/filter/filter-operations";

/** The options of a report about `generate`. */
export interface Reported {
  readonly out: string;
  readonly check: boolean;
  readonly force: boolean;
  readonly milliseconds: number;
  /** True to list every file and every warning. */
  readonly verbose: boolean;
  /** How the text is styled, and how long its lines may be. */
  readonly screen: Screen;
}

/** Returns the JSON document of a run of `generate`. */
export function jsonReport(
  result: GenerateResult,
  { check, milliseconds }: Reported,
): GenerateDocument {
  const { operations, schemas, files, parts, leftOut, undeclaredPages, changes } = result;
  const { warnings, infos, notes, isRepaired, isUnchanged, imports, missing, upgrade, causes } =
    result;
  const { sources, compiled } = splitChanges(changes);
  const shown = ({ path, kind, keys }: FileChange) => ({ path, kind, ...(keys && { keys }) });
  return {
    check,
    operations,
    schemas,
    files,
    parts,
    leftOut,
    undeclaredPages,
    notes,
    isRepaired,
    isUnchanged,
    changes: sources.map(shown),
    compiled: compiled.map(shown),
    warnings,
    infos,
    ...(causes && { causes }),
    counts: countsByCode([...warnings, ...infos]),
    ...(imports && { importExtension: imports }),
    ...(missing && { install: missing }),
    ...(upgrade && { upgrade }),
    milliseconds: Math.round(milliseconds),
  };
}

/** Returns a path as the user reads it: relative to the working directory. */
export function shortPath(path: string): string {
  return relative(process.cwd(), path).split(sep).join("/") || ".";
}

/** Returns a line with the number of operations and components that the filters left out, if any. */
export function leftOutLines({ operations, components }: LeftOut): string[] {
  if (operations.length + components.length === 0) return [];
  const unused = `${components.length} components that nothing else uses`;
  return [`left out   ${operations.length} operations, ${unused} (--format json lists them)`];
}

/** Returns a line about operations that look paginated but have no `x-pagination`, if any. */
export function undeclaredPagesLines({
  undeclaredPages,
}: Pick<GenerateResult, "undeclaredPages">): string[] {
  const [first, ...others] = undeclaredPages;
  if (first === undefined) return [];
  const lists = others.length === 0 ? "list has" : "lists have";
  return [
    `${undeclaredPages.length} ${lists} no x-pagination, so a call returns one page: ${visible(first)}${others.length === 0 ? "" : ", …"}`,
  ];
}

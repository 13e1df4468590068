import { resolve } from "node:path";
import type { PrintedFile } from "../print/printed-file.ts";
import { applyChanges } from "./apply-changes.ts";
import { readJournal } from "./journal.ts";
import { withLock } from "./output-lock.ts";
import { causesOf, type Cause } from "./causes.ts";
import type { FileChange } from "./file-change.ts";
import { planChanges, type PlanOptions } from "./plan-changes.ts";

/** Which folder to write, and how. */
export interface WriteOptions {
  /** The folder for the packages. */
  readonly out: string;
  /** True to compare without writing. */
  readonly check?: boolean;
  /** True to overwrite edited files, and packages of another description. */
  readonly force?: boolean;
}

/** What was written, or would be. */
export interface WriteResult {
  /** The files that differ from what was printed. They are written, unless `check` is set. */
  readonly changes: readonly FileChange[];
  /** True if an earlier run was interrupted while writing; this run repaired its output. */
  readonly isRepaired: boolean;
  /** Why files differ, with `check`. */
  readonly causes?: readonly Cause[];
}

const isUnexpected = ({ kind }: FileChange): boolean => kind === "unexpected";

/**
 * Compares printed files with the output folder and, unless `check` is set, updates the folder while holding
 * its lock.
 *
 * @param onCurrent called if the folder is current, before another run may write
 * @throws {WriteError} if the packages cannot be written
 */
export async function writePackages(
  { out, check = false, force = false, ...options }: WriteOptions & PlanOptions,
  printed: readonly PrintedFile[],
  onCurrent: () => void,
): Promise<WriteResult> {
  const root = resolve(out);
  const plan = (): FileChange[] => planChanges(root, printed, { ...options, check, force });
  if (check) {
    const changes = plan();
    return { changes, isRepaired: false, causes: causesOf(root, changes, options.maker) };
  }
  return withLock(root, () => {
    const isRepaired = readJournal(root) !== undefined;
    const changes = plan();
    const writable = changes.filter((change) => change.kind !== "edited" || force);
    applyChanges(root, writable);
    // Files that were left alone must be reported again by the next run.
    if (writable.length === changes.length && !changes.some(isUnexpected)) onCurrent();
    return { changes, isRepaired };
  });
}

import { resolve } from "node:path";
import type { PrintedFile } from "../print/printed-file.ts";
import { applyChanges } from "./apply-changes.ts";
import { readJournal } from "./journal.ts";
import { withLock } from "./output-lock.ts";
import type { FileChange } from "./file-change.ts";
import { planChanges, type PlanOptions } from "./plan-changes.ts";

/** The folder that is written, and how. */
export interface WriteOptions {
  /** The folder that holds the packages. */
  readonly out: string;
  /** Write nothing, only compare. */
  readonly check?: boolean;
  /** Overwrite files that were edited by hand, and the packages of another description. */
  readonly force?: boolean;
}

/** The files that were written, or would be. */
export interface WriteResult {
  /** The files that differ from what is printed; written already unless `check` was set. */
  readonly changes: readonly FileChange[];
  /** True when an earlier run was interrupted while it wrote; this one has put things right. */
  readonly isRepaired: boolean;
}

const isUnexpected = ({ kind }: FileChange): boolean => kind === "unexpected";

/**
 * Compares what was printed with the output folder and, but for a check, brings the folder up to date;
 * no other run can write there meanwhile.
 *
 * @param onCurrent called when everything there is as it was printed, before another run may write
 * @throws {WriteError} when the packages cannot be written
 */
export async function writePackages(
  { out, check = false, force = false, ...options }: WriteOptions & PlanOptions,
  printed: readonly PrintedFile[],
  onCurrent: () => void,
): Promise<WriteResult> {
  const root = resolve(out);
  const plan = (): FileChange[] => planChanges(root, printed, { ...options, check, force });
  if (check) return { changes: plan(), isRepaired: false };
  return withLock(root, () => {
    const isRepaired = readJournal(root) !== undefined;
    const changes = plan();
    const writable = changes.filter((change) => change.kind !== "edited" || force);
    applyChanges(root, writable);
    // Files that were left alone have to be reported by the next run too.
    if (writable.length === changes.length && !changes.some(isUnexpected)) onCurrent();
    return { changes, isRepaired };
  });
}

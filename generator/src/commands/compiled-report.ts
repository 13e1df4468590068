import type { FileChange } from "../write/file-change.ts";

/** Separates the changes of compiled files from those of sources. A repository may contain only the sources. */
export function splitChanges(changes: readonly FileChange[]): {
  readonly sources: readonly FileChange[];
  readonly compiled: readonly FileChange[];
} {
  return {
    sources: changes.filter(({ isCompiled }) => isCompiled !== true),
    compiled: changes.filter(({ isCompiled }) => isCompiled === true),
  };
}

import { visible } from "@openapi-packages/description/diagnostics/diagnostics";
import { compiledFolder } from "../print/compiled-files.ts";
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

/** True for a compiled file that the report lists by itself: an edited or unexpected one. */
export const needsLook = ({ kind }: FileChange): boolean =>
  kind === "edited" || kind === "unexpected";

/** Returns a line for each package with compiled files that were written, or with `check` would be. */
export function compiledLines(
  changes: readonly FileChange[],
  folder: string,
  check: boolean,
): string[] {
  const counted = changes.filter((change) => !needsLook(change));
  const packages = Map.groupBy(counted, ({ path }) => path.slice(0, path.indexOf("/")));
  return [...packages].map(([name, own]) => {
    const written = own.filter(({ text }) => text !== undefined).length;
    const removed = own.length - written;
    const parts = [
      ...(written > 0 ? [`${written} ${check ? "not up to date" : "written"}`] : []),
      ...(removed > 0 ? [`${removed} ${check ? "no longer needed" : "removed"}`] : []),
    ];
    const place = visible(`${folder}/${name}/${compiledFolder}`);
    return `compiled   ${place}: ${parts.join(", ")}`;
  });
}

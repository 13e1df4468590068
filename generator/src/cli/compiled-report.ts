import { visible } from "../diagnostics.ts";
import { compiledFolder } from "../print/compiled-files.ts";
import type { FileChange } from "../write/file-change.ts";

/** Changes of compiled files, and all others: the sources, which a repository may hold alone. */
export function splitChanges(changes: readonly FileChange[]): {
  readonly sources: readonly FileChange[];
  readonly compiled: readonly FileChange[];
} {
  return {
    sources: changes.filter(({ isCompiled }) => isCompiled !== true),
    compiled: changes.filter(({ isCompiled }) => isCompiled === true),
  };
}

/** The changes of compiled files that somebody should look at one by one. */
export const needsLook = ({ kind }: FileChange): boolean =>
  kind === "edited" || kind === "unexpected";

/** One line on the compiled files of each package that were written, or would be; none where none were. */
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
      ...(removed > 0 ? [`${removed} ${check ? "wanted no more" : "removed"}`] : []),
    ];
    const place = visible(`${folder}/${name}/${compiledFolder}`);
    return `compiled   ${place}: ${parts.join(", ")}`;
  });
}

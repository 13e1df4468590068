import { existsSync, lstatSync, readFileSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import type { PrintedFile } from "../print/print-files.ts";
import { foldersOf, listFiles } from "./list-files.ts";
import { manifestName, readManifest, type Manifest } from "./manifest.ts";
import { sha256 } from "./text-cache.ts";

/** What a run does, or would do, to one file. */
export interface FileChange {
  /** Relative to the output folder, with `/`. */
  readonly path: string;
  readonly kind: "missing" | "changed" | "edited" | "unexpected" | "obsolete";
  /** The new text; none for a file that goes or stays. */
  readonly text?: string;
}

/**
 * Compares what was printed with what is there. Line ends are no difference, since version control
 * may have changed them.
 *
 * - `missing`, `changed`: written by the next run
 * - `edited`: differs from what was printed and from what the last run wrote; somebody edited it by hand
 * - `obsolete`: written by an earlier run, wanted no more; removed by the next
 * - `unexpected`: stands in a generated folder, but nobody knows of it; left alone
 *
 * @throws when a path would leave the output folder, or lead through a symbolic link
 */
export function planChanges(out: string, printed: readonly PrintedFile[]): FileChange[] {
  const folders = foldersOf(printed);
  const before = new Map(folders.map((folder) => [folder, readManifest(join(out, folder))]));
  const manifests = folders.map((folder) => manifestFile(folder, printed));
  const wanted = [...printed, ...manifests];
  const changes = wanted.flatMap((file) => compare(out, file, before));
  const paths = new Set(wanted.map(({ path }) => path));
  for (const folder of folders) {
    for (const path of listFiles(out, folder)) {
      if (paths.has(path)) continue;
      changes.push({
        path,
        kind: isOwn(out, path, before.get(folder)) ? "obsolete" : "unexpected",
      });
    }
  }
  return changes;
}

function compare(
  out: string,
  { path, text }: PrintedFile,
  before: ReadonlyMap<string, Manifest>,
): FileChange[] {
  const absolute = containedPath(out, path);
  if (!existsSync(absolute)) return [{ path, kind: "missing", text }];
  const current = normalize(readFileSync(absolute, "utf8"));
  if (current === text) return [];
  const [folder = "", ...rest] = path.split("/");
  const written = before.get(folder)?.files[rest.join("/")];
  const isEdited =
    written !== undefined && written !== sha256(current) && rest.join("/") !== manifestName;
  return [{ path, kind: isEdited ? "edited" : "changed", text }];
}

function containedPath(out: string, path: string): string {
  const root = resolve(out);
  const absolute = resolve(root, path);
  if (!absolute.startsWith(root + sep))
    throw new Error(`${JSON.stringify(path)} would be written outside of the output folder`);
  for (let at = absolute; at !== root; at = resolve(at, "..")) {
    if (lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink() === true) {
      throw new Error(`${at} is a symbolic link; generated files are not written through links`);
    }
  }
  return absolute;
}

function isOwn(out: string, path: string, manifest: Manifest | undefined): boolean {
  const written = manifest?.files[path.split("/").slice(1).join("/")];
  return (
    written !== undefined && written === sha256(normalize(readFileSync(join(out, path), "utf8")))
  );
}

function manifestFile(folder: string, printed: readonly PrintedFile[]): PrintedFile {
  const own = printed.filter(({ path }) => path.startsWith(`${folder}/`));
  const files = Object.fromEntries(
    own.map(({ path, text }) => [path.slice(folder.length + 1), sha256(text)]).toSorted(),
  );
  return { path: `${folder}/${manifestName}`, text: `${JSON.stringify({ files }, null, 2)}\n` };
}

/** The text as it was printed, whatever line ends version control gave it. */
export function normalize(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

import { existsSync, lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { PrintedFile } from "../print/print-files.ts";
import { isTemporary } from "./atomic-file.ts";
import { containedPath } from "./contained-path.ts";
import { isInJournal, readJournal, type Journal } from "./journal.ts";
import { foldersOf, formerFolders, listFiles } from "./list-files.ts";
import { manifestName, readManifest, type Manifest } from "./manifest.ts";
import { sha256 } from "./sha256.ts";

/** A change that a run makes, or would make, to one file. */
export interface FileChange {
  /** Relative to the output folder, with `/`. */
  readonly path: string;
  readonly kind: "missing" | "changed" | "edited" | "unexpected" | "obsolete" | "leftover";
  /** The new text; none for a file that goes or stays. */
  readonly text?: string;
  /** The SHA-256 of the new text. */
  readonly hash?: string;
}

/**
 * Compares what was printed with what is there. Line ends are no difference, since version control
 * may have changed them.
 *
 * - `missing`, `changed`: written by the next run
 * - `edited`: differs from what was printed and from what any run wrote; it is somebody else's work
 * - `obsolete`: written by an earlier run, wanted no more; removed by the next
 * - `unexpected`: stands in a generated folder, but of no known origin; left alone
 * - `leftover`: a temporary file of a run that was interrupted; removed by the next
 *
 * @throws {WriteError} when a path would leave the output folder, lead through a symbolic link, or is
 *   a folder already
 */
export function planChanges(out: string, printed: readonly PrintedFile[]): FileChange[] {
  const wantedFolders = foldersOf(printed);
  const folders = [...wantedFolders, ...formerFolders(out, wantedFolders)];
  const before: Before = {
    manifests: new Map(folders.map((folder) => [folder, readManifest(out, folder)])),
    journal: readJournal(out),
  };
  const changes = printed.flatMap((file) => compare(out, file, before));
  const manifests = wantedFolders.map((folder) => manifestFile(folder, printed));
  changes.push(...manifests.flatMap((file) => compare(out, file, before)));
  const wanted = [...printed, ...manifests];
  const paths = new Set(wanted.map(({ path }) => path));
  for (const folder of folders) {
    for (const path of listFiles(out, folder))
      if (!paths.has(path)) changes.push({ path, kind: unwantedKind(out, path, before) });
  }
  return changes;
}

/** The records of earlier runs of what they wrote. */
interface Before {
  readonly manifests: ReadonlyMap<string, Manifest>;
  readonly journal: Journal | undefined;
}

function compare(out: string, file: PrintedFile, before: Before): FileChange[] {
  const { path, text } = file;
  const absolute = containedPath(out, path);
  // To make bytes of a text takes longer than to hash and to compare them.
  const bytes = Buffer.from(text);
  const hash = sha256(bytes);
  if (!existsSync(absolute)) return [{ path, kind: "missing", text, hash }];
  const current = readNormalized(absolute);
  if (current.equals(bytes)) return [];
  const isChanged = path.endsWith(`/${manifestName}`) || isOwn(path, current, before);
  return [{ path, kind: isChanged ? "changed" : "edited", text, hash }];
}

function unwantedKind(out: string, path: string, before: Before): FileChange["kind"] {
  if (isTemporary(path)) return "leftover";
  const absolute = join(out, path);
  const isFile = lstatSync(absolute, { throwIfNoEntry: false })?.isFile() === true;
  if (!isFile) return "unexpected";
  // Of a part that is chosen no more, the list of its files goes with them.
  if (path.endsWith(`/${manifestName}`)) return "obsolete";
  return isOwn(path, readNormalized(absolute), before) ? "obsolete" : "unexpected";
}

/** True if a run wrote these bytes there. */
function isOwn(path: string, current: Buffer, { manifests, journal }: Before): boolean {
  const [folder = "", ...rest] = path.split("/");
  const files = manifests.get(folder)?.files ?? {};
  const name = rest.join("/");
  const hash = sha256(current);
  return (Object.hasOwn(files, name) && files[name] === hash) || isInJournal(journal, path, hash);
}

function manifestFile(folder: string, printed: readonly PrintedFile[]): PrintedFile {
  const own = printed.filter(({ path }) => path.startsWith(`${folder}/`));
  const files = Object.fromEntries(
    own.map((file) => [file.path.slice(folder.length + 1), sha256(file.text)]).toSorted(),
  );
  return { path: `${folder}/${manifestName}`, text: `${JSON.stringify({ files }, null, 2)}\n` };
}

/** The bytes of a file as they were printed, whatever line ends version control gave it. */
export function readNormalized(path: string): Buffer {
  const bytes = readFileSync(path);
  if (!bytes.includes("\r\n")) return bytes;
  return Buffer.from(bytes.toString("utf8").replaceAll("\r\n", "\n"));
}

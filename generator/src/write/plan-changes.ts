import { existsSync, lstatSync } from "node:fs";
import { join } from "node:path";
import { visible } from "@openapi-packages/description/text/escape";
import { compiledFolder } from "../print/compiled-files.ts";
import type { PrintedFile } from "../print/printed-file.ts";
import { isTemporary } from "@openapi-packages/description/files/atomic-file";
import { containedPath } from "./contained-path.ts";
import type { FileChange } from "./file-change.ts";
import { isInJournal, readJournal, type Journal } from "./journal.ts";
import { foldersOf, formerFolders, listFiles } from "./list-files.ts";
import { manifestFolder, manifestName, readManifest, type Manifest } from "./manifest.ts";
import type { Maker } from "./maker.ts";
import type { Origin } from "./origin.ts";
import { parsePackageJson } from "./package-json.ts";
import { comparePackage, packageFilesOf, siblingsOf, type PackageFile } from "./plan-packages.ts";
import { readNormalized, sha256 } from "@openapi-packages/description/files/file-contents";
import { refuseOther } from "./refuse-other.ts";

/** How printed files are compared with those on disk. */
export interface PlanOptions {
  /** The description that they are generated from, for manifests. */
  readonly origin?: Origin | undefined;
  /** What they are made by, for manifests. */
  readonly maker?: Maker | undefined;
  /** True if dependencies between the packages are `workspace:*`. */
  readonly workspaceProtocol?: boolean | undefined;
  /** True to compare only. If no compiled file exists at all, none is then reported as missing. */
  readonly check?: boolean | undefined;
  /** True to replace edited files, and packages of another description. */
  readonly force?: boolean | undefined;
}

/**
 * Compares printed files with those on disk. Line ends are ignored, since version control may change them.
 *
 * - `missing`, `changed`: written by the next run
 * - `edited`: differs from what was printed and from what any run wrote, so it is someone's work
 * - `obsolete`: written by an earlier run and not wanted any more; removed by the next run
 * - `unexpected`: a file of unknown origin in a generated folder; left alone
 * - `leftover`: a temporary file of an interrupted run; removed by the next run
 *
 * @throws {WriteError} if a path would leave the output folder, leads through a symbolic link, or is a
 * folder; if a package.json cannot be read; or if the packages on disk are of another description
 */
export function planChanges(
  out: string,
  printed: readonly PrintedFile[],
  options: PlanOptions = {},
): FileChange[] {
  const wantedFolders = foldersOf(printed);
  const folders = [...wantedFolders, ...formerFolders(out, wantedFolders)];
  const before = readBefore(out, folders);
  const packages = packageFilesOf(out, printed);
  if (options.force !== true) refuse(out, wantedFolders, before, packages, options.origin);
  const isIgnored = options.check === true && !folders.some((one) => hasCompiled(out, one));
  const wanted = printed.filter((file) => !(isIgnored && file.isCompiled));
  const plain = wanted.filter(({ ownKeys }) => ownKeys === undefined);
  const hashes = new Map(plain.map((file) => [file, sha256(file.text)]));
  const siblings = siblingsOf(packages, options.workspaceProtocol === true);
  const manifests = manifestFiles(wanted, hashes, before, options);
  return [
    ...plain.flatMap((file) => compare(out, file, before, hashes.get(file))),
    ...packages.flatMap((file) =>
      comparePackage(file, before.manifests.get(file.folder), siblings),
    ),
    ...manifests.flatMap((file) => compare(out, file, before)),
    ...unwanted(out, folders, [...wanted, ...manifests], before),
  ];
}

/** What earlier runs recorded about their output. */
interface Before {
  readonly manifests: ReadonlyMap<string, Manifest | undefined>;
  readonly journal: Journal | undefined;
}

function readBefore(out: string, folders: readonly string[]): Before {
  const all = folders.flatMap((folder) => [folder, `${folder}/${compiledFolder}`]);
  return {
    manifests: new Map(all.map((folder) => [folder, readManifest(out, folder)])),
    journal: readJournal(out),
  };
}

function refuse(
  out: string,
  folders: readonly string[],
  { manifests }: Before,
  packages: readonly PackageFile[],
  origin: Origin | undefined,
): void {
  const found = folders.map((folder) => {
    const file = packages.find((one) => one.folder === folder);
    return {
      folder,
      manifest: manifests.get(folder),
      ...(file?.current === undefined ? {} : { packageJson: file.current.value }),
      ...(file === undefined ? {} : { wanted: file.wanted }),
    };
  });
  refuseOther(out, found, origin);
}

const compiledOf = (folder: string): string => `${folder}/${compiledFolder}`;

const hasCompiled = (out: string, folder: string): boolean =>
  listFiles(out, compiledOf(folder)).length > 0;

function compare(
  out: string,
  { path, text }: PrintedFile,
  before: Before,
  hash = sha256(text),
): FileChange[] {
  const absolute = containedPath(out, path);
  const change = { path, text, hash, ...compiledMark(path) };
  if (!existsSync(absolute)) return [{ ...change, kind: "missing" }];
  const current = readNormalized(absolute);
  if (current.equals(Buffer.from(text))) return [];
  const isChanged =
    path.endsWith(`/${manifestName}`) || isBuilt(path, before) || isOwn(path, current, before);
  return [{ ...change, kind: isChanged ? "changed" : "edited" }];
}

const compiledMark = (path: string): Pick<FileChange, "isCompiled"> =>
  manifestFolder(path).includes("/") ? { isCompiled: true } : {};

/** True for a compiled file in a generated package that no run recorded. */
function isBuilt(path: string, { manifests }: Before): boolean {
  const folder = manifestFolder(path);
  const [outer = ""] = folder.split("/");
  return (
    folder !== outer && manifests.get(folder) === undefined && manifests.get(outer) !== undefined
  );
}

/**
 * Returns the files in generated folders that are not wanted. If this run compiles nothing, compiled files of
 * others are left alone.
 */
function unwanted(
  out: string,
  folders: readonly string[],
  wanted: readonly PrintedFile[],
  before: Before,
): FileChange[] {
  const paths = new Set(wanted.map(({ path }) => path));
  const isWanted = new Set(wanted.map(({ path }) => manifestFolder(path)));
  return folders
    .flatMap((folder) => [folder, compiledOf(folder)])
    .flatMap((folder) =>
      listFiles(out, folder)
        .filter((path) => !paths.has(path))
        .map((path): FileChange => {
          const kind = unwantedKind(out, path, before);
          return { path, kind, ...compiledMark(path) };
        })
        .filter(({ kind, isCompiled }) => {
          const isOthers = isCompiled === true && !isWanted.has(folder);
          return !isOthers || kind !== "unexpected";
        }),
    );
}

function unwantedKind(out: string, path: string, before: Before): FileChange["kind"] {
  if (isTemporary(path)) return "leftover";
  const absolute = join(out, path);
  const isFile = lstatSync(absolute, { throwIfNoEntry: false })?.isFile() === true;
  if (!isFile) return "unexpected";
  // The manifest goes together with the files of a package, or of compiled output, that is not wanted any
  // more.
  if (path.endsWith(`/${manifestName}`)) return "obsolete";
  if (isOwnPackage(out, path, before)) return "obsolete";
  return isOwn(path, readNormalized(absolute), before) ? "obsolete" : "unexpected";
}

/**
 * True for the package.json of a package that is not wanted any more, if none of the generator's keys was
 * edited.
 */
function isOwnPackage(out: string, path: string, { manifests }: Before): boolean {
  const folder = manifestFolder(path);
  const own = manifests.get(folder)?.packageJson;
  if (own === undefined || path !== `${folder}/package.json`) return false;
  const current = parsePackageJson(join(out, path), readNormalized(join(out, path)).toString());
  return ["name", "type", "exports"].every(
    (key) => JSON.stringify(current[key]) === JSON.stringify(own[key]),
  );
}

/** True if a run wrote exactly this content. */
function isOwn(path: string, current: Buffer, { manifests, journal }: Before): boolean {
  const folder = manifestFolder(path);
  const files = manifests.get(folder)?.files ?? {};
  const name = path.slice(folder.length + 1);
  const hash = sha256(current);
  return (Object.hasOwn(files, name) && files[name] === hash) || isInJournal(journal, path, hash);
}

function manifestFiles(
  wanted: readonly PrintedFile[],
  hashes: ReadonlyMap<PrintedFile, string>,
  before: Before,
  { origin, maker }: Pick<PlanOptions, "origin" | "maker">,
): PrintedFile[] {
  const folders = [...new Set(wanted.map(({ path }) => manifestFolder(path)))];
  return folders.map((folder) => {
    const own = wanted.filter(({ path }) => manifestFolder(path) === folder);
    const files = own.map(
      (file) =>
        [
          file.path.slice(folder.length + 1),
          hashes.get(file) ?? sha256(JSON.stringify(file.ownKeys)),
        ] as const,
    );
    const isPackage = !folder.includes("/");
    const packageJson = own.find(({ ownKeys }) => ownKeys !== undefined)?.ownKeys;
    const known = before.manifests.get(folder);
    const sorted = Object.fromEntries(files.toSorted());
    // A run that changes no file leaves its record as it is.
    const isSame = known !== undefined && JSON.stringify(known.files) === JSON.stringify(sorted);
    const madeBy = isSame ? known.madeBy : maker;
    const manifest: Manifest = {
      ...(isPackage && origin !== undefined
        ? { description: recorded(origin, known?.description) }
        : {}),
      ...(packageJson === undefined ? {} : { packageJson }),
      ...(isPackage && madeBy !== undefined ? { madeBy } : {}),
      files: sorted,
    };
    const mark = isPackage ? {} : { isCompiled: true as const };
    return {
      path: `${folder}/${manifestName}`,
      text: visible(`${JSON.stringify(manifest, null, 2)}\n`),
      ...mark,
    };
  });
}

/**
 * Returns the recorded origin if the title is the same: the same description from elsewhere, such as a
 * download, is no change.
 */
function recorded(origin: Origin, known: Origin | undefined): Origin {
  return known?.title === origin.title && known.source !== undefined ? known : origin;
}

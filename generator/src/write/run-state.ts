import { existsSync, lstatSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Diagnostic } from "../diagnostics.ts";
import type { EmitOptions, Emitter, PackageName } from "../emit/emitted-file.ts";
import type { FileNameStyle } from "../emit/file-names.ts";
import type { ImportExtension } from "../import-extension.ts";
import type { SaidNote } from "../emit/run-emitters.ts";
import type { LeftOut } from "../load/filter/filter-operations.ts";
import type { LoadOptions } from "../load/load-options.ts";
import { isUrl, standardInput } from "../load/read/source-names.ts";
import type { SourceFile } from "../load/read/source-file.ts";
import type { FormatterName } from "../print/formatter.ts";
import type { PrintedFile } from "../print/printed-file.ts";
import { keepFile, readRecordFile } from "./atomic-file.ts";
import { cacheFolder } from "./cache-folder.ts";
import { readJournal } from "./journal.ts";
import { compiledFolder } from "../print/compiled-files.ts";
import { foldersOf, formerFolders, listFiles } from "./list-files.ts";
import { manifestFolder, manifestName } from "./manifest.ts";
import { readNormalized } from "./read-normalized.ts";
import { sha256 } from "./sha256.ts";

/** All that the output of a run depends on, beside the generator. */
export interface RunOptions extends LoadOptions, EmitOptions {
  /** The description's file. */
  readonly spec: string;
  /** The folder that holds the packages. */
  readonly out: string;
  /** The formatter of generated code. Left out: oxfmt. */
  readonly formatter?: FormatterName;
  /**
   * Write what runs beside the sources, ECMAScript and declarations with maps in `dist`, so that packages are imported
   * without a build. Left out: true. False where somebody else compiles the sources.
   */
  readonly compile?: boolean;
  /**
   * Write the API report of each package, `client/etc/client.api.md`: what it exports, normalised, for review and for
   * `diff` and `version`. It is not published. Left out: false; the layout `folder` has none.
   */
  readonly apiReport?: boolean;
  /** A text for the top of every generated module, such as a licence; it becomes a comment. */
  readonly header?: string;
  /**
   * Dependencies among the packages are `workspace:*`, as pnpm wants it. Left out: true in a workspace of pnpm, where a
   * `pnpm-workspace.yaml` stands above the output folder.
   */
  readonly workspaceProtocol?: boolean;
  /**
   * Differs where functions among the options do, such as a hash of their modules. Left out: runs with functions are
   * not remembered.
   */
  readonly fingerprint?: string;
  /** The packages to write: names, and emitters of one's own, run in this order. Left out: all that have names. */
  readonly packages?: readonly (PackageName | Emitter)[];
  /**
   * The style of names of files and folders in the layout `folder`, for projects whose linter wants one:
   * `api-keys.ts` (default) or `apiKeys.ts`.
   */
  readonly fileNames?: FileNameStyle;
}

/** The report of a run that left everything current. */
export interface RunSummary {
  readonly warnings: readonly Diagnostic[];
  /** What is merely said. */
  readonly infos: readonly Diagnostic[];
  readonly operations: number;
  readonly schemas: number;
  /** The number of files in the packages. */
  readonly files: number;
  /** The operations and components that the filters have left out. */
  readonly leftOut: LeftOut;
  /** The operations that give a list in pages of which the description does not say how. */
  readonly undeclaredPages: readonly string[];
  /** What the emitters of a user say of the run. */
  readonly notes: readonly SaidNote[];
  /** The packages that generated modules import. */
  readonly importedPackages: readonly string[];
  /** The ending of relative imports, in the layout `folder`. */
  readonly imports?: ChosenImports;
}

/** The ending of relative imports, and the tsconfig.json that says so; none where an option does, or nothing. */
export interface ChosenImports {
  readonly extension: ImportExtension;
  readonly tsconfig?: string;
}

/** What a run has read, for {@link RunState.remember}. */
export interface ReadFiles {
  readonly sources: readonly SourceText[];
  /** Absolute paths of further files that the output depends on, whether they are there or not. */
  readonly others: readonly string[];
}

/** A file of a description as it was read; it may have changed since. */
type SourceText = Pick<SourceFile, "path" | "text">;

/** The record of the run before. */
export interface RunState {
  /** The last run's summary, when every input and every output is as it was then. */
  recall(): Promise<RunSummary | undefined>;
  /** Keeps the summary for {@link recall}. */
  remember(read: ReadFiles, printed: readonly PrintedFile[], summary: RunSummary): void;
}

interface Remembered {
  readonly generator: string;
  /** The options of the run, beside the description and the folder. */
  readonly options: string;
  /** The files of the description. */
  readonly described: readonly string[];
  /** Absolute path → hash of the text; of a file that was not there, no hash. */
  readonly sources: Readonly<Record<string, string>>;
  /** Path relative to the output folder → hash of the text. */
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: RunSummary;
}

/**
 * Opens what is kept between runs, in the nearest `node_modules/.cache`; where there is no
 * `node_modules`, nothing is kept. It is worth nothing but time and can be deleted.
 */
export function openState(options: RunOptions): RunState {
  const root = resolve(options.out);
  const folder = cacheFolder(root);
  // What comes by standard input cannot be read again.
  if (folder === undefined || isOpen(options) || options.spec === standardInput)
    return { recall: () => Promise.resolve(undefined), remember: () => {} };
  const generator = generatorFingerprint();
  const name = sha256(`${resolve(options.spec)}\0${root}`).slice(0, 16);
  const path = join(folder, `${name}.json`);
  const relevantOptions = relevant(options);
  return {
    async recall() {
      const last = read(path);
      if (last === undefined || last.generator !== generator || last.options !== relevantOptions)
        return undefined;
      const isCurrent =
        readJournal(root) === undefined &&
        isSame(last.outputs, hashOutputs(root, last)) &&
        isSame(last.sources, await hashSources(Object.keys(last.sources), options));
      if (!isCurrent) return undefined;
      for (const source of last.described) if (!isUrl(source)) options.onFile?.(source);
      return last.summary;
    },
    remember({ sources, others }, printed, summary) {
      const folders = new Set(printed.map((file) => manifestFolder(file.path)));
      // Their texts are not what was printed: manifests list it, and package.json has other keys too.
      const manifests = [...folders].map((one) => `${one}/${manifestName}`);
      const packages = printed.filter(({ ownKeys }) => ownKeys !== undefined);
      const merged = [...manifests, ...packages.map((file) => file.path)];
      const record: Remembered = {
        generator,
        options: relevantOptions,
        described: sources.map((source) => source.path),
        sources: {
          ...hashFiles(others),
          ...Object.fromEntries(sources.map((source) => [source.path, sha256(source.text)])),
        },
        // Whatever else stands in the folders keeps a run from being remembered.
        outputs: {
          ...Object.fromEntries(printed.map((file) => [file.path, sha256(file.text)])),
          ...Object.fromEntries(merged.map((one) => [one, hashOutput(join(root, one))])),
        },
        summary,
      };
      keepFile(path, JSON.stringify(record));
    },
  };
}

/** What a project's Prettier makes depends on more than is known here, and so may what functions of the user make. */
function isOpen({ formatter, fingerprint, operationName, packages = [] }: RunOptions): boolean {
  const isFunction = (one: unknown): boolean => typeof one === "function";
  const hasFunctions = isFunction(operationName) || packages.some(isFunction);
  return formatter === "prettier" || (hasFunctions && fingerprint === undefined);
}

/** The options that say where and how a run works, on which its output does not depend. */
const irrelevant = ["spec", "out", "cache", "check", "force", "onFile", "onStage", "onUpgrade"];

/** Differs where an option does that the output depends on. */
function relevant(options: RunOptions): string {
  const entries = Object.entries(options).filter(([name]) => !irrelevant.includes(name));
  // Hashed, since a secret may be among them.
  return sha256(JSON.stringify(entries.toSorted(([one], [other]) => (one < other ? -1 : 1))));
}

function hashOutputs(root: string, { outputs }: Remembered): Record<string, string> {
  const wanted = foldersOf(Object.keys(outputs).map((path) => ({ path })));
  const folders = [...wanted, ...formerFolders(root, wanted)];
  // What a run has written is in folders of the output folder, and nowhere else.
  if (folders.some((folder) => /^\.*$/.test(folder))) return {};
  const hasCompiled = Object.keys(outputs).some((path) => manifestFolder(path).includes("/"));
  const paths = folders.flatMap((folder) => [
    ...listFiles(root, folder),
    ...(hasCompiled ? listFiles(root, `${folder}/${compiledFolder}`) : []),
  ]);
  return Object.fromEntries(paths.map((path) => [path, hashOutput(join(root, path))]));
}

function hashFile(path: string): string {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ? sha256(readFileSync(path)) : "";
}

/** The hash of a generated file, whatever line ends version control gave it. */
function hashOutput(path: string): string {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isFile()) return "";
  return sha256(readNormalized(path));
}

/** Files first: where one has changed, nobody is asked for remote documents. */
const hashFiles = (paths: readonly string[]): Record<string, string> =>
  Object.fromEntries(paths.map((path) => [path, hashFile(path)]));

async function hashSources(
  paths: readonly string[],
  options: RunOptions,
): Promise<Record<string, string>> {
  const hashes = hashFiles(paths.filter((path) => !isUrl(path)));
  const urls = paths.filter(isUrl);
  if (urls.length === 0) return hashes;
  const { readAgain } = await import("../load/read/read-again.ts");
  for (const [url, text] of await readAgain(urls, options.spec, options))
    hashes[url] = sha256(text);
  return hashes;
}

function isSame(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}

function read(path: string): Remembered | undefined {
  try {
    return JSON.parse(readRecordFile(path) ?? "") as Remembered;
  } catch {
    return undefined;
  }
}

let fingerprint: string | undefined;

/**
 * Changes when the generator does: its own files, and the versions that it asks of others. Worked out
 * once, since a process runs the generator that it has loaded.
 */
function generatorFingerprint(): string {
  fingerprint ??= computeFingerprint();
  return fingerprint;
}

function computeFingerprint(): string {
  const sources = dirname(dirname(fileURLToPath(import.meta.url)));
  const files = readdirSync(sources, { recursive: true, encoding: "utf8" }).filter((file) =>
    /\.[jt]s$/.test(file),
  );
  const hashes = files.toSorted().map((file) => `${file} ${hashFile(join(sources, file))}`);
  const manifest = hashFile(join(dirname(sources), "package.json"));
  return sha256([manifest, lockfileHash(dirname(sources)), ...hashes].join("\n"));
}

/** npm's record of what is installed, so that an update of a printer is an update of the generator. */
function lockfileHash(start: string): string {
  for (let folder = start; folder !== dirname(folder); folder = dirname(folder)) {
    const lockfile = join(folder, "node_modules", ".package-lock.json");
    if (existsSync(lockfile)) return hashFile(lockfile);
  }
  return "";
}

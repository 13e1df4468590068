import { lstatSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Diagnostic } from "@openapi-packages/description/diagnostics/diagnostics";
import type { EmitOptions, Emitter, PackageName, PathsOptions } from "../emit/emitted-file.ts";
import type { FileNameStyle } from "../emit/file-names.ts";
import type { ImportExtension } from "@openapi-packages/cli/project/import-extension";
import type { SaidNote } from "../emit/run-emitters.ts";
import type { LeftOut } from "@openapi-packages/description/load/filter/filter-operations";
import type { LoadOptions } from "@openapi-packages/description/load/load-options";
import { isUrl, standardInput } from "@openapi-packages/description/load/read/source-names";
import type { SourceFile } from "@openapi-packages/description/load/read/source-file";
import type { FormatterName } from "../print/formatter.ts";
import type { PrintedFile } from "../print/printed-file.ts";
import { keepFile, readRecordFile } from "@openapi-packages/description/files/atomic-file";
import { cacheFolder } from "@openapi-packages/description/files/cache-folder";
import { generatorFingerprint } from "./generator-fingerprint.ts";
import { readJournal } from "./journal.ts";
import { compiledFolder } from "../print/compiled-files.ts";
import { foldersOf, formerFolders, listFiles } from "./list-files.ts";
import { manifestFolder, manifestName } from "./manifest.ts";
import {
  hashFile,
  readNormalized,
  sha256,
} from "@openapi-packages/description/files/file-contents";

/** Everything that the output of a run depends on, besides the generator itself. */
export interface RunOptions extends LoadOptions, EmitOptions, PathsOptions {
  /** The path or URL of the description. */
  readonly spec: string;
  /** The folder for the packages. */
  readonly out: string;
  /** The formatter of generated code. Default: oxfmt. */
  readonly formatter?: FormatterName;
  /**
   * Whether to compile the sources to ECMAScript and declarations in `dist`, so that packages can be imported
   * without a build. Default: true; false if something else compiles the sources.
   */
  readonly compile?: boolean;
  /** Writes source maps and declaration maps to `dist`. Default: false. */
  readonly sourceMaps?: boolean;
  /** A text for the top of every generated module, such as a licence. It becomes a comment. */
  readonly header?: string;
  /**
   * Whether dependencies between the packages are `workspace:*`, as pnpm needs it. Default: true if there is
   * a `pnpm-workspace.yaml` above the output folder.
   */
  readonly workspaceProtocol?: boolean;
  /**
   * Identifies the functions among the options, for example by a hash of their modules. Default: runs with
   * functions are not remembered.
   */
  readonly fingerprint?: string;
  /**
   * The packages to write: names, and custom emitters, which run in this order. Default: all packages with a
   * name.
   */
  readonly packages?: readonly (PackageName | Emitter)[];
  /**
   * The style of file and folder names in the layout `folder`, for projects whose linter requires one:
   * `api-keys.ts` (default) or `apiKeys.ts`.
   */
  readonly fileNames?: FileNameStyle;
}

/** The report of a run after which every file is current. */
export interface RunSummary {
  readonly warnings: readonly Diagnostic[];
  /** Diagnostics of severity `info`. */
  readonly infos: readonly Diagnostic[];
  readonly operations: number;
  readonly schemas: number;
  /** The number of files in the packages, with the lists of what was written; without compiled files. */
  readonly files: number;
  /** How many of these files each package has, by its folder. */
  readonly parts: Readonly<Record<string, number>>;
  /** The operations and components that the filters removed. */
  readonly leftOut: LeftOut;
  /** The operations that return a list in pages and whose pagination the description does not declare. */
  readonly undeclaredPages: readonly string[];
  /** The notes of custom emitters about the run. */
  readonly notes: readonly SaidNote[];
  /** The packages that generated modules import. */
  readonly importedPackages: readonly string[];
  /** The extension of relative imports in the layout `folder`. */
  readonly imports?: ChosenImports;
}

/**
 * The extension of relative imports, with the tsconfig.json it comes from; left out if an option or nothing
 * decides it.
 */
export interface ChosenImports {
  readonly extension: ImportExtension;
  readonly tsconfig?: string;
}

/** The files that a run has read, for {@link RunState.remember}. */
export interface ReadFiles {
  readonly sources: readonly SourceText[];
  /** Absolute paths of other files that the output depends on, including files that do not exist. */
  readonly others: readonly string[];
}

/** A file of the description as it was read; it may have changed since. */
type SourceText = Pick<SourceFile, "path" | "text">;

/** Remembers the last run. */
export interface RunState {
  /** Returns the summary of the last run if every input and every output is unchanged. */
  recall(): Promise<RunSummary | undefined>;
  /** Stores the summary for {@link recall}. */
  remember(read: ReadFiles, printed: readonly PrintedFile[], summary: RunSummary): void;
}

interface Remembered {
  readonly generator: string;
  /** The options of the run, except the description and the folder. */
  readonly options: string;
  /** The files of the description. */
  readonly described: readonly string[];
  /** Absolute path → hash of the text; empty for a file that did not exist. */
  readonly sources: Readonly<Record<string, string>>;
  /** Path relative to the output folder → hash of the text. */
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: RunSummary;
}

/**
 * Opens the state of the last run, in the nearest `node_modules/.cache`. Without a `node_modules`, nothing is
 * kept. The state only saves time and can be deleted.
 */
export function openState(options: RunOptions): RunState {
  const root = resolve(options.out);
  const folder = cacheFolder(root);
  // Standard input cannot be read again.
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
      // These differ from what was printed: a package.json has other keys too, and manifests are not among
      // the printed files.
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
        // Any other file in the folders prevents recall.
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

/**
 * True if the output may depend on more than is known here: on the project's Prettier, or on the user's
 * functions.
 */
function isOpen({ formatter, fingerprint, operationName, packages = [] }: RunOptions): boolean {
  const isFunction = (one: unknown): boolean => typeof one === "function";
  const hasFunctions = isFunction(operationName) || packages.some(isFunction);
  return formatter === "prettier" || (hasFunctions && fingerprint === undefined);
}

/** Options that do not affect the output. */
const irrelevant = [
  "spec",
  "out",
  "cache",
  "check",
  "force",
  "onFile",
  "onStage",
  "onProgress",
  "onUpgrade",
];

/** Returns a hash of the options that affect the output. */
function relevant(options: RunOptions): string {
  const entries = Object.entries(options).filter(([name]) => !irrelevant.includes(name));
  // Hashed, because an option may contain a secret.
  return sha256(JSON.stringify(entries.toSorted(([one], [other]) => (one < other ? -1 : 1))));
}

function hashOutputs(root: string, { outputs }: Remembered): Record<string, string> {
  const wanted = foldersOf(Object.keys(outputs).map((path) => ({ path })));
  const folders = [...wanted, ...formerFolders(root, wanted)];
  // Runs write only into folders below the output folder.
  if (folders.some((folder) => /^\.*$/.test(folder))) return {};
  const hasCompiled = Object.keys(outputs).some((path) => manifestFolder(path).includes("/"));
  const paths = folders.flatMap((folder) => [
    ...listFiles(root, folder),
    ...(hasCompiled ? listFiles(root, `${folder}/${compiledFolder}`) : []),
  ]);
  return Object.fromEntries(paths.map((path) => [path, hashOutput(join(root, path))]));
}

/** Returns the hash of a generated file, ignoring line ends that version control changed. */
function hashOutput(path: string): string {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isFile()) return "";
  return sha256(readNormalized(path));
}

/** Hashes local files. They come first: if one has changed, no remote document is fetched. */
const hashFiles = (paths: readonly string[]): Record<string, string> =>
  Object.fromEntries(paths.map((path) => [path, hashFile(path)]));

async function hashSources(
  paths: readonly string[],
  options: RunOptions,
): Promise<Record<string, string>> {
  const hashes = hashFiles(paths.filter((path) => !isUrl(path)));
  const urls = paths.filter(isUrl);
  if (urls.length === 0) return hashes;
  const { readAgain } = await import("@openapi-packages/description/load/read/read-again");
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

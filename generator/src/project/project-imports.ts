import { dirname, join, resolve } from "node:path";
import { ts } from "ts-morph";
import type { ImportExtension } from "../import-extension.ts";

/** What a project's tsconfig.json says about relative imports. */
export interface ProjectImports {
  readonly extension: ImportExtension;
  /** Absolute path of the tsconfig.json that was followed; none where there is none. */
  readonly tsconfig?: string;
  /** Absolute paths of all files that this depends on, whether they are there or not. */
  readonly read: readonly string[];
}

/**
 * Works out how relative imports end in a folder, by the nearest tsconfig.json above it: what it extends,
 * and what it refers to where it has no files of its own, is followed.
 *
 * - `ts` where the compiler allows or rewrites such endings, or where there is no tsconfig.json
 * - `none` where a bundler resolves modules
 * - `js` elsewhere, as Node wants it of what the compiler writes
 */
export function projectImports(folder: string): ProjectImports {
  const host = new RecordingHost();
  const tsconfig = nearest(resolve(folder), host);
  if (tsconfig === undefined) return { extension: "ts", read: host.read };
  const options = optionsFor(tsconfig, resolve(folder), host);
  return { extension: extensionOf(options), tsconfig, read: host.read };
}

function nearest(folder: string, host: RecordingHost): string | undefined {
  const path = join(folder, "tsconfig.json");
  if (host.fileExists(path)) return path;
  return folder === dirname(folder) ? undefined : nearest(dirname(folder), host);
}

/** The options of a project, or of that among those it refers to which the folder belongs to. */
function optionsFor(tsconfig: string, folder: string, host: RecordingHost): ts.CompilerOptions {
  const project = parse(tsconfig, host);
  const referenced = (project.projectReferences ?? []).map((reference) =>
    parse(ts.resolveProjectReferencePath(reference), host),
  );
  const [first = project] = referenced;
  // One that is there to refer to others includes no folder.
  const isOwn = referenced.length === 0 || includes(project, folder);
  const { options } = isOwn ? project : (referenced.find((one) => includes(one, folder)) ?? first);
  return options;
}

function includes({ wildcardDirectories = {} }: ts.ParsedCommandLine, folder: string): boolean {
  const path = comparable(folder);
  return Object.keys(wildcardDirectories).some((included) =>
    `${path}/`.startsWith(`${comparable(included)}/`),
  );
}

function comparable(path: string): string {
  const normalized = path.replaceAll("\\", "/");
  return ts.sys.useCaseSensitiveFileNames ? normalized : normalized.toLowerCase();
}

function parse(tsconfig: string, host: RecordingHost): ts.ParsedCommandLine {
  const { config } = ts.readConfigFile(tsconfig, (path) => host.readFile(path)) as {
    config?: unknown;
  };
  return ts.parseJsonConfigFileContent(config ?? {}, host, dirname(tsconfig), {}, tsconfig);
}

function extensionOf(options: ts.CompilerOptions): ImportExtension {
  const { module, moduleResolution } = options;
  if (options.allowImportingTsExtensions === true) return "ts";
  if (options.rewriteRelativeImportExtensions === true) return "ts";
  const isNode =
    moduleResolution === ts.ModuleResolutionKind.Node16 ||
    moduleResolution === ts.ModuleResolutionKind.NodeNext ||
    (moduleResolution === undefined &&
      module !== undefined &&
      module >= ts.ModuleKind.Node16 &&
      module <= ts.ModuleKind.NodeNext);
  return isNode ? "js" : "none";
}

/** Reads files for the compiler and remembers which; no folder is searched for sources. */
class RecordingHost implements ts.ParseConfigHost {
  readonly useCaseSensitiveFileNames = ts.sys.useCaseSensitiveFileNames;
  readonly #read = new Set<string>();

  get read(): readonly string[] {
    return [...this.#read];
  }

  fileExists(path: string): boolean {
    this.#read.add(resolve(path));
    return ts.sys.fileExists(path);
  }

  readFile(path: string): string | undefined {
    this.#read.add(resolve(path));
    return ts.sys.readFile(path);
  }

  readDirectory(): readonly string[] {
    return [];
  }
}

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
  const project = projectOf(tsconfig, resolve(folder), host);
  return { extension: extensionOf(project.options), tsconfig: project.path, read: host.read };
}

function nearest(folder: string, host: RecordingHost): string | undefined {
  const path = join(folder, "tsconfig.json");
  if (host.fileExists(path)) return path;
  return folder === dirname(folder) ? undefined : nearest(dirname(folder), host);
}

/** A tsconfig.json, with what it extends. */
interface Project extends ts.ParsedCommandLine {
  readonly path: string;
}

/** A project or, where it is only there to refer to others, that among them which the folder belongs to. */
function projectOf(tsconfig: string, folder: string, host: RecordingHost): Project {
  const project = parse(tsconfig, host);
  if (includes(project, folder)) return project;
  const referenced = (project.projectReferences ?? []).map((reference) =>
    parse(ts.resolveProjectReferencePath(reference), host),
  );
  return referenced.find((one) => includes(one, folder)) ?? referenced[0] ?? project;
}

function includes({ wildcardDirectories = {} }: Project, folder: string): boolean {
  const path = comparable(folder);
  return Object.keys(wildcardDirectories).some((included) =>
    `${path}/`.startsWith(`${comparable(included)}/`),
  );
}

function comparable(path: string): string {
  const normalized = path.replaceAll("\\", "/");
  return ts.sys.useCaseSensitiveFileNames ? normalized : normalized.toLowerCase();
}

function parse(path: string, host: RecordingHost): Project {
  const { config = {} } = ts.readConfigFile(path, (one) => host.readFile(one)) as {
    config?: unknown;
  };
  const parsed = ts.parseJsonConfigFileContent(config, host, dirname(path), {}, path);
  return { ...parsed, path };
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

import { dirname, join, resolve } from "node:path";
import { ts } from "ts-morph";
import type { ImportExtension } from "@openapi-packages/cli/project/import-extension";

/** How a project's tsconfig.json requires relative imports to be written. */
export interface ProjectImports {
  readonly extension: ImportExtension;
  /** Absolute path of the tsconfig.json that decides; left out if there is none. */
  readonly tsconfig?: string;
  /** Absolute paths of all files that this depends on, including files that do not exist. */
  readonly read: readonly string[];
}

/**
 * Determines the extension of relative imports in a folder, by the nearest tsconfig.json above it, what that
 * extends, and, if it has no files of its own, the projects that it refers to.
 *
 * - `ts` if the compiler allows or rewrites that extension, or if there is no tsconfig.json
 * - `none` if a bundler resolves modules
 * - `js` otherwise, as Node needs it in compiled code
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

/** A tsconfig.json with what it extends. */
interface Project extends ts.ParsedCommandLine {
  readonly path: string;
}

/**
 * Returns the project itself or, if it only refers to others, the one among them that contains the folder.
 */
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

/** Reads files for the compiler and records their paths. It does not search folders for sources. */
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

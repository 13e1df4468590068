import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import semver from "semver";
import type TypeScript from "typescript";
import { visible } from "@openapi-packages/description/text/escape";
import { isObject } from "@openapi-packages/description/json/json";
import { UsageError } from "@openapi-packages/description/diagnostics/usage-error";

/** One of the user's tsconfig.json files, as the compiler reads it. */
export interface UserProject {
  /** Absolute path of the file. */
  readonly tsconfig: string;
  readonly options: TypeScript.CompilerOptions;
  readonly files: readonly string[];
  readonly references: readonly TypeScript.ProjectReference[];
}

/** The user's projects, with notes about them. */
export interface UserProjects {
  readonly projects: readonly UserProject[];
  /** Options that this compiler does not know, with their positions. */
  readonly notes: readonly string[];
}

/**
 * Errors about options of another compiler version: 5023 and 5025 unknown option, 5103 `ignoreDeprecations`,
 * 6046 unknown value.
 */
const unknownOptions: ReadonlySet<number> = new Set([5023, 5025, 5103, 6046]);

/**
 * Errors about projects without files, which are valid if they have references: 18002 `files` is empty, 18003
 * no inputs.
 */
const withoutFiles: ReadonlySet<number> = new Set([18002, 18003]);

/**
 * Reads projects and the projects that they refer to, each once.
 *
 * @param paths paths of tsconfig.json files, or of their folders
 * @throws {UsageError} if a file does not exist, or is invalid
 */
export function readUserProjects(ts: typeof TypeScript, paths: readonly string[]): UserProjects {
  const projects = new Map<string, UserProject>();
  const notes: string[] = [];
  const queue = paths.map((path) => configPath(path));
  // Grows during the loop by the projects that each refers to.
  for (const path of queue) {
    if (projects.has(path)) continue;
    const parsed = parse(ts, path);
    const references = parsed.projectReferences ?? [];
    for (const error of ts.getConfigFileParsingDiagnostics(parsed)) {
      if (references.length > 0 && withoutFiles.has(error.code)) continue;
      const text = errorText(ts, error, path);
      if (!unknownOptions.has(error.code)) throw new UsageError(text);
      notes.push(`${text}; TypeScript ${ts.version} compiles without it`);
    }
    const options = withDefaults(ts, parsed.options, dirname(path));
    projects.set(path, { tsconfig: path, options, files: parsed.fileNames, references });
    queue.push(...references.map((one) => configPath(ts.resolveProjectReferencePath(one))));
  }
  return { projects: [...projects.values()], notes };
}

function configPath(given: string): string {
  const path = resolve(given);
  const file =
    existsSync(path) && statSync(path).isDirectory() ? join(path, "tsconfig.json") : path;
  if (existsSync(file)) return file;
  throw new UsageError(
    `there is no ${shown(file)}: --project names a tsconfig.json, or its folder`,
  );
}

function parse(ts: typeof TypeScript, path: string): TypeScript.ParsedCommandLine {
  let failure: TypeScript.Diagnostic | undefined;
  const parsed = ts.getParsedCommandLineOfConfigFile(path, undefined, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic(diagnostic) {
      failure = diagnostic;
    },
  });
  if (parsed !== undefined) return parsed;
  throw new UsageError(
    failure === undefined ? `${shown(path)} cannot be read` : errorText(ts, failure, path),
  );
}

function errorText(ts: typeof TypeScript, error: TypeScript.Diagnostic, path: string): string {
  const { file, start, messageText } = error;
  const message = visible(ts.flattenDiagnosticMessageText(messageText, " "));
  if (file === undefined || start === undefined) return `${shown(path)}: ${message}`;
  const { line, character } = ts.getLineAndCharacterOfPosition(file, start);
  return `${shown(file.fileName)}:${line + 1}:${character + 1}: ${message}`;
}

/**
 * Adds the defaults of the TypeScript version that a project installs: since TypeScript 6, `strict` is on,
 * `types` is empty, imports for their effects are checked, and modules are ECMAScript that a bundler resolves
 * (https://www.typescriptlang.org/docs/handbook/release-notes/typescript-6-0.html).
 */
function withDefaults(
  ts: typeof TypeScript,
  options: TypeScript.CompilerOptions,
  folder: string,
): TypeScript.CompilerOptions {
  const version = ownVersion(folder);
  const declaration = options.declaration ?? options.composite ?? false;
  const quiet = { ...options, declaration, noEmit: true, incremental: false, composite: false };
  delete quiet.tsBuildInfoFile;
  const isLater = version !== undefined && semver.major(version) >= 6;
  return { ...(isLater ? laterDefaults(ts, options) : earlierDefaults(ts, options)), ...quiet };
}

function laterDefaults(
  ts: typeof TypeScript,
  { module = ts.ModuleKind.ESNext }: TypeScript.CompilerOptions,
): TypeScript.CompilerOptions {
  const isNode = module >= ts.ModuleKind.Node16 && module <= ts.ModuleKind.NodeNext;
  const moduleResolution = isNode ? {} : { moduleResolution: ts.ModuleResolutionKind.Bundler };
  const { ESNext: target } = ts.ScriptTarget;
  const interop = { esModuleInterop: true, noUncheckedSideEffectImports: true };
  return { strict: true, types: [], target, ...moduleResolution, module, ...interop };
}

/** The defaults before TypeScript 6, for a later compiler; an earlier one has them itself. */
function earlierDefaults(
  ts: typeof TypeScript,
  options: TypeScript.CompilerOptions,
): TypeScript.CompilerOptions {
  if (semver.major(ts.version) < 6) return {};
  const { CommonJS, ES2015, Node16 } = ts.ModuleKind;
  const { target = ts.ScriptTarget.ES5 } = options;
  const { module = target >= ts.ScriptTarget.ES2015 ? ES2015 : CommonJS } = options;
  const interop = { esModuleInterop: module >= Node16, noUncheckedSideEffectImports: false };
  // Other modules had a resolution of their own, which a later compiler no longer has.
  const { Node10 } = ts.ModuleResolutionKind;
  const resolution = module === CommonJS ? { moduleResolution: Node10 } : {};
  return { strict: false, types: ["*"], target, module, ...resolution, ...interop };
}

/** Returns the version of TypeScript that a project installs. */
function ownVersion(folder: string): string | undefined {
  const file = join(folder, "node_modules", "typescript", "package.json");
  if (existsSync(file)) {
    const content: unknown = JSON.parse(readFileSync(file, "utf8"));
    const version = isObject(content) ? content["version"] : undefined;
    return typeof version === "string" && semver.valid(version) ? version : undefined;
  }
  return folder === dirname(folder) ? undefined : ownVersion(dirname(folder));
}

/** Returns a path for reports: relative to the working directory, with `/`. */
export function shown(path: string): string {
  return visible(relative(process.cwd(), resolve(path)).split(sep).join("/"));
}

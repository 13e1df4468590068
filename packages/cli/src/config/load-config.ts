import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { JsonPositions } from "@openapi-packages/description/load/read/json-positions";
import { hashFile, sha256 } from "@openapi-packages/description/files/file-contents";
import type { OptionValues } from "../options/option-table.ts";
import { ConfigError, shownPath } from "./find-config.ts";
import { importConfig, type FileListener } from "./import-config.ts";
import { readConfig, type ConfigProblem } from "./read-config.ts";

/** A configuration that has been loaded. */
export interface LoadedConfig {
  /** The absolute path of its file. */
  readonly path: string;
  /** The options of its jobs; paths are relative to the working folder. */
  readonly jobs: readonly OptionValues[];
  /** The absolute paths of its file and of those that it imports. */
  readonly files: readonly string[];
  /** Changes whenever one of the files changes. */
  readonly state: string;
}

/**
 * Loads a configuration: a module with a default export, or JSON.
 *
 * @param onFile is called with the path of each file before it is read
 * @throws {ConfigError} when it cannot be loaded, or has an invalid option
 */
export async function loadConfig(path: string, onFile?: FileListener): Promise<LoadedConfig> {
  return path.endsWith(".json") ? loadJson(path, onFile) : loadModule(path, onFile);
}

function loadJson(path: string, onFile: FileListener | undefined): LoadedConfig {
  onFile?.(path);
  const text = readFileSync(path, "utf8");
  const value = parseJson(path, text);
  const positions = new JsonPositions(text);
  const { jobs, problems } = readConfig(value, path);
  refuse(problems, ({ path: parts }) => {
    const { line, column } = positions.locate(parts);
    return `${shownPath(path)}:${line}:${column}`;
  });
  return { path, jobs, files: [path], state: stateOf([path]) };
}

/** @throws {ConfigError} with the location of the first error */
function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    const { message } = error as Error;
    const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? [];
    const place = line === undefined ? "" : `:${line}:${column}`;
    throw new ConfigError(`${shownPath(path)}${place} is not JSON: ${message}`, { cause: error });
  }
}

async function loadModule(path: string, onFile: FileListener | undefined): Promise<LoadedConfig> {
  // Node before 22.18 strips no types, and fails when a module loaded through hooks imports CommonJS.
  if (!process.features.typescript)
    throw new ConfigError(
      `${shownPath(path)} needs Node 22.18 or newer, which strips types, and node --version says ${process.version}: update Node, or write openapi-packages.config.json`,
    );
  const { value, files } = await importConfig(path, onFile).catch((error: unknown) => {
    throw new ConfigError(loadFailure(path, error), { cause: error });
  });
  if (value === undefined)
    throw new ConfigError(
      `${shownPath(path)} has no default export: export default defineConfig({ … })`,
    );
  const { jobs, problems } = readConfig(value, path);
  refuse(problems, () => shownPath(path));
  const all = [...files].toSorted();
  return { path, jobs, files: all, state: stateOf(all) };
}

/** True if no file of a configuration has changed since it was loaded. */
export function isCurrent({ files, state }: LoadedConfig): boolean {
  return stateOf(files) === state;
}

function stateOf(files: readonly string[]): string {
  const hashes = files.map((file) => `${file} ${hashFile(file)}`);
  return sha256(hashes.join("\n"));
}

/** @throws {ConfigError} if there are any problems */
function refuse(
  problems: readonly ConfigProblem[],
  placeOf: (problem: ConfigProblem) => string,
): void {
  if (problems.length === 0) return;
  const lines = problems.map((problem) => `${placeOf(problem)}: ${problem.message}`);
  throw new ConfigError(lines.join("\n"));
}

/** The start of the URL of the module that runs configurations: it is in the stack of an import that fails. */
const loader = new URL("./import-config.", import.meta.url).href;

/** Formats an error of a configuration's module with the line that threw it. */
function loadFailure(path: string, error: unknown): string {
  if (!(error instanceof Error)) return `${shownPath(path)} throws ${String(error)}`;
  const [, url, line] = /(file:\/\/[^\s?()]+)(?:\?[^:\s]*)?:(\d+)/.exec(error.stack ?? "") ?? [];
  const isOurs = url === undefined || url.includes("node_modules") || url.startsWith(loader);
  const place = isOurs ? shownPath(path) : `${shownPath(fileURLToPath(url))}:${line}`;
  const message = error.message.replaceAll(/\?openapi-packages=\w+/g, "");
  const isStripped = "code" in error && error.code === "ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX";
  const hint = isStripped
    ? "; Node strips types and compiles nothing, so that enum, namespace and parameter properties do not run"
    : "";
  return `${place} cannot be loaded: ${message}${hint}`;
}

import { existsSync, statSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { UsageError } from "@openapi-packages/description/diagnostics/usage-error";

/** A configuration cannot be loaded or is invalid. The message names its file. */
export class ConfigError extends UsageError {}

/** The file names of configurations, in the order of the search. */
export const configNames = ["ts", "mts", "js", "mjs", "cjs", "json"].map(
  (extension) => `openapi-packages.config.${extension}`,
);

/**
 * Finds the path of the configuration: the named one, or else the nearest one in a folder or its parents, up to the
 * root of the package.
 *
 * @param named the value of `--config`; `false` for no configuration
 * @returns `undefined` if there is none
 * @throws {ConfigError} when the named one does not exist, or a folder has two
 */
export function findConfig(named: string | false | undefined, start: string): string | undefined {
  if (named === false) return undefined;
  if (named !== undefined) return namedConfig(resolve(start, named));
  for (let folder = start; ; folder = dirname(folder)) {
    const found = configNames.filter((name) => existsSync(join(folder, name)));
    const [name, other] = found;
    if (other !== undefined)
      throw new ConfigError(
        `there are ${found.join(" and ")}: keep one of them, or name it with --config`,
      );
    if (name !== undefined) return join(folder, name);
    const isRoot = existsSync(join(folder, "package.json")) || folder === dirname(folder);
    if (isRoot) return undefined;
  }
}

function namedConfig(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isFile()) return path;
  throw new ConfigError(`--config: there is no file ${path}`);
}

/** Returns a path relative to the working folder, with forward slashes. */
export function shownPath(path: string): string {
  return relative(process.cwd(), path).split(sep).join("/");
}

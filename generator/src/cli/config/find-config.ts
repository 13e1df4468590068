import { existsSync, statSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { UsageError } from "../../usage-error.ts";

/** A configuration cannot be loaded or asks for what there is not; the message names its file. */
export class ConfigError extends UsageError {}

/** The names of configurations, in the order in which they are looked for. */
export const configNames = ["ts", "mts", "js", "mjs", "cjs", "json"].map(
  (extension) => `openapi-packages.config.${extension}`,
);

/**
 * The configuration's path: the one that was named, else the one in a folder or in those above it, up to that of
 * its package.
 *
 * @param named what `--config` says; `false` for none
 * @returns `undefined` where there is none
 * @throws {ConfigError} when the one that was named is not there, or a folder has two
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

/** A path as a person would name it in the working folder. */
export function shownPath(path: string): string {
  return relative(process.cwd(), path).split(sep).join("/");
}

import { existsSync, lstatSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Returns the cache folder in the nearest `node_modules`; `undefined` if there is none, or if it is a
 * symbolic link.
 */
export function cacheFolder(start: string): string | undefined {
  for (let folder = start; ; folder = dirname(folder)) {
    const modules = join(folder, "node_modules");
    if (existsSync(modules)) {
      const cache = join(modules, ".cache");
      const own = join(cache, "openapi-packages");
      return [cache, own].some(isLink) ? undefined : own;
    }
    if (folder === dirname(folder)) return undefined;
  }
}

const isLink = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;

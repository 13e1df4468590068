import { lstatSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Returns the cache folder in the nearest `node_modules`; `undefined` if there is none, or if it is a
 * symbolic link or a file.
 */
export function cacheFolder(start: string): string | undefined {
  for (let folder = start; ; folder = dirname(folder)) {
    const modules = join(folder, "node_modules");
    if (statSync(modules, { throwIfNoEntry: false })?.isDirectory() === true) {
      const cache = join(modules, ".cache");
      const own = join(cache, "openapi-packages");
      return [cache, own].some(isOther) ? undefined : own;
    }
    if (folder === dirname(folder)) return undefined;
  }
}

/** True for anything but a folder; where there is nothing, a folder can be made. */
const isOther = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === false;

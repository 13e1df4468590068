import { existsSync, lstatSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * The folder to keep what is worth nothing but time: in the nearest `node_modules`; `undefined` where there is
 * none, or a symbolic link in its place.
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

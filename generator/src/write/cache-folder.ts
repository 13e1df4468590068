import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The folder to keep what is worth nothing but time: in the nearest `node_modules`; `undefined` where there is none. */
export function cacheFolder(start: string): string | undefined {
  for (let folder = start; ; folder = dirname(folder)) {
    const modules = join(folder, "node_modules");
    if (existsSync(modules)) return join(modules, ".cache", "openapi-packages");
    if (folder === dirname(folder)) return undefined;
  }
}

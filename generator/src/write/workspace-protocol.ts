import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** The files that make a folder the root of a workspace, or of a project with its own lock. */
const otherRoots = ["package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "bun.lock", ".git"];

/**
 * True if a folder is in a workspace of pnpm: it takes `workspace:*` for a package beside this one and any other
 * range for one of the registry. The nearest root counts.
 */
export function isInPnpmWorkspace(out: string): boolean {
  for (let folder = resolve(out); ; folder = dirname(folder)) {
    if (existsSync(join(folder, "pnpm-workspace.yaml"))) return true;
    const isRoot = otherRoots.some((name) => existsSync(join(folder, name)));
    if (isRoot || folder === dirname(folder)) return false;
  }
}

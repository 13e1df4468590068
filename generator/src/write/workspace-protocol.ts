import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** Files that mark the root of another workspace, or of a project with its own lockfile. */
const otherRoots = ["package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "bun.lock", ".git"];

/**
 * True if a folder is in a pnpm workspace, where only `workspace:*` reliably means the package beside it. The
 * nearest root decides.
 */
export function isInPnpmWorkspace(out: string): boolean {
  for (let folder = resolve(out); ; folder = dirname(folder)) {
    if (existsSync(join(folder, "pnpm-workspace.yaml"))) return true;
    const isRoot = otherRoots.some((name) => existsSync(join(folder, name)));
    if (isRoot || folder === dirname(folder)) return false;
  }
}

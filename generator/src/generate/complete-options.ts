import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { withDependencies } from "../emit/emitter-dependencies.ts";
import { defaultLayout } from "@openapi-packages/cli/options/package-list";
import type { GenerateOptions } from "../generate-types.ts";
import { UsageError } from "@openapi-packages/description/diagnostics/usage-error";
import { openRemoteCache } from "@openapi-packages/description/load/read/remote-cache";

/**
 * Completes the options of a run with defaults that depend on the output folder.
 * @throws {UsageError} when the packages contain an unknown name, or dates are to be converted
 * without code
 */
export function completeOptions(given: GenerateOptions): GenerateOptions {
  const packages = withDependencies(given.packages);
  if ((given.dates !== undefined || given.int64 !== undefined) && areTypesAlone(packages))
    throw new UsageError(
      "dates and int64 are converted by code, which types alone have not: add contract to the packages",
    );
  const { workspaceProtocol = isInPnpmWorkspace(given.out), layout = defaultLayout(packages) } =
    given;
  return { cache: openRemoteCache(given.out), ...given, workspaceProtocol, layout };
}

/**
 * Returns true if every named package has only types. A user's own emitters convert no dates, so
 * they don't count.
 */
function areTypesAlone(packages: GenerateOptions["packages"]): boolean {
  const named = packages?.filter((one) => typeof one === "string");
  return (
    named !== undefined &&
    named.length > 0 &&
    named.every((one) => one === "types" || one === "paths")
  );
}

/** Files that mark the root of another workspace, or of a project with its own lockfile. */
const otherRoots = ["package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "bun.lock", ".git"];

/**
 * Returns true if a folder is in a pnpm workspace, where only `workspace:*` reliably means the
 * neighbouring package. The nearest root decides.
 */
function isInPnpmWorkspace(out: string): boolean {
  for (let folder = resolve(out); ; folder = dirname(folder)) {
    if (existsSync(join(folder, "pnpm-workspace.yaml"))) return true;
    const isRoot = otherRoots.some((name) => existsSync(join(folder, name)));
    if (isRoot || folder === dirname(folder)) return false;
  }
}

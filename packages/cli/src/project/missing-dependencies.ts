import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import semver from "semver";
import { isObject, type JsonObject } from "@openapi-packages/description/json/json";
import {
  addCommands,
  addPackageCommand,
  isWorkspaceRoot,
  type PackageManager,
} from "./install-commands.ts";

/** The packages to install before generated code can run. */
export interface MissingDependencies {
  readonly packageManager: PackageManager;
  /** Absolute path of the package.json that lacks them; left out if there is none. */
  readonly packageJson?: string;
  /** Version range by package, as the generated code needs it. */
  readonly dependencies: Readonly<Record<string, string>>;
  /** Packages for development and tests. */
  readonly devDependencies: Readonly<Record<string, string>>;
  /** The commands that install them; empty if nothing is missing. */
  readonly commands: readonly string[];
}

/** Packages that generated code imports, with the version ranges it needs. */
export interface WantedDependencies {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** Lockfiles with their package managers. Each folder is searched in this order. */
const lockfiles: readonly (readonly [string, PackageManager])[] = [
  ["pnpm-lock.yaml", "pnpm"],
  ["pnpm-workspace.yaml", "pnpm"],
  ["yarn.lock", "yarn"],
  ["bun.lock", "bun"],
  ["bun.lockb", "bun"],
  ["package-lock.json", "npm"],
  ["npm-shrinkwrap.json", "npm"],
];

/** Finds the packages that the nearest package.json above a folder lacks, or has with another range. */
export function missingDependencies(
  folder: string,
  wanted: WantedDependencies,
): MissingDependencies {
  const folders = ancestors(resolve(folder));
  const home = folders.find((one) => existsSync(join(one, "package.json")));
  const packageJson = home === undefined ? undefined : join(home, "package.json");
  const present = packageJson === undefined ? {} : presentRanges(readJson(packageJson));
  const missing = (ranges: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(
      Object.entries(ranges).filter(([name, range]) => !satisfies(present[name], range)),
    );
  const packageManager = managerOf(folders);
  const dependencies = missing(wanted.dependencies);
  const devDependencies = missing(wanted.devDependencies);
  return {
    packageManager,
    ...(packageJson === undefined ? {} : { packageJson }),
    dependencies,
    devDependencies,
    commands: addCommands(packageManager, home, { dependencies, devDependencies }),
  };
}

/**
 * Returns the command that adds a generated package to the nearest package.json above a folder, if it is
 * missing there. Strict package managers, pnpm and Yarn with Plug'n'Play, do not let a module import it
 * otherwise.
 */
export function missingPackage(folder: string, name: string): string[] {
  const folders = ancestors(resolve(folder));
  const home = folders.find((one) => existsSync(join(one, "package.json")));
  if (home === undefined) return [];
  const manifest = readJson(join(home, "package.json"));
  if (manifest["name"] === name || name in presentRanges(manifest)) return [];
  return [addPackageCommand(managerOf(folders), home, name, folders.some(isWorkspaceRoot))];
}

/** Returns the package manager of a folder, by what it and the folders above it have. */
export const packageManagerOf = (folder: string): PackageManager =>
  managerOf(ancestors(resolve(folder)));

function ancestors(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...ancestors(parent)];
}

const kinds = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];

function presentRanges(manifest: JsonObject): Record<string, unknown> {
  return Object.assign({}, ...kinds.map((kind) => manifest[kind]).filter(isObject)) as Record<
    string,
    unknown
  >;
}

/**
 * True if a project's range may be satisfied by a wanted version; true as well for a file or a catalog, whose
 * version is unknown.
 */
function satisfies(present: unknown, wanted: string): boolean {
  if (typeof present !== "string") return false;
  const range = semver.validRange(present.replace(/^(workspace|npm):(.*@)?/, ""));
  return range === null || semver.intersects(range, wanted, { includePrerelease: true });
}

function managerOf(folders: readonly string[]): PackageManager {
  for (const folder of folders) {
    const { packageManager } = readJson(join(folder, "package.json"));
    const named = /^(npm|pnpm|yarn|bun)@/.exec(String(packageManager))?.[1];
    if (named !== undefined) return named as PackageManager;
    const found = lockfiles.find(([file]) => existsSync(join(folder, file)));
    if (found !== undefined) return found[1];
  }
  return "npm";
}

function readJson(path: string): JsonObject {
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** True if Yarn's Plug'n'Play resolves the modules of a folder, so that Node must be started with it. */
export function usesPlugAndPlay(folder: string): boolean {
  return ancestors(resolve(folder)).some((one) => existsSync(join(one, ".pnp.cjs")));
}

/** True if the project of a folder declares its modules as CommonJS, in which Node runs no `import`. */
export function isCommonJs(folder: string): boolean {
  const home = ancestors(resolve(folder)).find((one) => existsSync(join(one, "package.json")));
  return home !== undefined && readJson(join(home, "package.json"))["type"] === "commonjs";
}

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The package managers that a command to install can be named for. */
export type PackageManager = "npm" | "pnpm" | "yarn" | "bun";

/** Package → range, by what they are for. */
interface Packages {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const adds: Readonly<Record<PackageManager, readonly [add: string, forDevelopment: string]>> = {
  npm: ["npm install", "npm install --save-dev"],
  pnpm: ["pnpm add", "pnpm add --save-dev"],
  yarn: ["yarn add", "yarn add --dev"],
  bun: ["bun add", "bun add --dev"],
};

/**
 * The commands that add packages to the package.json of a folder.
 *
 * @param folder `undefined` where there is no package.json
 */
export function addCommands(
  manager: PackageManager,
  folder: string | undefined,
  { dependencies, devDependencies }: Packages,
): string[] {
  const [add, addForDevelopment] = adds[manager];
  const root = folder === undefined ? "" : rootFlag(manager, folder);
  return [
    ...addCommand(`${add}${root}`, dependencies),
    ...addCommand(`${addForDevelopment}${root}`, devDependencies),
  ];
}

function addCommand(command: string, packages: Readonly<Record<string, string>>): string[] {
  // Shells take `^` for something of their own.
  const names = Object.entries(packages).map(([name, range]) => `"${name}@${range}"`);
  return names.length === 0 ? [] : [`${command} ${names.join(" ")}`];
}

/** How the name of a package of the same workspace is given to a command that adds it. */
const ofWorkspace: Readonly<Record<PackageManager, (name: string) => string>> = {
  npm: (name) => `"${name}"`,
  pnpm: (name) => `--workspace "${name}"`,
  yarn: (name) => `"${name}@workspace:^"`,
  bun: (name) => `"${name}@workspace:*"`,
};

/**
 * The command that adds a package without a range to the package.json of a folder.
 *
 * @param isOfWorkspace whether the package may be one of the workspace that the folder belongs to
 */
export function addPackageCommand(
  manager: PackageManager,
  folder: string,
  name: string,
  isOfWorkspace: boolean,
): string {
  const [add] = adds[manager];
  const isLocal = isOfWorkspace && !(manager === "yarn" && isYarn1(folder));
  const named = isLocal ? ofWorkspace[manager](name) : `"${name}"`;
  return `${add}${rootFlag(manager, folder)} ${named}`;
}

/** True if a folder is the root of a workspace, of whichever package manager. */
export function isWorkspaceRoot(folder: string): boolean {
  return existsSync(join(folder, "pnpm-workspace.yaml")) || hasWorkspaces(folder);
}

/** pnpm and Yarn 1 want to be told that the root of a workspace is meant. */
function rootFlag(manager: PackageManager, folder: string): string {
  const isRootOfPnpm = existsSync(join(folder, "pnpm-workspace.yaml"));
  if (manager === "pnpm") return isRootOfPnpm ? " --workspace-root" : "";
  const isRoot = manager === "yarn" && isYarn1(folder) && hasWorkspaces(folder);
  return isRoot ? " --ignore-workspace-root-check" : "";
}

function isYarn1(folder: string): boolean {
  const path = join(folder, "yarn.lock");
  return existsSync(path) && readFileSync(path, "utf8").includes("yarn lockfile v1");
}

function hasWorkspaces(folder: string): boolean {
  const path = join(folder, "package.json");
  return existsSync(path) && /"workspaces"\s*:/.test(readFileSync(path, "utf8"));
}

/**
 * The commands that install what package.json says, when it says more than the lockfile. In CI, pnpm
 * (https://pnpm.io/cli/install) and Yarn (https://yarnpkg.com/cli/install) take that for a mistake unless told otherwise;
 * Yarn 1 has no such rule, and takes no notice of the option.
 */
export const installCommands: Readonly<Record<PackageManager, string>> = {
  npm: "npm install",
  pnpm: "pnpm install --no-frozen-lockfile",
  yarn: "yarn install --no-immutable",
  bun: "bun install",
};

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The package managers for which install commands can be written. */
export type PackageManager = "npm" | "pnpm" | "yarn" | "bun";

/** Version ranges by package, for production and development. */
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
 * Returns the commands that add packages to the package.json of a folder.
 *
 * @param folder `undefined` if there is no package.json
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
  // Quoted, because shells interpret `^`.
  const names = Object.entries(packages).map(([name, range]) => `"${name}@${range}"`);
  return names.length === 0 ? [] : [`${command} ${names.join(" ")}`];
}

/** How a command names a package of the same workspace. */
const ofWorkspace: Readonly<Record<PackageManager, (name: string) => string>> = {
  npm: (name) => `"${name}"`,
  pnpm: (name) => `--workspace "${name}"`,
  yarn: (name) => `"${name}@workspace:^"`,
  bun: (name) => `"${name}@workspace:*"`,
};

/**
 * Returns the command that adds a package without a range to the package.json of a folder.
 *
 * @param isOfWorkspace true if the package may be in the workspace of the folder
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

/** True if a folder is the root of a workspace, for any package manager. */
export function isWorkspaceRoot(folder: string): boolean {
  return existsSync(join(folder, "pnpm-workspace.yaml")) || hasWorkspaces(folder);
}

/** Returns the flag with which pnpm and Yarn 1 add a package to the root of a workspace. */
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
 * The commands that install what package.json has and the lockfile lacks. In CI, pnpm
 * (https://pnpm.io/cli/install) and Yarn (https://yarnpkg.com/cli/install) treat that as a mistake without
 * these options; Yarn 1 has no such rule and ignores the option.
 */
export const installCommands: Readonly<Record<PackageManager, string>> = {
  npm: "npm install",
  pnpm: "pnpm install --no-frozen-lockfile",
  yarn: "yarn install --no-immutable",
  bun: "bun install",
};

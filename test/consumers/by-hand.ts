import { chmodSync, existsSync, mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { repositoryRoot } from "../../scripts/repository.ts";
import type { Machine } from "./machine.ts";
import { unpack, type Tarball } from "./tarballs.ts";

/** What projects have besides what is published: compilers, and what generated mocks and Node programs ask for. */
const others = ["typescript", "typescript-7", "openapi-fetch", "msw", "@types/node"];

/**
 * Installs packages into a project without a registry. From then on `npm install` does nothing there.
 */
export function installByHand(machine: Machine, tarballs: readonly Tarball[]): void {
  installInto(machine.project.folder, tarballs, others);
  addCommands(machine, "openapi-packages");
}

/** Installs one package into a project, and what it depends on, without a registry. */
export function installWith(machine: Machine, tarballs: readonly Tarball[], name: string): void {
  const wanted = new Set([name]);
  for (const one of wanted)
    for (const { name: own, manifest } of tarballs)
      if (own === one) for (const other of dependenciesOf(manifest)) wanted.add(other);
  const own = tarballs.filter((one) => wanted.has(one.name));
  installInto(machine.project.folder, own, []);
  const isCommand = own.some((one) => one.name === "openapi-packages");
  addCommands(machine, isCommand ? "openapi-packages" : "@openapi-packages/cli");
}

/** Links the command of a package, and replaces `npm install`, which makes a manifest where there is none. */
function addCommands(machine: Machine, name: string): void {
  const { folder } = machine.project;
  const command = join(folder, "node_modules", name, "dist", "cli.js");
  if (existsSync(command)) {
    chmodSync(command, 0o755);
    link(command, join(folder, "node_modules", ".bin", "openapi-packages"));
  }
  // What is before the real one on the path is this command, once or behind others.
  const install = "{ [ -e package.json ] || echo {} > package.json; exit 0; }";
  machine.addCommand("npm", `[ "$1" = install ] && ${install}\nPATH=\${PATH#*:} exec npm "$@"`);
}

/**
 * Installs packages into a folder: tarballs are unpacked, what they depend on is linked from this repository.
 *
 * @param peers what else is linked, by name
 */
export function installInto(
  folder: string,
  tarballs: readonly Tarball[],
  peers: readonly string[],
): void {
  for (const tarball of tarballs) unpack(tarball, folder);
  const own = tarballs.map(({ name }) => name);
  const wanted = tarballs.flatMap(({ manifest }) => dependenciesOf(manifest));
  for (const name of new Set([...wanted, ...peers]))
    if (!own.includes(name)) link(installed(name), join(folder, "node_modules", name));
}

/** The names of the packages that a package depends on. */
const dependenciesOf = (manifest: Tarball["manifest"]): string[] =>
  Object.keys(manifest["dependencies"] ?? {});

/** Links a package of a workspace, as package managers do. */
export function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
}

/** Where this repository has a package. */
function installed(name: string): string {
  const folders = [join(repositoryRoot, "generator"), repositoryRoot];
  const found = folders
    .map((one) => join(one, "node_modules", name))
    .find((one) => existsSync(one));
  if (found === undefined) throw new Error(`${name} is not installed: npm ci`);
  return found;
}

import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../../scripts/repository.ts";

/** A package as it would be published. */
export interface Tarball {
  readonly name: string;
  readonly version: string;
  /** Its package.json. */
  readonly manifest: Readonly<Record<string, unknown>>;
  /** Absolute path of the `.tgz` file. */
  readonly file: string;
}

/** The folders of what a stranger installs, from the repository's root. */
const published = [
  "packages/runtime",
  "packages/mock",
  "generator",
  "packages/zod",
  "packages/mcp",
  "packages/verify",
];

/**
 * Builds the packages that are published, and packs them.
 *
 * @param folder where the tarballs go; emptied first
 */
export function packPublished(folder: string): Tarball[] {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return published.map((path) => {
    const source = join(repositoryRoot, path);
    rmSync(join(source, "dist"), { recursive: true, force: true });
    run(source, "npm", "run", "build");
    return pack(source, folder);
  });
}

/** Packs the package in a folder as it is. */
export function pack(source: string, folder: string): Tarball {
  const output = run(source, "npm", "pack", "--json", "--pack-destination", folder);
  const manifest = JSON.parse(readFileSync(join(source, "package.json"), "utf8")) as {
    name: string;
    version: string;
  };
  const [packed] = Object.values(JSON.parse(output) as Record<string, { filename: string }>);
  if (packed === undefined) throw new Error(`npm pack made no tarball of ${manifest.name}`);
  const { name, version } = manifest;
  return { name, version, manifest, file: join(folder, packed.filename) };
}

/** Unpacks a package into `node_modules` of a folder, as a package manager does. */
export function unpack({ name, file }: Tarball, folder: string): void {
  const target = join(folder, "node_modules", name);
  mkdirSync(target, { recursive: true });
  run(target, "tar", "-xzf", file, "--strip-components=1");
}

/**
 * Runs a program to its end.
 *
 * @returns its standard output
 * @throws {Error} with all its output if it fails
 */
export function run(cwd: string, program: string, ...args: string[]): string {
  try {
    return execFileSync(program, args, { cwd, stdio: "pipe", encoding: "utf8" });
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    throw new Error(`${[program, ...args].join(" ")} failed\n${stdout}${stderr}`, { cause: error });
  }
}

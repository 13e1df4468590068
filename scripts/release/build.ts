import { cpSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../repository.ts";
import type { RepositoryField } from "./published-manifest.ts";
import type { ReleasedPackage } from "./released-packages.ts";
import { run } from "./run.ts";
import { packAll, type PackSource, type Tarball } from "./tarball.ts";

/** The folder for output. */
const cache = join(repositoryRoot, "node_modules", ".cache", "release");

/** Files of a generated package that contain edits by hand, so they are copied before the package is generated. */
const owned = ["package.json", "CHANGELOG.md"];

/**
 * Builds packages, and packs them.
 *
 * @param target the folder for the tarballs; emptied first
 * @param repository the URL of this repository, for packages that do not name one
 */
export function buildTarballs(
  packages: readonly ReleasedPackage[],
  target: string,
  repository?: string,
): Tarball[] {
  const generated = join(cache, "generated");
  if (packages.some(({ isGenerated }) => isGenerated)) generatePackages(packages, generated);
  const sources = packages.map((one): PackSource => {
    const name = one.folder.slice(one.folder.lastIndexOf("/") + 1);
    const folder = one.isGenerated ? join(generated, name) : buildPackage(one);
    const field: RepositoryField | undefined =
      repository === undefined
        ? undefined
        : { type: "git", url: repository, directory: one.folder };
    return { folder, ...(field === undefined ? {} : { repository: field }) };
  });
  return packAll(sources, target);
}

/** Builds a hand-written package in an empty `dist`, so that no file of an earlier build is published. @returns its folder */
function buildPackage({ folder }: ReleasedPackage): string {
  const source = join(repositoryRoot, folder);
  rmSync(join(source, "dist"), { recursive: true, force: true });
  run(source, "npm", "run", "build");
  return source;
}

/** Generates the packages with their compiled files, of which the repository has none. */
function generatePackages(packages: readonly ReleasedPackage[], out: string): void {
  rmSync(out, { recursive: true, force: true });
  for (const { folder } of packages.filter(({ isGenerated }) => isGenerated))
    for (const file of owned) {
      const source = join(repositoryRoot, folder, file);
      const target = join(out, folder.replace(/^packages\//, ""), file);
      if (existsSync(source)) cpSync(source, target);
    }
  const cli = join(repositoryRoot, "generator", "src", "cli.ts");
  const description = join(repositoryRoot, "spec", "openapi.yaml");
  const options = ["--out", out, "--scope", "@genai-app", "--reference"];
  run(repositoryRoot, process.execPath, cli, "generate", description, ...options);
}

import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { repositoryRoot } from "../repository.ts";
import { publishedManifest, type RepositoryField } from "./published-manifest.ts";
import type { Manifest } from "./released-packages.ts";
import { run } from "./run.ts";

/** A package as it would be published. */
export interface Tarball {
  readonly name: string;
  readonly version: string;
  /** Its package.json. */
  readonly manifest: Manifest;
  /** The absolute path of the `.tgz` file. */
  readonly file: string;
  /** Its files, with paths from the package's folder. */
  readonly contents: readonly { readonly path: string; readonly size: number }[];
  /** The size of the `.tgz` file, in bytes. */
  readonly packedSize: number;
  /** The size of its contents, in bytes. */
  readonly unpackedSize: number;
}

/** The folder of a built package to pack. */
export interface PackSource {
  /** Absolute path. */
  readonly folder: string;
  readonly repository?: RepositoryField;
}

interface PackReport {
  readonly name: string;
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

/** Folders that no package publishes, so they are not copied. */
const neverPacked: readonly string[] = ["node_modules", "test"];

/**
 * Packs packages for publication, each with its published manifest and its licence.
 *
 * @param target the folder for the tarballs; emptied first
 */
export function packAll(sources: readonly PackSource[], target: string): Tarball[] {
  rmSync(target, { recursive: true, force: true });
  const staged = sources.map(({ folder, repository }, index) => {
    const stage = join(target, "staged", String(index));
    const written = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
    const manifest = publishedManifest(written, repository);
    cpSync(folder, stage, {
      recursive: true,
      filter: (path) => !neverPacked.includes(relative(folder, path)),
    });
    writeFileSync(join(stage, "package.json"), `${JSON.stringify(manifest, undefined, 2)}\n`);
    // The Apache License requires a copy of itself in each distribution (section 4).
    if (manifest.license === "Apache-2.0")
      cpSync(join(repositoryRoot, "LICENSE"), join(stage, "LICENSE"));
    return { stage, manifest };
  });
  mkdirSync(target, { recursive: true });
  const stages = staged.map(({ stage }) => stage);
  const output = run(target, "npm", "pack", "--json", "--pack-destination", target, ...stages);
  const reports = Object.values(JSON.parse(output) as Record<string, PackReport>);
  rmSync(join(target, "staged"), { recursive: true });
  return staged.map(({ manifest }) => tarballOf(manifest, reports, target));
}

function tarballOf(manifest: Manifest, reports: readonly PackReport[], target: string): Tarball {
  const { name, version } = manifest;
  const report = reports.find((one) => one.name === name);
  if (report === undefined) throw new Error(`npm pack made no tarball of ${name}`);
  const { filename, files, size, unpackedSize } = report;
  const contents = files.map((file) => ({ path: file.path, size: file.size }));
  const file = join(target, filename);
  return { name, version, manifest, file, contents, packedSize: size, unpackedSize };
}

/** Unpacks a package into the `node_modules` of a folder, like a package manager. */
export function unpack({ name, file }: Tarball, folder: string): void {
  const target = join(folder, "node_modules", name);
  mkdirSync(target, { recursive: true });
  run(target, "tar", "-xzf", file, "--strip-components=1");
}

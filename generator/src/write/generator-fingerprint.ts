import { existsSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, sep } from "node:path";
import { hashFile, sha256 } from "@openapi-packages/description/files/file-contents";

let fingerprint: string | undefined;

/** The packages that decide what is generated, besides this one. The published command has their modules within its own. */
const generatingPackages = ["description", "compiler", "cli"];

/**
 * Returns a hash of the generator itself: its own files, those of the packages it consists of, and the versions of its
 * dependencies. It is computed once per process.
 */
export function generatorFingerprint(): string {
  fingerprint ??= computeFingerprint();
  return fingerprint;
}

function computeFingerprint(): string {
  const own = packageFolder(import.meta.dirname);
  const [sources = "."] = relative(own, import.meta.dirname).split(sep);
  const folders = [own, ...generatingPackages.flatMap((name) => installedFolder(name) ?? [])];
  const hashes = folders.flatMap((folder) => packageHashes(folder, sources));
  return sha256([lockfileHash(own), ...hashes].join("\n"));
}

/** Returns the nearest folder with a package.json, from a folder upward. */
function packageFolder(start: string): string {
  const isPackage = existsSync(join(start, "package.json"));
  return isPackage || start === dirname(start) ? start : packageFolder(dirname(start));
}

function installedFolder(name: string): string | undefined {
  try {
    const { resolve: resolved } = createRequire(import.meta.filename);
    return dirname(resolved(`@openapi-packages/${name}/package.json`));
  } catch {
    return undefined;
  }
}

/** Returns the hashes of a package's manifest and modules, which are in its folder `src` or `dist`. */
function packageHashes(folder: string, sources: string): string[] {
  if (!existsSync(join(folder, sources))) return [];
  const files = readdirSync(join(folder, sources), { recursive: true, encoding: "utf8" });
  const modules = files.filter((file) => /\.[jt]s$/.test(file)).toSorted();
  const paths = ["package.json", ...modules.map((file) => join(sources, file))];
  return paths.map((path) => `${path} ${hashFile(join(folder, path))}`);
}

/** Returns a hash of npm's record of installed packages, because an updated printer may print differently. */
function lockfileHash(start: string): string {
  for (let folder = start; folder !== dirname(folder); folder = dirname(folder)) {
    const lockfile = join(folder, "node_modules", ".package-lock.json");
    if (existsSync(lockfile)) return hashFile(lockfile);
  }
  return "";
}

import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { buildTarballs } from "../release/build.ts";
import { publishedManifest } from "../release/published-manifest.ts";
import { releasedPackages, type Manifest } from "../release/released-packages.ts";
import { repositoryRoot } from "../repository.ts";
import type { Weight } from "./weight.ts";

/** A package as `package-lock.json` knows it. */
interface LockedPackage {
  readonly link?: boolean;
  /** The folder that a link leads to. */
  readonly resolved?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
}

/** What npm installs with a package of ours, itself included: paths from the repository's root. */
interface Installation {
  /** Our packages. */
  readonly own: readonly string[];
  readonly others: readonly string[];
  /** Packages for one platform, such as compiled formatters; npm installs only those of its own. */
  readonly forPlatforms: readonly string[];
}

/** What people install: the generator, the command line without it, contract tests, a generated client, or its runtime alone. */
const installed = [
  "openapi-packages",
  "@openapi-packages/cli",
  "@openapi-packages/verify",
  "@genai-app/client",
  "@openapi-packages/runtime",
];

const released = releasedPackages();
const manifests = new Map(
  released.map(({ folder, manifest }) => [folder, publishedManifest(manifest)]),
);
const { packages: locked } = JSON.parse(
  readFileSync(join(repositoryRoot, "package-lock.json"), "utf8"),
) as { readonly packages: Readonly<Record<string, LockedPackage>> };

/** Counts the packages that npm installs with each package of ours, and the size of those that are not ours. */
export function measureDependencies(): Weight[] {
  return released.flatMap(({ folder, manifest: { name } }): Weight[] => {
    const { own, others, forPlatforms } = installationOf(folder);
    const weights = [
      { name: `${name}, packages it brings`, value: own.length - 1 + others.length },
    ];
    if (!installed.includes(name)) return weights;
    weights.push({ name: `${name}, kB of others' packages`, value: kilobytes(others) });
    if (forPlatforms.length === 0) return weights;
    const binaries = `${name}, kB of binaries for ${process.platform}`;
    return [...weights, { name: binaries, value: kilobytes(forPlatforms), isHeld: false }];
  });
}

/** Builds our packages, and measures all that npm installs but the binaries for a platform. */
export function measureInstallations(): Weight[] {
  const folder = join(repositoryRoot, "node_modules", ".cache", "weights");
  const tarballs = buildTarballs(released, folder);
  const sizes = new Map(tarballs.map((tarball) => [tarball.name, tarball.unpackedSize]));
  return released
    .filter(({ manifest }) => installed.includes(manifest.name))
    .map(({ folder: root, manifest: { name } }) => {
      const { own, others } = installationOf(root);
      const ownBytes = own.map((path) => sizes.get(manifests.get(path)?.name ?? "") ?? 0);
      const value =
        kilobytes(others) + Math.round(ownBytes.reduce((sum, size) => sum + size) / 1000);
      return { name: `npm install ${name}, kB`, value };
    });
}

function installationOf(folder: string): Installation {
  const found = new Set<string>();
  const visit = (path: string): void => {
    if (found.has(path)) return;
    found.add(path);
    for (const name of dependenciesOf(manifests.get(path) ?? locked[path] ?? {})) {
      const dependency = findLocked(name, path);
      // Optional dependencies need not be there.
      if (dependency !== undefined) visit(dependency);
    }
  };
  visit(folder);
  const paths = [...found];
  const isForPlatform = (path: string): boolean =>
    locked[path]?.os !== undefined || locked[path]?.cpu !== undefined;
  return {
    own: paths.filter((path) => manifests.has(path)),
    others: paths.filter((path) => !manifests.has(path) && !isForPlatform(path)),
    forPlatforms: paths.filter(isForPlatform),
  };
}

/** The packages that npm installs with a package. Of peers, those that are not optional. */
function dependenciesOf(manifest: LockedPackage | Manifest): string[] {
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } =
    manifest as LockedPackage;
  const peers = Object.keys(peerDependencies ?? {});
  return [
    ...Object.keys({ ...dependencies, ...optionalDependencies }),
    ...peers.filter((name) => peerDependenciesMeta?.[name]?.optional !== true),
  ];
}

/** Finds a package as Node does from a folder: in its `node_modules`, then in those above it. */
function findLocked(name: string, from: string): string | undefined {
  const path = join(from, "node_modules", name);
  const entry = locked[path];
  if (entry !== undefined) return entry.link === true ? entry.resolved : path;
  return from === "" || from === "." ? undefined : findLocked(name, join(from, ".."));
}

/** The size of installed packages in kB of 1000 bytes. */
function kilobytes(paths: readonly string[]): number {
  const bytes = paths.reduce((sum, path) => sum + folderBytes(join(repositoryRoot, path)), 0);
  return Math.round(bytes / 1000);
}

/** The bytes of a folder's files, without the packages that are installed in it. */
function folderBytes(folder: string): number {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sum + (entry.name === "node_modules" ? 0 : folderBytes(path));
    return sum + (entry.isFile() ? statSync(path).size : 0);
  }, 0);
}

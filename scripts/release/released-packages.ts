import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../repository.ts";

/** The parts of a package.json that a release uses. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly license?: string;
  readonly files?: readonly string[];
  readonly exports?: unknown;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly repository?: string | Readonly<Record<string, string>>;
  readonly publishConfig?: Readonly<Record<string, unknown>>;
}

/** A package of the workspace that is published. */
export interface ReleasedPackage {
  /** Its folder from the repository's root, with `/`. */
  readonly folder: string;
  readonly manifest: Manifest;
  /** True if it is generated from this repository's description. */
  readonly isGenerated: boolean;
}

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(repositoryRoot, folder, "package.json"), "utf8")) as Manifest;

/** Returns the packages of the workspace that are not private, each after its dependencies. */
export function releasedPackages(): ReleasedPackage[] {
  const root = readManifest(".") as Manifest & { readonly workspaces: readonly string[] };
  const packages = root.workspaces.map((folder) => {
    const manifest = readManifest(folder);
    return { folder, manifest, isGenerated: manifest.name.startsWith("@genai-app/") };
  });
  return inDependencyOrder(packages.filter(({ manifest }) => manifest.private !== true));
}

/**
 * Sorts packages so that each comes after its dependencies and peer dependencies. Otherwise it keeps the order.
 *
 * @throws {Error} if packages depend on each other in a cycle
 */
export function inDependencyOrder<Item extends { readonly manifest: Manifest }>(
  packages: readonly Item[],
): Item[] {
  const ordered: Item[] = [];
  const visit = (one: Item, path: readonly Item[]): void => {
    if (ordered.includes(one)) return;
    const next = [...path, one];
    if (path.includes(one))
      throw new Error(`a cycle: ${next.map(({ manifest }) => manifest.name).join(" → ")}`);
    const { dependencies, peerDependencies } = one.manifest;
    const names = Object.keys({ ...dependencies, ...peerDependencies });
    for (const other of packages) if (names.includes(other.manifest.name)) visit(other, next);
    ordered.push(one);
  };
  for (const one of packages) visit(one, []);
  return ordered;
}

import { existsSync, realpathSync } from "node:fs";
import { dirname, join, posix, resolve, sep } from "node:path";
import { compiledFolder } from "../print/compiled-files.ts";
import { readManifest } from "../write/manifest.ts";
import type { GeneratedFolder } from "./generated-sources.ts";

/** A path on disk, as a path in the generator's output. */
export interface GeneratedPath {
  /** With `/`: `client/src/index.ts`. */
  readonly path: string;
  /** Whether an earlier run may have written what is there: it does not count if this one would not. */
  readonly isGenerators: boolean;
}

/** Where generated code stands. */
export interface PlaceOptions {
  /** The folder of the output; `undefined` where packages are installed only. */
  readonly out: string | undefined;
  readonly folders: readonly GeneratedFolder[];
  /** The folders of the projects that use it, which packages are looked up from. */
  readonly projects: readonly string[];
}

/**
 * Knows which paths on disk are those of generated files: in the output folder, and wherever its packages are installed, by a
 * link into a workspace or as a copy. Packages that are installed nowhere stand in the first project's `node_modules`.
 */
export class GeneratedPlaces {
  /** Real path of a folder on disk → generated folder. */
  readonly #roots = new Map<string, string>();
  readonly #names: ReadonlyMap<string, string>;
  readonly #uninstalled: readonly string[];
  readonly #written = new Map<string, ReadonlySet<string> | undefined>();

  constructor({ out, folders, projects }: PlaceOptions) {
    if (out !== undefined)
      for (const { folder } of folders) this.#roots.set(real(resolve(out, folder)), folder);
    const packages = folders.flatMap(({ folder, packageName }) =>
      packageName === undefined ? [] : [[packageName, folder] as const],
    );
    this.#names = new Map(packages);
    const [first] = projects;
    this.#uninstalled = packages.flatMap(([name]) =>
      first === undefined || projects.some((project) => isInstalled(name, project))
        ? []
        : [join(first, "node_modules", ...name.split("/"))],
    );
  }

  /** A path as one of the output; `undefined` of all others. */
  generatedPath(path: string): GeneratedPath | undefined {
    const absolute = resolve(path);
    const installed = this.#installed(absolute);
    const root = installed ?? this.#rootOf(absolute);
    if (root === undefined) return undefined;
    const rest = absolute.slice(root.path.length + 1);
    const inFolder = rest.split(sep).join("/");
    return {
      path: `${root.folder}/${inFolder}`,
      isGenerators: this.#isGenerators(root.path, inFolder),
    };
  }

  /** A path without the links by which packages are installed. */
  realpath(path: string): string {
    const absolute = resolve(path);
    const installed = this.#installed(absolute);
    if (installed === undefined) return absolute;
    const target = real(installed.path);
    // From now on known by the path that it really has.
    this.#roots.set(target, installed.folder);
    return join(target, absolute.slice(installed.path.length));
  }

  /** True for a folder above packages that are not installed, which is there nevertheless. */
  isVirtualFolder(path: string): boolean {
    const absolute = resolve(path);
    return this.#uninstalled.some((one) => one === absolute || one.startsWith(absolute + sep));
  }

  #rootOf(path: string): Root | undefined {
    for (const [root, folder] of this.#roots)
      if (path === root || path.startsWith(root + sep)) return { path: root, folder };
    return undefined;
  }

  /** The package of ours that a path below `node_modules` leads into, where it is installed there. */
  #installed(path: string): Root | undefined {
    const at = path.lastIndexOf(modules);
    if (at === -1) return undefined;
    const [first = "", second = ""] = path.slice(at + modules.length).split(sep);
    const name = first.startsWith("@") ? `${first}/${second}` : first;
    const folder = this.#names.get(name);
    const root = join(path.slice(0, at + modules.length), ...name.split("/"));
    if (folder === undefined || !(existsSync(root) || this.#uninstalled.includes(root)))
      return undefined;
    return { path: root, folder };
  }

  /** What a record of an earlier run lists or, of a package without one, all that is in its folders of code. */
  #isGenerators(root: string, path: string): boolean {
    const isCompiled = path.startsWith(`${compiledFolder}/`);
    const below = isCompiled ? compiledFolder : "";
    const written = this.#writtenBelow(root, below);
    if (written !== undefined)
      return written.has(below === "" ? path : posix.relative(below, path));
    return isCompiled || path.startsWith("src/");
  }

  #writtenBelow(root: string, below: string): ReadonlySet<string> | undefined {
    const folder = join(root, below);
    if (!this.#written.has(folder)) {
      const place = real(folder);
      const manifest = readManifest(dirname(place), place.slice(dirname(place).length + 1));
      this.#written.set(folder, manifest && new Set(Object.keys(manifest.files)));
    }
    return this.#written.get(folder);
  }
}

interface Root {
  readonly path: string;
  readonly folder: string;
}

const modules = `${sep}node_modules${sep}`;

function real(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}

function isInstalled(name: string, folder: string): boolean {
  if (existsSync(join(folder, "node_modules", ...name.split("/")))) return true;
  return folder !== dirname(folder) && isInstalled(name, dirname(folder));
}

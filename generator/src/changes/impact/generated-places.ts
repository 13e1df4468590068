import { existsSync, realpathSync } from "node:fs";
import { dirname, join, posix, resolve, sep } from "node:path";
import { compiledFolder } from "../../print/compiled-files.ts";
import { readManifest } from "../../write/manifest.ts";
import type { GeneratedFolder } from "./generated-sources.ts";

/** A path on disk as a path in the generator's output. */
export interface GeneratedPath {
  /** The path with `/`: `client/src/index.ts`. */
  readonly path: string;
  /**
   * True if an earlier run may have written the file on disk. It is then ignored if this run would not write
   * it.
   */
  readonly isGenerators: boolean;
}

/** Where generated code is on disk. */
export interface PlaceOptions {
  /** The output folder; `undefined` if the packages are only installed. */
  readonly out: string | undefined;
  readonly folders: readonly GeneratedFolder[];
  /** The folders of the projects that use the packages, from which packages are resolved. */
  readonly projects: readonly string[];
}

/**
 * Maps paths on disk to generated files: in the output folder, and wherever the packages are installed, as a
 * link into a workspace or as a copy. Packages that are not installed are assumed in the first project's
 * `node_modules`.
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

  /** Returns a path as one in the output; `undefined` if it is not generated. */
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

  /** Resolves the links by which packages are installed. */
  realpath(path: string): string {
    const absolute = resolve(path);
    const installed = this.#installed(absolute);
    if (installed === undefined) return absolute;
    const target = real(installed.path);
    // From now on the real path is recognized as well.
    this.#roots.set(target, installed.folder);
    return join(target, absolute.slice(installed.path.length));
  }

  /** True for a folder that exists only because packages are assumed in it. */
  isVirtualFolder(path: string): boolean {
    const absolute = resolve(path);
    return this.#uninstalled.some((one) => one === absolute || one.startsWith(absolute + sep));
  }

  #rootOf(path: string): Root | undefined {
    for (const [root, folder] of this.#roots)
      if (path === root || path.startsWith(root + sep)) return { path: root, folder };
    return undefined;
  }

  /** Returns the generated package that a path below `node_modules` leads into, if it is installed there. */
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

  /**
   * True for a file that the manifest lists or, in a package without a manifest, for any file in its code
   * folders.
   */
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

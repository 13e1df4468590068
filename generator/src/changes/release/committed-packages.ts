import { existsSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import semver from "semver";
import { isObject } from "@openapi-packages/description/json/json";
import { GitFiles } from "@openapi-packages/description/load/revision/git-files";
import { containedPath } from "../../write/contained-path.ts";
import { manifestName, parseManifest, readManifest, type Manifest } from "../../write/manifest.ts";
import { readNormalized } from "@openapi-packages/description/files/file-contents";
import { dependencyKeys } from "./sibling-ranges.ts";

/** How the texts of a generated package name its description. */
export interface DescriptionName {
  readonly title: string;
  readonly version: string;
}

/** How the manifest of a package differs from the committed one. */
interface PackageChanges {
  readonly folder: string;
  readonly hasOtherKeys: boolean;
  /** The paths of files whose hashes differ, from the folder of the packages. */
  readonly changed: readonly string[];
}

/** The generated packages of a folder as they were committed at a revision. */
export class CommittedPackages {
  readonly #out: string;
  readonly #git = new GitFiles(process.cwd());
  readonly #prefix: string;
  readonly #files: ReadonlyMap<string, string>;
  /** The texts of each package.json and manifest, which one process of git reads for all packages. */
  readonly #descriptive: ReadonlyMap<string, string>;

  /** @throws {UsageError} if the folder is not in a repository, or the revision does not exist */
  constructor(out: string, revision: string) {
    this.#out = out;
    this.#prefix = this.#git.pathOf(out);
    this.#files = this.#git.files(revision);
    const own = [...this.#files.keys()].filter((path) => path.startsWith(this.#prefix));
    this.#descriptive = this.#texts(
      own.map((path) => path.slice(this.#prefix.length)).filter(isDescriptive),
    );
  }

  /** Returns the version that a package had; `undefined` if it did not exist, or had no version. */
  version(folder: string): string | undefined {
    const text = this.#descriptive.get(`${folder}/package.json`);
    return text === undefined ? undefined : versionIn(text);
  }

  /**
   * Returns the folders of packages in the work tree whose generated files or dependencies differ from the
   * committed ones, in more than the versions of the description and of the packages generated together. A
   * package that was not committed is not among them.
   *
   * @param siblings the names of the packages generated together
   */
  differing(
    folders: readonly string[],
    siblings: ReadonlySet<string>,
    before: DescriptionName,
    after: DescriptionName,
  ): string[] {
    const changes = folders.flatMap((folder) => this.#changesOf(folder, siblings) ?? []);
    const texts = this.#texts(changes.flatMap(({ changed }) => changed));
    const isOther = (path: string): boolean => {
      const file = containedPath(this.#out, path);
      const earlier = texts.get(path);
      if (earlier === undefined || !existsSync(file)) return true;
      const later = readNormalized(file).toString("utf8");
      return unversioned(earlier, before) !== unversioned(later, after);
    };
    return changes
      .filter(({ hasOtherKeys, changed }) => hasOtherKeys || changed.some(isOther))
      .map(({ folder }) => folder);
  }

  /** Compares the manifests of a package; `undefined` if it was not committed, or is no more. */
  #changesOf(folder: string, siblings: ReadonlySet<string>): PackageChanges | undefined {
    const text = this.#descriptive.get(`${folder}/${manifestName}`);
    const now = readManifest(this.#out, folder);
    if (text === undefined || now === undefined) return undefined;
    const then = parseManifest(text);
    if (!isDeepStrictEqual(keysOf(then, siblings), keysOf(now, siblings)))
      return { folder, hasOtherKeys: true, changed: [] };
    const paths = [...new Set([...publishedFiles(then), ...publishedFiles(now)])];
    const changed = paths.filter((path) => then.files[path] !== now.files[path]);
    return { folder, hasOtherKeys: false, changed: changed.map((path) => `${folder}/${path}`) };
  }

  /** Returns the texts of those files that were committed, by path from the folder of the packages. */
  #texts(paths: readonly string[]): ReadonlyMap<string, string> {
    const committed = paths
      .map((path) => `${this.#prefix}${path}`)
      .filter((path) => this.#files.has(path));
    const texts = [...this.#git.texts(this.#files, committed)];
    return new Map(
      texts.map(([path, text]) => [path.slice(this.#prefix.length), text.replaceAll("\r\n", "\n")]),
    );
  }
}

/** True for the path of a package's package.json or manifest. */
function isDescriptive(path: string): boolean {
  const [, file = "", ...below] = path.split("/");
  return below.length === 0 && ["package.json", manifestName].includes(file);
}

/** Returns the files to compare: all but package.json, which is compared by its keys. */
const publishedFiles = ({ files }: Manifest): string[] =>
  Object.keys(files).filter((path) => path !== "package.json");

function keysOf({ packageJson = {} }: Manifest, siblings: ReadonlySet<string>): object {
  const dependencies = dependencyKeys.map((key) => {
    const ranges = packageJson[key];
    const entries = Object.entries(isObject(ranges) ? ranges : {});
    return [key, Object.fromEntries(entries.filter(([name]) => !siblings.has(name)))] as const;
  });
  return { ...packageJson, ...Object.fromEntries(dependencies) };
}

/** Returns a text without the description's version, where the generator writes it. */
function unversioned(text: string, { title, version }: DescriptionName): string {
  return text
    .replaceAll(`${title} ${version}`, title)
    .replaceAll(`"version": ${JSON.stringify(version)}`, '"version": ""');
}

function versionIn(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const version = isObject(value) ? value["version"] : undefined;
    return typeof version === "string" && semver.valid(version) !== null ? version : undefined;
  } catch {
    return undefined;
  }
}

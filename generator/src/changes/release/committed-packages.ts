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

/** The generated packages of a folder as they were committed at a revision. */
export class CommittedPackages {
  readonly #out: string;
  readonly #git = new GitFiles(process.cwd());
  readonly #prefix: string;
  readonly #files: ReadonlyMap<string, string>;

  /** @throws {UsageError} if the folder is not in a repository, or the revision does not exist */
  constructor(out: string, revision: string) {
    this.#out = out;
    this.#prefix = this.#git.pathOf(out);
    this.#files = this.#git.files(this.#git.commitOf(revision));
  }

  /** Returns the version that a package had; `undefined` if it did not exist, or had no version. */
  version(folder: string): string | undefined {
    const [text] = this.#texts([`${folder}/package.json`]);
    return text === undefined ? undefined : versionIn(text);
  }

  /**
   * True if the generated files or the dependencies of a package in the work tree differ from the committed
   * ones, in more than the versions of the description and of the packages generated together. False if the
   * package was not committed.
   *
   * @param siblings the names of the packages generated together
   */
  differs(
    folder: string,
    siblings: ReadonlySet<string>,
    before: DescriptionName,
    after: DescriptionName,
  ): boolean {
    const [text] = this.#texts([`${folder}/${manifestName}`]);
    const now = readManifest(this.#out, folder);
    if (text === undefined || now === undefined) return false;
    const then = parseManifest(text);
    if (!isDeepStrictEqual(keysOf(then, siblings), keysOf(now, siblings))) return true;
    const paths = [...new Set([...publishedFiles(then), ...publishedFiles(now)])];
    const changed = paths.filter((path) => then.files[path] !== now.files[path]);
    const texts = this.#texts(changed.map((path) => `${folder}/${path}`));
    return changed.some((path, index) => {
      const file = containedPath(this.#out, `${folder}/${path}`);
      const [earlier, later] = [
        texts[index],
        existsSync(file) ? readNormalized(file).toString("utf8") : undefined,
      ];
      return (
        earlier === undefined ||
        later === undefined ||
        unversioned(earlier, before) !== unversioned(later, after)
      );
    });
  }

  #texts(paths: readonly string[]): readonly (string | undefined)[] {
    const all = paths.map((path) => `${this.#prefix}${path}`);
    const texts = this.#git.texts(
      this.#files,
      all.filter((path) => this.#files.has(path)),
    );
    return all.map((path) => texts.get(path)?.replaceAll("\r\n", "\n"));
  }
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

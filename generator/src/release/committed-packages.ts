import { existsSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import semver from "semver";
import { isObject } from "../json.ts";
import { GitFiles } from "../load/revision/git-files.ts";
import { containedPath } from "../write/contained-path.ts";
import { manifestName, parseManifest, readManifest, type Manifest } from "../write/manifest.ts";
import { readNormalized } from "../write/read-normalized.ts";
import { dependencyKeys } from "./sibling-ranges.ts";

/** What the texts of a generated package call the description that it is of. */
export interface DescriptionName {
  readonly title: string;
  readonly version: string;
}

/** The generated packages of a folder, as they were committed at a revision. */
export class CommittedPackages {
  readonly #out: string;
  readonly #git = new GitFiles(process.cwd());
  readonly #prefix: string;
  readonly #files: ReadonlyMap<string, string>;

  /** @throws {UsageError} when the folder is in no repository, or there is no such revision */
  constructor(out: string, revision: string) {
    this.#out = out;
    this.#prefix = this.#git.pathOf(out);
    this.#files = this.#git.files(this.#git.commitOf(revision));
  }

  /** The version that a package had; `undefined` where it was not there, or had none. */
  version(folder: string): string | undefined {
    const [text] = this.#texts([`${folder}/package.json`]);
    return text === undefined ? undefined : versionIn(text);
  }

  /**
   * True if the generated files of a package are others in the work tree, or ask for other packages: those that were committed,
   * but for the versions of the description and of the packages that are generated together. False where none were committed.
   *
   * @param siblings the names of these packages
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

/** Reports of the API are compared by themselves, and package.json by its keys. */
const publishedFiles = ({ files }: Manifest): string[] =>
  Object.keys(files).filter((path) => path !== "package.json" && !path.startsWith("etc/"));

function keysOf({ packageJson = {} }: Manifest, siblings: ReadonlySet<string>): object {
  const dependencies = dependencyKeys.map((key) => {
    const ranges = packageJson[key];
    const entries = Object.entries(isObject(ranges) ? ranges : {});
    return [key, Object.fromEntries(entries.filter(([name]) => !siblings.has(name)))] as const;
  });
  return { ...packageJson, ...Object.fromEntries(dependencies) };
}

/** A text without the version of the description, where the generator's texts have it. */
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

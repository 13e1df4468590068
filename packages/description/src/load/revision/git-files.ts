import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { nearestName } from "../../names/nearest-name.ts";
import { UsageError } from "../../diagnostics/usage-error.ts";

/** The largest file that is read from a revision, in bytes. */
const largestFile = 32 * 1024 * 1024;

/** The maximum output of git, in bytes. */
const mostOutput = 1024 * 1024 * 1024;

/** Reads from the git repository of a folder. It changes neither the files nor the index. */
export class GitFiles {
  /** The top-level folder of the repository. */
  readonly root: string;

  /** @throws {UsageError} if git is not installed, or the folder is not in a repository */
  constructor(folder: string) {
    this.root = git(folder, ["rev-parse", "--show-toplevel"], {
      failed: () => `${JSON.stringify(folder)} is not in a repository of git`,
    })
      .toString()
      .trim();
  }

  /**
   * Returns the commit of a revision: a branch, a tag, a commit, or `HEAD~3`.
   *
   * @throws {UsageError} if there is no such revision
   */
  commitOf(revision: string): string {
    const failed = (): string => {
      const near = nearestName(revision, this.#names());
      const hint =
        near === undefined
          ? "; a shallow clone has none but the latest, git fetch gets others"
          : `; did you mean ${near}?`;
      return `there is no revision ${JSON.stringify(revision)} in the repository${hint}`;
    };
    const options = ["--verify", "--quiet", "--end-of-options", `${revision}^{commit}`];
    return git(this.root, ["rev-parse", ...options], { failed })
      .toString()
      .trim();
  }

  /** True if the repository has a revision. */
  has(revision: string): boolean {
    try {
      this.commitOf(revision);
      return true;
    } catch (error) {
      if (error instanceof UsageError) return false;
      throw error;
    }
  }

  /** Returns the path of a folder from the root of the work tree, with a trailing slash: `packages/`. */
  pathOf(folder: string): string {
    const absolute = existsSync(folder) ? realpathSync(folder) : resolve(folder);
    const path = relative(realpathSync(this.root), absolute).split(sep).join("/");
    return path === "" ? "" : `${path}/`;
  }

  /**
   * Returns the files of a revision that a description may refer to, by path from the root.
   *
   * @throws {UsageError} if there is no such revision
   */
  files(revision: string): ReadonlyMap<string, string> {
    const listed = this.#listed(revision).toString();
    const files = new Map<string, string>();
    for (const line of listed.split("\0")) {
      const [, mode = "", id = "", size = "", path = ""] =
        /^(\d+) \w+ (\w+)\s+(\S+)\t(.*)$/s.exec(line) ?? [];
      // Symbolic links and submodules have no text.
      if (mode.startsWith("100") && Number(size) <= largestFile) files.set(path, id);
    }
    return files;
  }

  #listed(revision: string): Buffer {
    const options = ["-r", "-z", "-l", "--full-tree", "--end-of-options", `${revision}^{commit}`];
    try {
      return git(this.root, ["ls-tree", ...options]);
    } catch (error) {
      // Says what is wrong with the revision, if that is why it failed.
      this.commitOf(revision);
      throw error;
    }
  }

  /**
   * Writes files of a commit into a folder, byte for byte, without the repository's filters.
   *
   * @param paths keys of `files`
   */
  write(files: ReadonlyMap<string, string>, paths: readonly string[], folder: string): void {
    for (const [path, bytes] of this.#contents(files, paths)) {
      const target = join(folder, ...path.split("/"));
      if (!target.startsWith(folder + sep))
        throw new TypeError(`${path} points outside its folder`);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, bytes);
    }
  }

  /**
   * Returns the texts of files of a commit, by path.
   *
   * @param paths keys of `files`
   */
  texts(files: ReadonlyMap<string, string>, paths: readonly string[]): Map<string, string> {
    const contents = this.#contents(files, paths);
    return new Map(contents.map(([path, bytes]) => [path, bytes.toString("utf8")]));
  }

  #contents(
    files: ReadonlyMap<string, string>,
    paths: readonly string[],
  ): (readonly [path: string, bytes: Buffer])[] {
    if (paths.length === 0) return [];
    const input = paths.map((path) => `${files.get(path)}\n`).join("");
    const output = git(this.root, ["cat-file", "--batch"], { input });
    let at = 0;
    return paths.map((path) => {
      const end = output.indexOf(0x0a, at);
      const size = Number(output.toString("latin1", at, end).split(" ")[2]);
      const bytes = output.subarray(end + 1, end + 1 + size);
      at = end + 1 + size + 1;
      return [path, bytes] as const;
    });
  }

  #names(): string[] {
    return git(this.root, ["for-each-ref", "--format=%(refname:short)"])
      .toString()
      .split("\n")
      .filter(Boolean);
  }
}

interface GitOptions {
  readonly input?: string;
  /** Returns the message for a failure of git. */
  readonly failed?: () => string;
}

function git(folder: string, args: readonly string[], { input, failed }: GitOptions = {}): Buffer {
  try {
    return execFileSync("git", ["-C", folder, ...args], {
      ...(input !== undefined && { input }),
      maxBuffer: mostOutput,
      stdio: ["pipe", "pipe", "pipe"],
    });
  } catch (error) {
    const { code, stderr } = error as { readonly code?: string; readonly stderr?: Buffer };
    if (code === "ENOENT") throw new UsageError("git is not installed, or not in PATH");
    if (failed !== undefined) throw new UsageError(failed(), { cause: error });
    throw new UsageError(`git ${args[0]} failed: ${stderr?.toString().trim() ?? ""}`, {
      cause: error,
    });
  }
}

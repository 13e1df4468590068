import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { nearestName } from "../../nearest-name.ts";
import { UsageError } from "../../usage-error.ts";

/** The largest file that is looked for in a revision, in bytes. */
const largestFile = 32 * 1024 * 1024;

/** The most bytes that git may write. */
const mostOutput = 1024 * 1024 * 1024;

/** The repository of a folder, as far as it is read: neither its files nor its index are touched. */
export class GitFiles {
  /** The repository's own folder. */
  readonly root: string;

  /** @throws {UsageError} when git is not installed, or the folder is in no repository */
  constructor(folder: string) {
    this.root = git(folder, ["rev-parse", "--show-toplevel"], {
      failed: () => `${JSON.stringify(folder)} is not in a repository of git`,
    })
      .toString()
      .trim();
  }

  /**
   * The commit that a revision is: a branch, a tag, a commit, `HEAD~3`.
   *
   * @throws {UsageError} when there is none
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

  /** True for a revision that the repository has. */
  has(revision: string): boolean {
    try {
      this.commitOf(revision);
      return true;
    } catch (error) {
      if (error instanceof UsageError) return false;
      throw error;
    }
  }

  /** The path of a folder of the work tree, from the root, as paths of files begin that stand in it: `packages/`. */
  pathOf(folder: string): string {
    const absolute = existsSync(folder) ? realpathSync(folder) : resolve(folder);
    const path = relative(realpathSync(this.root), absolute).split(sep).join("/");
    return path === "" ? "" : `${path}/`;
  }

  /** The files of a commit, by path from the root: those that a description may refer to. */
  files(commit: string): ReadonlyMap<string, string> {
    const listed = git(this.root, ["ls-tree", "-r", "-z", "-l", "--full-tree", commit]).toString();
    const files = new Map<string, string>();
    for (const line of listed.split("\0")) {
      const [, mode = "", id = "", size = "", path = ""] =
        /^(\d+) \w+ (\w+)\s+(\S+)\t(.*)$/s.exec(line) ?? [];
      // Links and other repositories have no text of their own.
      if (mode.startsWith("100") && Number(size) <= largestFile) files.set(path, id);
    }
    return files;
  }

  /**
   * Writes files of a commit into a folder, byte by byte: no filter of the repository runs.
   *
   * @param paths to write, of {@link GitFiles.files}
   */
  write(files: ReadonlyMap<string, string>, paths: readonly string[], folder: string): void {
    for (const [path, bytes] of this.#contents(files, paths)) {
      const target = join(folder, ...path.split("/"));
      if (!target.startsWith(folder + sep)) throw new TypeError(`${path} leads out of its folder`);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, bytes);
    }
  }

  /**
   * The texts of files of a commit, by path.
   *
   * @param paths to read, of {@link GitFiles.files}
   */
  texts(files: ReadonlyMap<string, string>, paths: readonly string[]): Map<string, string> {
    const contents = this.#contents(files, paths);
    return new Map(contents.map(([path, bytes]) => [path, bytes.toString("utf8")]));
  }

  #contents(
    files: ReadonlyMap<string, string>,
    paths: readonly string[],
  ): (readonly [path: string, bytes: Buffer])[] {
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
  /** What to say where git fails. */
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

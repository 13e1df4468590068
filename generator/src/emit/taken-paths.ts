import { EmitterError } from "./emitter-error.ts";

/** The paths of a run. One emitter writes each path, and no path is both a file and a folder. */
export class TakenPaths {
  // Keys are in lower case: some file systems ignore case.
  readonly #files = new Map<string, string>();
  readonly #folders = new Map<string, { readonly owner: string; readonly file: string }>();

  /**
   * Reserves a path for a file.
   *
   * @param owner the writer of the file, in words
   * @throws {EmitterError} if the path is taken
   */
  take(path: string, owner: string): void {
    const key = path.toLowerCase();
    const other = this.#files.get(key);
    if (other !== undefined) throw new EmitterError(owner, takenPath(path, owner, other));
    const below = this.#folders.get(key);
    if (below !== undefined)
      throw new EmitterError(owner, fileAndFolder(path, below.file, below.owner));
    for (let end = key.indexOf("/"); end !== -1; end = key.indexOf("/", end + 1)) {
      const above = this.#files.get(key.slice(0, end));
      if (above !== undefined)
        throw new EmitterError(owner, fileAndFolder(path.slice(0, end), path, above));
      this.#folders.set(key.slice(0, end), { owner, file: path });
    }
    this.#files.set(key, owner);
  }
}

/** Names the package of a path, for {@link TakenPaths.take}. */
export const packageOf = (path: string): string =>
  `the package ${JSON.stringify(path.split("/")[0])}`;

function takenPath(path: string, owner: string, other: string): string {
  const quoted = JSON.stringify(path);
  return owner === other
    ? `it gives two files for one path, ${quoted}`
    : `${quoted} is written by ${other} already; leave one of them out, or give its files another folder`;
}

function fileAndFolder(folder: string, file: string, other: string): string {
  return `${JSON.stringify(folder)} would be a file and the folder of ${JSON.stringify(file)}; the other is written by ${other}`;
}

import { statSync, watch, type FSWatcher } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Follows files by their paths, also those that are not there yet. */
export interface FileWatcher {
  /** Follows one more file, from its state of now on. */
  add(path: string): void;
  /** Follows no other files any more. */
  retain(paths: ReadonlySet<string>): void;
  /** The files that changed since this was asked last, as soon as there are any; none when aborted. */
  changed(signal: AbortSignal): Promise<readonly string[]>;
  close(): void;
}

/**
 * A watcher on the file system. It watches folders, since editors replace files rather than write
 * into them; an event that leaves a file as it was is none.
 */
export function createFileWatcher(): FileWatcher {
  return new FolderWatcher();
}

class FolderWatcher implements FileWatcher {
  readonly #folders = new Map<string, FSWatcher>();
  /** Path → what is known of the file there. */
  readonly #states = new Map<string, string>();
  readonly #changed = new Set<string>();
  #onChange: () => void = () => {};

  add(path: string): void {
    if (!this.#states.has(path)) this.#states.set(path, stateOf(path));
    this.#watchFolder(dirname(path));
  }

  retain(paths: ReadonlySet<string>): void {
    for (const path of this.#states.keys()) if (!isAbove(path, paths)) this.#states.delete(path);
    const needed = new Set([...this.#states.keys()].map((path) => dirname(path)));
    for (const folder of this.#folders.keys()) if (!needed.has(folder)) this.#unwatch(folder);
  }

  async changed(signal: AbortSignal): Promise<readonly string[]> {
    if (this.#changed.size === 0 && !signal.aborted) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#onChange = resolve;
      signal.addEventListener("abort", () => resolve(), { once: true });
      await promise;
      this.#onChange = () => {};
    }
    const paths = [...this.#changed];
    this.#changed.clear();
    return paths;
  }

  close(): void {
    for (const folder of this.#folders.keys()) this.#unwatch(folder);
  }

  #watchFolder(folder: string): void {
    if (this.#folders.has(folder)) return;
    const state = stateOf(folder);
    if (state === "") {
      // That it appears is seen in the folder above.
      this.#states.set(folder, state);
      if (folder !== dirname(folder)) this.#watchFolder(dirname(folder));
      return;
    }
    const watcher = watch(folder, (_event, name) => {
      if (stateOf(folder) !== state) this.#unwatch(folder);
      for (const path of this.#states.keys()) {
        const isMeant = name === null || name === basename(path) || !this.#folders.has(folder);
        if (dirname(path) === folder && isMeant) this.#look(path);
      }
    });
    watcher.on("error", () => this.#unwatch(folder));
    this.#folders.set(folder, watcher);
  }

  #unwatch(folder: string): void {
    this.#folders.get(folder)?.close();
    this.#folders.delete(folder);
  }

  #look(path: string): void {
    const state = stateOf(path);
    if (this.#states.get(path) === state) return;
    this.#states.set(path, state);
    this.#changed.add(path);
    this.#onChange();
  }
}

/** A path is followed for itself, or because a file below it is waited for. */
function isAbove(path: string, paths: ReadonlySet<string>): boolean {
  if (paths.has(path)) return true;
  return [...paths].some((one) => one.startsWith(join(path, "/")));
}

function stateOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return "";
  return found.isFile() ? `${found.ino} ${found.mtimeMs} ${found.size}` : `${found.ino}`;
}

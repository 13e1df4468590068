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
  const folders = new Map<string, FSWatcher>();
  const states = new Map<string, string>();
  const changed = new Set<string>();
  let onChange: () => void = () => {};

  const look = (path: string): void => {
    const state = stateOf(path);
    if (states.get(path) === state) return;
    states.set(path, state);
    changed.add(path);
    onChange();
  };
  const watchFolder = (folder: string): void => {
    if (folders.has(folder)) return;
    const state = stateOf(folder);
    if (state === "") {
      // That it appears is seen in the folder above.
      states.set(folder, state);
      if (folder !== dirname(folder)) watchFolder(dirname(folder));
      return;
    }
    const watcher = watch(folder, (_event, name) => {
      if (stateOf(folder) !== state) unwatch(folder);
      for (const path of states.keys()) {
        const isMeant = name === null || name === basename(path) || !folders.has(folder);
        if (dirname(path) === folder && isMeant) look(path);
      }
    });
    watcher.on("error", () => unwatch(folder));
    folders.set(folder, watcher);
  };
  const unwatch = (folder: string): void => {
    folders.get(folder)?.close();
    folders.delete(folder);
  };
  return {
    add(path) {
      if (!states.has(path)) states.set(path, stateOf(path));
      watchFolder(dirname(path));
    },
    retain(paths) {
      for (const path of states.keys()) if (!isAbove(path, paths)) states.delete(path);
      const needed = new Set([...states.keys()].map((path) => dirname(path)));
      for (const folder of folders.keys()) if (!needed.has(folder)) unwatch(folder);
    },
    async changed(signal) {
      if (changed.size === 0 && !signal.aborted) {
        const { promise, resolve } = Promise.withResolvers<void>();
        onChange = resolve;
        signal.addEventListener("abort", () => resolve(), { once: true });
        await promise;
        onChange = () => {};
      }
      const paths = [...changed];
      changed.clear();
      return paths;
    },
    close() {
      for (const folder of folders.keys()) unwatch(folder);
    },
  };
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

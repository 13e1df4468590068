import { statSync } from "node:fs";
import { setTimeout } from "node:timers/promises";

/** Follows files by their paths, also those that are not there yet. */
export interface FileWatcher {
  /** Follows one more file, from its state of now on. */
  add(path: string): void;
  /** Follows no other files any more. */
  retain(paths: ReadonlySet<string>): void;
  /** The files that changed since this was asked last, as soon as there are any; none when aborted. */
  changed(signal: AbortSignal): Promise<readonly string[]>;
}

const pollMilliseconds = 100;

/**
 * A watcher that asks the file system for the state of each file, ten times a second. Events would come
 * sooner, but not from every file system, not of folders that are not there yet, and not of a change
 * between a file's being read and being watched.
 */
export function createFileWatcher(): FileWatcher {
  const states = new Map<string, string>();
  const takeChanged = (): string[] => {
    const changed = [...states.keys()].filter((path) => states.get(path) !== stateOf(path));
    for (const path of changed) states.set(path, stateOf(path));
    return changed;
  };
  return {
    add(path) {
      if (!states.has(path)) states.set(path, stateOf(path));
    },
    retain(paths) {
      for (const path of states.keys()) if (!paths.has(path)) states.delete(path);
    },
    async changed(signal) {
      for (;;) {
        const changed = takeChanged();
        if (changed.length > 0 || signal.aborted) return changed;
        await setTimeout(pollMilliseconds, undefined, { signal }).catch(() => {});
      }
    },
  };
}

/** Differs whenever a file was written into or another has taken its place. */
function stateOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? "" : `${found.ino} ${found.mtimeMs} ${found.size}`;
}

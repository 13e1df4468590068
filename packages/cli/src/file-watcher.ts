import { statSync } from "node:fs";
import { setTimeout } from "node:timers/promises";

/** Watches files by their paths, including files that do not exist yet. */
export interface FileWatcher {
  /** Watches one more file, starting from its current state. */
  add(path: string): void;
  /** Stops watching all files but these. */
  retain(paths: ReadonlySet<string>): void;
  /** Resolves with the files that changed since the last call, as soon as there are any; with none when aborted. */
  changed(signal: AbortSignal): Promise<readonly string[]>;
}

const pollMilliseconds = 100;

/**
 * Creates a watcher that checks the state of each file ten times a second. Events of the file system come sooner, but
 * some file systems have none, and they miss files in folders that do not exist yet and changes between the reading of a
 * file and the start of its watch.
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

/** Returns a text that changes whenever a file is written or replaced. */
function stateOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? "" : `${found.ino} ${found.mtimeMs} ${found.size}`;
}

import { relative, sep } from "node:path";
import { visible } from "@openapi-packages/description/diagnostics/diagnostics";
import { MockError } from "@openapi-packages/compiler/mock/serve/mock-error";
import { ExpectedError } from "@openapi-packages/description/diagnostics/expected-error";
import type { FileWatcher } from "./file-watcher.ts";
import { UsageError } from "@openapi-packages/description/diagnostics/usage-error";

/** The options of {@link watchDescription}, which include the clock and the file system. */
export interface WatchOptions {
  /** Runs once, and prints its own report; calls `onFile` with the path of every file before it reads it. */
  readonly run: (onFile: (path: string) => void) => Promise<void>;
  readonly watcher: FileWatcher;
  /** Waits until an editor has finished saving. */
  readonly debounce: () => Promise<void>;
  /** A sentence about the state after a failed run: `No package changes`. */
  readonly left: string;
  /** Prints a line for the user. */
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Runs, and runs again whenever a file changes that the last run depended on. A failed run prints its error and changes
 * nothing. Ends when it is aborted.
 *
 * @throws {UsageError} when the first run finds the command line invalid
 * @throws {MockError} when the first run cannot start a mock
 */
export async function watchDescription(options: WatchOptions): Promise<void> {
  const { run, watcher, debounce, left, say, signal } = options;
  let followed: ReadonlySet<string> | undefined;
  while (!signal.aborted) {
    const files = new Set<string>();
    const failure = await failureOf(() =>
      run((path) => {
        files.add(path);
        watcher.add(path);
      }),
    );
    const isLasting = failure instanceof UsageError || failure instanceof MockError;
    if (isLasting && followed === undefined) throw failure;
    if (failure !== undefined) say(`${failure.message}\n${left} until this is corrected.`);
    // A run that fails may not have reached the files that a broken one refers to, so the earlier ones stay watched.
    followed = failure === undefined ? files : new Set([...(followed ?? []), ...files]);
    watcher.retain(followed);
    say(`watching ${followed.size} ${followed.size === 1 ? "file" : "files"}`);
    const changed = new Set(await watcher.changed(signal));
    if (signal.aborted) return;
    await debounce();
    for (const path of await drain(watcher)) changed.add(path);
    for (const path of changed) say(`changed    ${visible(shown(path))}`);
  }
}

/** Returns the error of a run if the user can correct it; any other is thrown. */
async function failureOf(run: () => Promise<void>): Promise<Error | undefined> {
  try {
    await run();
    return undefined;
  } catch (error) {
    if (!(error instanceof ExpectedError)) throw error;
    return error;
  }
}

/** The files that changed since the last call of the watcher. */
function drain(watcher: FileWatcher): Promise<readonly string[]> {
  return watcher.changed(AbortSignal.abort());
}

function shown(path: string): string {
  return relative(process.cwd(), path).split(sep).join("/");
}

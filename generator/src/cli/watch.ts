import { relative, sep } from "node:path";
import { visible } from "../diagnostics.ts";
import { MockError } from "../mock/serve/mock-error.ts";
import { isExpected } from "./failure.ts";
import type { FileWatcher } from "./file-watcher.ts";
import { JobsError } from "./run-jobs.ts";
import { UsageError } from "../usage-error.ts";

/** The options of watching a description; clock and file system come from outside. */
export interface WatchOptions {
  /** One run, which says what it made; it names every file before it reads it. */
  readonly run: (onFile: (path: string) => void) => Promise<void>;
  readonly watcher: FileWatcher;
  /** Waits until an editor that saves has come to its end. */
  readonly debounce: () => Promise<void>;
  /** The state that a failed run leaves, in words: `The packages stay as they are`. */
  readonly left: string;
  /** Tells a person what happens. */
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Runs, and runs again whenever a file changes that the run before has looked at. A run that fails
 * says why and leaves everything as it was; the next change may correct it. Ends when it is aborted.
 *
 * @throws {UsageError} when the first run finds that the command line asks for what there is not
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
    if (failure !== undefined) say(`${failure.message}\n${left} until a change corrects this.`);
    // A broken file may keep a run from the others that it refers to.
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

/** The error of a run, if it is one that a person can correct; any other is thrown on. */
async function failureOf(run: () => Promise<void>): Promise<Error | undefined> {
  try {
    await run();
    return undefined;
  } catch (error) {
    if (!isExpected(error) && !(error instanceof JobsError)) throw error;
    return error;
  }
}

/** Files that changed since the watcher was last asked. */
function drain(watcher: FileWatcher): Promise<readonly string[]> {
  return watcher.changed(AbortSignal.abort());
}

function shown(path: string): string {
  return relative(process.cwd(), path).split(sep).join("/");
}

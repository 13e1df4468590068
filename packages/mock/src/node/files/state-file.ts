import { jsonText } from "../../state/json-text.ts";
import { randomBytes } from "node:crypto";
import { chmod, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { parseExact, parseJson } from "@openapi-packages/runtime/internals";
import { MockStartError } from "../mock-start-error.ts";
import { errorCode, errorReason } from "./error-reason.ts";
import { readPlainFile } from "./read-plain-file.ts";

/** The minimum delay between a change and writing it, in milliseconds. */
const gathering = 200;

/**
 * The delay is at least this many times the duration of the last write: a large state must leave time for
 * requests.
 */
const share = 10;

/** What {@link StateFile} needs of a mock. */
export interface StateFileOptions {
  readonly file: string;
  /** Returns everything that is stored. */
  readonly snapshot: () => unknown;
  /**
   * Restores a snapshot.
   *
   * @throws {TypeError} when it is invalid.
   */
  readonly restore: (snapshot: unknown) => void;
  /** Called with a line for the user. */
  readonly say: (line: string) => void;
}

/** The file that keeps a mock's state between runs. */
export class StateFile {
  readonly #options: StateFileOptions;
  #file: string;
  /** The contents of the file that this mock has read or written. */
  #written: string | undefined;
  #delay = gathering;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> = Promise.resolve();
  #isFailing = false;

  constructor(options: StateFileOptions) {
    this.#options = options;
    this.#file = resolve(options.file);
  }

  /**
   * Restores the state from the file, if it exists. A corrupt file is renamed.
   *
   * @throws {MockStartError} when the file cannot be read, its folder does not exist, or the file has a newer
   * version: then it stays unchanged.
   */
  async load(): Promise<void> {
    const { file, restore, say } = this.#options;
    const text = await this.#read();
    if (text === undefined) return;
    const fault = takeUp(text, restore, file);
    if (fault === undefined) {
      this.#written = text;
      return;
    }
    const aside = await this.#setAside();
    say(
      `${file} is not the state of a mock (${fault}): it was renamed to ${aside}, and the mock starts with an empty state`,
    );
  }

  /** Reports a change, which is written after a delay. */
  changed(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#write();
    }, this.#delay);
  }

  /** Writes the last changes. */
  close(): Promise<void> {
    clearTimeout(this.#timer);
    return this.#write();
  }

  async #read(): Promise<string | undefined> {
    const { file } = this.#options;
    try {
      // The target of a link is replaced, not the link.
      this.#file = await realpath(this.#file);
      return await readPlainFile(this.#file);
    } catch (error) {
      if (errorCode(error) !== "ENOENT") throw unreadable(file, errorReason(error), error);
    }
    const folder = dirname(this.#file);
    const isFolder = await stat(folder).then(
      (found) => found.isDirectory(),
      () => false,
    );
    if (!isFolder)
      throw unreadable(file, `there is no folder ${folder}: create it, or use another file`);
    return undefined;
  }

  /**
   * Renames the file to the first free name.
   *
   * @returns the name
   */
  async #setAside(): Promise<string> {
    for (let number = 1; ; number += 1) {
      const aside = `${this.#file}.broken-${number}`;
      try {
        // Creating the file reserves its name, so that the rename overwrites no other file.
        await writeFile(aside, "", { flag: "wx" });
        await rename(this.#file, aside);
        return aside;
      } catch (error) {
        if (errorCode(error) === "EEXIST") continue;
        const { file } = this.#options;
        const reason = `it is corrupt, and cannot be renamed: ${errorReason(error)}`;
        throw unreadable(file, reason, error);
      }
    }
  }

  #write(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#writeOnce());
    return this.#writing;
  }

  /**
   * Writes a new file and renames it, so that there is a complete file at any time. Its name is random and it
   * must not exist, so that no link can redirect it. The state may contain secrets: the file keeps its
   * permissions.
   */
  async #writeOnce(): Promise<void> {
    const { file, snapshot, say } = this.#options;
    const next = `${this.#file}.${randomBytes(6).toString("hex")}.tmp`;
    const start = performance.now();
    try {
      const text = `${jsonText(snapshot(), 2)}\n`;
      if (text === this.#written) return;
      const before = await stat(this.#file).catch(() => undefined);
      await writeFile(next, text, { flag: "wx", mode: 0o600 });
      if (before?.isFile()) await chmod(next, before.mode & 0o777);
      await rename(next, this.#file);
      this.#delay = Math.max(gathering, share * (performance.now() - start));
      this.#written = text;
      this.#isFailing = false;
    } catch (error) {
      await rm(next, { force: true }).catch(() => {});
      if (this.#isFailing) return;
      this.#isFailing = true;
      say(`${file} cannot be written: ${errorReason(error)}; the mock continues without it`);
    }
  }
}

/** @returns what is wrong with the text, if anything */
function takeUp(
  text: string,
  restore: (snapshot: unknown) => void,
  file: string,
): string | undefined {
  try {
    const snapshot = parseJson(text, parseExact);
    const { version } = (snapshot ?? {}) as { version?: unknown };
    if (typeof version === "number" && version > 1)
      throw new MockStartError(
        `${file}  the state file is of version ${version}, which is newer than this mock; update the mock, or use another file`,
      );
    restore(snapshot);
    return undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return "not JSON";
    if (error instanceof TypeError || error instanceof RangeError) return errorReason(error);
    throw error;
  }
}

const unreadable = (file: string, reason: string, cause?: unknown): MockStartError =>
  new MockStartError(`${file}  the state file cannot be used: ${reason}`, { cause });

import { randomBytes } from "node:crypto";
import { chmod, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { parseJson } from "@openapi-packages/runtime/internals";
import { MockStartError } from "../mock-start-error.ts";
import { errorCode, errorReason } from "./error-reason.ts";
import { readPlainFile } from "./read-plain-file.ts";

/** The least delay between a change and writing it, in milliseconds. */
const gathering = 200;

/** A delay is so many times what writing took before: a large state leaves time for requests. */
const share = 10;

/** The part of a mock that {@link StateFile} reads and writes. */
export interface StateFileOptions {
  readonly file: string;
  /** All that is remembered now. */
  readonly snapshot: () => unknown;
  /** Takes up what was remembered. @throws {TypeError} when it is no snapshot. */
  readonly restore: (snapshot: unknown) => void;
  /** Called with what people should know, in a line. */
  readonly say: (line: string) => void;
}

/** The file that a mock remembers in from one run to the next. */
export class StateFile {
  readonly #options: StateFileOptions;
  #file: string;
  /** The contents of the file, as far as this mock has written them. */
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
   * Takes up what the file remembers, if it is there. A file that is broken is set aside.
   *
   * @throws {MockStartError} when the file cannot be read or its folder is not there, and when the file
   *   is of a newer version: it is left as it is.
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
      `${file} is no state of a mock (${fault}); it was moved to ${aside}, and the mock starts afresh`,
    );
  }

  /** Something has changed: it is written before long. */
  changed(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#write();
    }, this.#delay);
  }

  /** Writes what has changed. */
  close(): Promise<void> {
    clearTimeout(this.#timer);
    return this.#write();
  }

  async #read(): Promise<string | undefined> {
    const { file } = this.#options;
    try {
      // What a link leads to is replaced, and not the link.
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
      throw unreadable(file, `there is no folder ${folder}; make it, or name another file`);
    return undefined;
  }

  /** Renames the file to the first name that is free. @returns the name */
  async #setAside(): Promise<string> {
    for (let number = 1; ; number += 1) {
      const aside = `${this.#file}.broken-${number}`;
      try {
        // The name is taken first, so that the renaming replaces no other file.
        await writeFile(aside, "", { flag: "wx" });
        await rename(this.#file, aside);
        return aside;
      } catch (error) {
        if (errorCode(error) === "EEXIST") continue;
        const { file } = this.#options;
        const reason = `it is broken, and cannot be set aside: ${errorReason(error)}`;
        throw unreadable(file, reason, error);
      }
    }
  }

  #write(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#writeOnce());
    return this.#writing;
  }

  /**
   * A file next to it takes its place, so that there is a whole one at any time. Its name is nobody's to
   * know before, and it is made anew, so that no link leads elsewhere. What is remembered may be secret:
   * others may read the file only where they may already.
   */
  async #writeOnce(): Promise<void> {
    const { file, snapshot, say } = this.#options;
    const next = `${this.#file}.${randomBytes(6).toString("hex")}.tmp`;
    const start = performance.now();
    try {
      const text = `${JSON.stringify(snapshot(), undefined, 2)}\n`;
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
      say(`${file} cannot be written: ${errorReason(error)}; the mock goes on without it`);
    }
  }
}

/** @returns what is wrong with the text, if anything is */
function takeUp(
  text: string,
  restore: (snapshot: unknown) => void,
  file: string,
): string | undefined {
  try {
    const snapshot = parseJson(text);
    const { version } = (snapshot ?? {}) as { version?: unknown };
    if (typeof version === "number" && version > 1)
      throw new MockStartError(
        `${file}  the state file is of version ${version}, which is newer than this mock; update the mock, or name another file`,
      );
    restore(snapshot);
    return undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return "no JSON";
    if (error instanceof TypeError || error instanceof RangeError) return errorReason(error);
    throw error;
  }
}

const unreadable = (file: string, reason: string, cause?: unknown): MockStartError =>
  new MockStartError(`${file}  the state file cannot be used: ${reason}`, { cause });

import { accessSync, constants, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { failureText, WriteError } from "./write-error.ts";

/**
 * Refuses an output folder that cannot be created or written to, before other work is done.
 *
 * @throws {WriteError} if the nearest existing folder is a file or not writable
 */
export function checkWritable(folder: string): void {
  for (let at = resolve(folder); ; at = dirname(at)) {
    try {
      if (!statSync(at).isDirectory())
        throw new WriteError(
          `${folder} cannot be written to: ${at} is not a folder; nothing was changed`,
        );
      accessSync(at, constants.W_OK);
      return;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (error instanceof WriteError) throw error;
      if (code !== "ENOENT" && code !== "ENOTDIR")
        throw new WriteError(
          `${folder} cannot be written to: ${failureText(error)}; nothing was changed`,
        );
    }
  }
}

/**
 * Refuses an existing file that is not writable, before anything is written beside it.
 *
 * @throws {WriteError} if the file is not writable
 */
export function checkWritableFile(path: string): void {
  try {
    accessSync(path, constants.W_OK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw new WriteError(
      `${path} cannot be written to: ${failureText(error)}; nothing was changed`,
    );
  }
}

import { accessSync, constants, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { failureText, WriteError } from "./write-error.ts";

/**
 * Refuses a folder that cannot be written to, or made, before any work is done for it.
 *
 * @throws {WriteError} when it, or the nearest folder above it that is there, is a file or may not be written to
 */
export function checkWritable(folder: string): void {
  for (let at = resolve(folder); ; at = dirname(at)) {
    try {
      if (!statSync(at).isDirectory())
        throw new WriteError(
          `${folder} cannot be written to: ${at} is no folder; nothing was changed`,
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
 * Refuses a file that is there and cannot be written to, before anything is written beside it.
 *
 * @throws {WriteError} when it may not be written to
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

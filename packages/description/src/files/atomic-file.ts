import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Returns the path of the temporary file that will replace a file. */
export function temporaryPath(path: string): string {
  return `${path}.${process.pid}.openapi-packages.tmp`;
}

/** True if a path was made by {@link temporaryPath}. */
export function isTemporary(path: string): boolean {
  return /\.\d+\.openapi-packages\.tmp$/.test(path);
}

/**
 * Writes a text into the temporary file of a path. An existing one, even a link, is removed first.
 *
 * @returns the path of the temporary file
 */
export function stageFile(path: string, text: string): string {
  const temporary = temporaryPath(path);
  rmSync(temporary, { force: true });
  writeFileSync(temporary, text, { flag: "wx" });
  return temporary;
}

/** Reads a record of the generator; `undefined` if there is none, or if it is a link or a device. */
export function readRecordFile(path: string): string | undefined {
  try {
    return lstatSync(path).isFile() ? readFileSync(path, "utf8") : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Writes a cache file atomically, so that readers see all of it or nothing. Failures are ignored, since the
 * cache only saves time.
 */
export function keepFile(path: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    renameSync(stageFile(path, text), path);
  } catch {
    rmSync(temporaryPath(path), { force: true });
  }
}

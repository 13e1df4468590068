import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** The path of a file on its way to replace another. */
export function temporaryPath(path: string): string {
  return `${path}.${process.pid}.openapi-packages.tmp`;
}

/** True if a path is one that {@link temporaryPath} makes. */
export function isTemporary(path: string): boolean {
  return /\.\d+\.openapi-packages\.tmp$/.test(path);
}

/**
 * Writes a text beside a file, from where it takes the file's place. What is there already, a link for
 * example, is no part of it.
 *
 * @returns the path of the text
 */
export function stageFile(path: string, text: string): string {
  const temporary = temporaryPath(path);
  rmSync(temporary, { force: true });
  writeFileSync(temporary, text, { flag: "wx" });
  return temporary;
}

/** The text of a record that the generator keeps; `undefined` where there is no file, but nothing, a link or a device. */
export function readRecordFile(path: string): string | undefined {
  try {
    return lstatSync(path).isFile() ? readFileSync(path, "utf8") : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Writes a file of a cache in one step, so that a reader sees all of it or nothing. Where it cannot
 * be written it is not there: it is worth nothing but time.
 */
export function keepFile(path: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    renameSync(stageFile(path, text), path);
  } catch {
    rmSync(temporaryPath(path), { force: true });
  }
}

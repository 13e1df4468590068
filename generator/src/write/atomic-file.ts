import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
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
 * Writes a file of a cache in one step, so that a reader sees all of it or nothing. Where it cannot
 * be written it is not there: it is worth nothing but time.
 */
export function keepFile(path: string, text: string): void {
  const temporary = temporaryPath(path);
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(temporary, text);
    renameSync(temporary, path);
  } catch {
    rmSync(temporary, { force: true });
  }
}

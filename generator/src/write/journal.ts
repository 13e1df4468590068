import { lstatSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import {
  readRecordFile,
  stageFile,
  temporaryPath,
} from "@openapi-packages/description/files/atomic-file";

/** The file that exists in the output folder while packages are being replaced. */
export const journalName = ".openapi-packages.journal";

/**
 * The files that interrupted runs meant to write: path → SHA-256 of each text. A file with one of these
 * hashes was not edited by hand.
 */
export type Journal = Readonly<Record<string, readonly string[]>>;

/** Reads the journal of an interrupted run; `undefined` if the last run completed. */
export function readJournal(out: string): Journal | undefined {
  const path = join(out, journalName);
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(readRecordFile(path) ?? "");
    return typeof value === "object" && value !== null ? (value as Journal) : {};
  } catch {
    return {};
  }
}

/** True if an interrupted run meant to write this text there. */
export function isInJournal(journal: Journal | undefined, path: string, hash: string): boolean {
  const hashes = journal !== undefined && Object.hasOwn(journal, path) ? journal[path] : undefined;
  return Array.isArray(hashes) && hashes.includes(hash);
}

/** Adds the files that are about to be written to the journal of earlier runs. */
export function writeJournal(
  out: string,
  before: Journal | undefined,
  written: readonly (readonly [path: string, hash: string])[],
): void {
  const journal: Record<string, readonly string[]> = { ...before };
  for (const [path, hash] of written)
    journal[path] = [...new Set([...(before?.[path] ?? []), hash])];
  const path = join(out, journalName);
  try {
    renameSync(stageFile(path, JSON.stringify(journal)), path);
  } catch (error) {
    rmSync(temporaryPath(path), { force: true });
    throw error;
  }
}

/** Removes the journal, once every file is in its place. */
export function removeJournal(out: string): void {
  rmSync(join(out, journalName), { force: true });
}

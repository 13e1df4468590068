import { lstatSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readRecordFile, stageFile } from "./atomic-file.ts";

/** The file in the output folder that is there while packages are being replaced. */
export const journalName = ".openapi-packages.journal";

/**
 * The files that runs meant to write which did not come to their end: path → SHA-256 of each text. A file that
 * has one of them is no file that somebody edited.
 */
export type Journal = Readonly<Record<string, readonly string[]>>;

/** The journal that an interrupted run has left; `undefined` where the last one came to its end. */
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

/** True if a run meant to write this text there, and may not have come to say so. */
export function isInJournal(journal: Journal | undefined, path: string, hash: string): boolean {
  const hashes = journal !== undefined && Object.hasOwn(journal, path) ? journal[path] : undefined;
  return Array.isArray(hashes) && hashes.includes(hash);
}

/** Says what is about to be written, what earlier runs meant included. */
export function writeJournal(
  out: string,
  before: Journal | undefined,
  written: readonly (readonly [path: string, hash: string])[],
): void {
  const journal: Record<string, readonly string[]> = { ...before };
  for (const [path, hash] of written)
    journal[path] = [...new Set([...(before?.[path] ?? []), hash])];
  const path = join(out, journalName);
  renameSync(stageFile(path, JSON.stringify(journal)), path);
}

/** Says that everything is in its place. */
export function removeJournal(out: string): void {
  rmSync(join(out, journalName), { force: true });
}

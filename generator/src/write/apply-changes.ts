import { mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import {
  isTemporary,
  stageFile,
  temporaryPath,
} from "@openapi-packages/description/files/atomic-file";
import { readJournal, removeJournal, writeJournal } from "./journal.ts";
import { manifestName } from "./manifest.ts";
import type { FileChange } from "./file-change.ts";
import { sha256 } from "@openapi-packages/description/files/file-contents";
import { failureText, WriteError } from "./write-error.ts";

/**
 * Applies a plan. All new texts are first written beside the old ones, so that a full disk changes nothing;
 * then each replaces its file by renaming. A journal on disk tells the next run what to repair if this one is
 * interrupted. Manifests come last.
 *
 * @throws {WriteError} if something cannot be written; the message says whether anything was changed
 */
export function applyChanges(out: string, changes: readonly FileChange[]): void {
  const removeLeftovers = (): void => {
    for (const { path, kind } of changes) if (kind === "leftover") removeFile(out, join(out, path));
  };
  const own = changes.filter(({ text, kind }) => text !== undefined || kind === "obsolete");
  if (own.length > 0) {
    const staged = own.filter(({ text }) => text !== undefined);
    stage(out, staged);
    attempt("some files are new and some are old; the next run repairs them", () => {
      for (const change of inOrder(own)) {
        const path = join(out, change.path);
        if (change.text === undefined) removeFile(out, path);
        else renameSync(temporaryPath(path), path);
      }
    });
  }
  removeLeftovers();
  removeLeftoversAt(out);
  removeJournal(out);
}

/** Writes every new text into a temporary file. If one cannot be written, all of them are removed. */
function stage(out: string, staged: readonly FileChange[]): void {
  const made: string[] = [];
  try {
    attempt("nothing was changed", () => {
      for (const { path, text = "" } of staged) {
        const target = join(out, path);
        mkdirSync(dirname(target), { recursive: true });
        made.push(target);
        stageFile(target, text);
      }
      const hashes = staged.map(
        ({ path, text = "", hash = sha256(text) }) => [path, hash] as const,
      );
      writeJournal(out, readJournal(out), hashes);
    });
  } catch (error) {
    for (const target of made) rmSync(temporaryPath(target), { force: true });
    for (const target of made) removeEmptyFolders(out, target);
    throw error;
  }
}

function attempt(outcome: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    throw new WriteError(`the packages cannot be written: ${failureText(error)}; ${outcome}`);
  }
}

function inOrder(changes: readonly FileChange[]): FileChange[] {
  const isManifest = ({ path }: FileChange): boolean => path.endsWith(`/${manifestName}`);
  return [...changes.filter((change) => !isManifest(change)), ...changes.filter(isManifest)];
}

function removeLeftoversAt(out: string): void {
  for (const entry of readdirSync(out, { withFileTypes: true }))
    if (isTemporary(entry.name) && !entry.isDirectory())
      rmSync(join(out, entry.name), { force: true });
}

function removeFile(out: string, path: string): void {
  rmSync(path, { force: true });
  removeEmptyFolders(out, path);
}

function removeEmptyFolders(out: string, path: string): void {
  for (let folder = dirname(path); folder !== resolve(out); folder = dirname(folder)) {
    try {
      rmdirSync(folder);
    } catch {
      return;
    }
  }
}

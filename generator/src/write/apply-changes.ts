import { mkdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { manifestName } from "./manifest.ts";
import type { FileChange } from "./plan-changes.ts";

/**
 * Writes what a plan says. Each file is replaced in one step, so that a reader sees the old text or
 * the new one. Manifests come last: until then the files of an interrupted run are not taken for
 * edits, since they equal what the next run prints.
 */
export function applyChanges(out: string, changes: readonly FileChange[]): void {
  const isManifest = ({ path }: FileChange): boolean => path.endsWith(`/${manifestName}`);
  const ordered = [
    ...changes.filter((change) => !isManifest(change)),
    ...changes.filter(isManifest),
  ];
  for (const change of ordered) {
    const path = join(out, change.path);
    if (change.text !== undefined) replaceFile(path, change.text);
    else if (change.kind === "obsolete") removeFile(out, path);
  }
}

function replaceFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}.tmp`;
  writeFileSync(temporary, text);
  renameSync(temporary, path);
}

function removeFile(out: string, path: string): void {
  rmSync(path, { force: true });
  for (let folder = dirname(path); folder !== resolve(out); folder = dirname(folder)) {
    try {
      rmdirSync(folder);
    } catch {
      return;
    }
  }
}

import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  rmdirSync,
  statSync,
} from "node:fs";
import { dirname } from "node:path";
import { stageFile, temporaryPath } from "@openapi-packages/description/files/atomic-file";
import { containedPath } from "../write/contained-path.ts";
import { failureText, WriteError } from "../write/write-error.ts";
import type { PlannedWrite, ScaffoldPlan } from "./plan-scaffold.ts";
import { recordName } from "./record.ts";

/**
 * Applies a plan. All new texts are written to temporary files first, then renamed one by one, the record
 * last. The next run completes an interrupted one.
 *
 * @param what names the files in messages
 * @throws {WriteError} if a file cannot be written, has changed since it was read, or is outside the folder
 * or behind a symbolic link
 */
export function applyPlan(
  out: string,
  { moved, writes }: Pick<ScaffoldPlan, "moved" | "writes">,
  what = "the handlers",
): void {
  const targets = writes.map((write) => [write, containedPath(out, write.path)] as const);
  const moves = [...moved].map((paths) => paths.map((path) => containedPath(out, path)));
  const staged = new Map<PlannedWrite, string>();
  try {
    for (const [write, target] of targets) {
      mkdirSync(dirname(target), { recursive: true });
      staged.set(write, target);
      stageFile(target, write.text);
      if (existsSync(target)) chmodSync(temporaryPath(target), statSync(target).mode);
    }
    for (const [{ path, before }, target] of staged)
      if (path !== recordName) checkUnchanged(path, before, target, moved);
  } catch (error) {
    for (const target of staged.values()) rmSync(temporaryPath(target), { force: true });
    throw error instanceof WriteError
      ? error
      : new WriteError(`${what} cannot be written: ${failureText(error)}; nothing was changed`);
  }
  for (const [from = "", to = ""] of moves) moveFile(from, to);
  for (const target of staged.values()) renameSync(temporaryPath(target), target);
}

function checkUnchanged(
  path: string,
  before: string | undefined,
  target: string,
  moved: ReadonlyMap<string, string>,
): void {
  const isThere = existsSync(target) && !moved.has(path);
  const now = isThere ? readFileSync(target, "utf8") : undefined;
  if (now === before) return;
  throw new WriteError(
    `${path} was changed meanwhile; nothing was changed by this run, start it again`,
  );
}

function moveFile(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  renameSync(from, to);
  try {
    rmdirSync(dirname(from));
  } catch {
    // The folder contains other files.
  }
}

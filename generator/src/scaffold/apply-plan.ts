import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  rmdirSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { temporaryPath } from "../write/atomic-file.ts";
import { failureText, WriteError } from "../write/write-error.ts";
import type { PlannedWrite, ScaffoldPlan } from "./plan-scaffold.ts";
import { recordName } from "./record.ts";

/**
 * Does what was planned. Every new text is on disk before the first takes its place, each in one step,
 * and the record comes last: a run that was interrupted is finished by the next.
 *
 * @throws {WriteError} when a file cannot be written, or was changed since it was read
 */
export function applyPlan(out: string, { moved, writes }: ScaffoldPlan): void {
  const staged = new Map<PlannedWrite, string>();
  try {
    for (const write of writes) {
      const path = join(out, write.path);
      // A link stays a link.
      const target = existsSync(path) ? realpathSync(path) : path;
      mkdirSync(dirname(target), { recursive: true });
      staged.set(write, target);
      writeFileSync(temporaryPath(target), write.text, { flag: "wx" });
      if (existsSync(target)) chmodSync(temporaryPath(target), statSync(target).mode);
    }
    for (const [{ path, before }, target] of staged)
      if (path !== recordName) checkUnchanged(path, before, target, moved);
  } catch (error) {
    for (const target of staged.values()) rmSync(temporaryPath(target), { force: true });
    throw error instanceof WriteError
      ? error
      : new WriteError(
          `the handlers cannot be written: ${failureText(error)}; nothing was changed`,
        );
  }
  for (const [from, to] of moved) moveFile(join(out, from), join(out, to));
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
    // Other files are in it.
  }
}

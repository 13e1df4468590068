import {
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { failureText, WriteError } from "./write-error.ts";

/** The lock file in the output folder, which names the process that writes there. */
export const lockName = ".openapi-packages.lock";

/** Times in milliseconds. A run holds the lock only while it writes. */
const times = { patience: 30_000, poll: 50, unreadable: 2_000, forgotten: 600_000 };

interface Owner {
  readonly pid: number;
  readonly host: string;
}

/**
 * Runs `work` while holding the lock of a folder. It waits while another run holds the lock, and takes over
 * the lock of a process that has ended.
 *
 * @param patience how long to wait, in milliseconds
 * @throws {WriteError} if another run holds the lock for longer, or the folder is not writable
 */
export async function withLock<Result>(
  out: string,
  work: () => Result,
  patience = times.patience,
): Promise<Result> {
  const path = join(out, lockName);
  const end = performance.now() + patience;
  while (!tryLock(out, path)) {
    if (lstatSync(path, { throwIfNoEntry: false })?.isFile() === false)
      throw new WriteError(`${path} is a link or no file; remove it`);
    const text = readText(path);
    if (text === undefined) continue;
    if (isStale(path, text)) takeAway(path, text);
    else if (performance.now() < end) await setTimeout(times.poll);
    else throw new WriteError(takenMessage(path, ownerOf(text)));
  }
  try {
    return work();
  } finally {
    rmSync(path, { force: true });
  }
}

function tryLock(out: string, path: string): boolean {
  const owner: Owner = { pid: process.pid, host: hostname() };
  try {
    mkdirSync(out, { recursive: true });
  } catch (error) {
    throw unwritable(out, error);
  }
  try {
    writeFileSync(path, JSON.stringify(owner), { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    // The file may have been created without its text.
    rmSync(path, { force: true });
    throw unwritable(out, error);
  }
}

function unwritable(out: string, error: unknown): WriteError {
  return new WriteError(`${out} cannot be written to: ${failureText(error)}; nothing was changed`);
}

function takenMessage(path: string, owner: Owner | undefined): string {
  const who = owner === undefined ? "another run" : `process ${owner.pid} on ${owner.host}`;
  return `${who} has been writing there for a while; wait for it, or remove ${path} if it is gone`;
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function ownerOf(text: string): Owner | undefined {
  try {
    const { pid, host } = JSON.parse(text) as Partial<Owner>;
    return typeof pid === "number" && typeof host === "string" ? { pid, host } : undefined;
  } catch {
    return undefined;
  }
}

function isStale(path: string, text: string): boolean {
  const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  const owner = ownerOf(text);
  // A lock is empty for a moment after it is created.
  if (owner === undefined) return age > times.unreadable;
  if (age > times.forgotten) return true;
  // This process holds no lock while it waits, so a lock with its id belongs to an earlier process.
  return owner.host === hostname() && (owner.pid === process.pid || !isAlive(owner.pid));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/**
 * Removes a stale lock. Only one of several processes succeeds; a fresh lock taken by mistake is put back.
 */
function takeAway(path: string, stale: string): void {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
    if (readFileSync(aside, "utf8") !== stale) linkSync(aside, path);
  } catch {
    // Another process was faster.
  }
  rmSync(aside, { force: true });
}

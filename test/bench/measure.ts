import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { stripVTControlCharacters } from "node:util";

/** What one run of a program took. */
export interface Measurement {
  /** Wall time, start of the process included. */
  readonly milliseconds: number;
  /** Time on processors, all threads together. */
  readonly cpuMilliseconds: number;
  /** Peak resident memory in bytes, of the largest process. */
  readonly peakBytes: number;
}

/** What a run took, or the first line of what it had to complain about. */
export type Outcome =
  { readonly measurement: Measurement; readonly output: string } | { readonly failure: string };

const probe = pathToFileURL(join(import.meta.dirname, "memory-probe.mjs")).href;

/** Peers neither call home nor look for updates while they are measured. */
export const quiet = {
  NO_COLOR: "1",
  DO_NOT_TRACK: "1",
  REDOCLY_TELEMETRY: "off",
  REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
  KUBB_DISABLE_TELEMETRY: "1",
};

/**
 * Runs a Node program in a process of its own, under the Node that runs this.
 *
 * @param command the program and its arguments
 * @param timeout in milliseconds
 */
export async function measure(
  command: readonly string[],
  cwd: string,
  timeout = 180_000,
): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), "bench-probe-"));
  const report = join(folder, "report");
  const env = { ...process.env, ...quiet, NODE_OPTIONS: `--import=${probe}`, BENCH_REPORT: report };
  try {
    const start = performance.now();
    const { code, output } = await run(command, { cwd, env }, timeout);
    const milliseconds = performance.now() - start;
    if (milliseconds > timeout) return { failure: `no end after ${timeout / 1000} s` };
    if (code !== 0 || !existsSync(report)) return { failure: complaint(output) };
    return { measurement: { milliseconds, ...readReport(report) }, output };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** In a process group of its own, so that a program that is given up takes its children along. */
function run(
  command: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
  timeout: number,
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, command, { cwd, env, detached: true });
    const kill = () => {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    };
    const timer = setTimeout(kill, timeout);
    process.once("SIGINT", kill);
    const texts = { stdout: "", stderr: "" };
    child.stdout.setEncoding("utf8").on("data", (text: string) => (texts.stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (texts.stderr += text));
    child.once("error", reject);
    child.once("close", (code) => {
      clearTimeout(timer);
      process.off("SIGINT", kill);
      resolve({ code, output: stripVTControlCharacters(`${texts.stderr}\n${texts.stdout}`) });
    });
  });
}

function readReport(path: string): Pick<Measurement, "cpuMilliseconds" | "peakBytes"> {
  const processes = readFileSync(path, "utf8").trim().split("\n");
  const numbers = processes.map((line) => JSON.parse(line) as [number, number]);
  return {
    peakBytes: Math.max(...numbers.map(([kilobytes]) => kilobytes * 1024)),
    cpuMilliseconds: numbers.reduce((sum, [, milliseconds]) => sum + milliseconds, 0),
  };
}

/** The first line of an output that tells of an error, or its first line; with the two after it. */
export function complaint(output: string): string {
  const lines = output.split("\n").filter((line) => /\w/.test(line));
  const telling = /error|fail|invalid|cannot|can't|not allowed|unexpected|out of memory|duplicate/i;
  const first = Math.max(
    lines.findIndex((line) => telling.test(line)),
    0,
  );
  const told = lines.slice(first, first + 3).map((line) => line.trim());
  return told.join(" ").slice(0, 240) || "no word of why";
}

/** How many files a folder holds, and their bytes. */
export function folderSize(folder: string): { readonly files: number; readonly bytes: number } {
  if (!existsSync(folder)) return { files: 0, bytes: 0 };
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => statSync(join(entry.parentPath, entry.name)).size);
  return { files: files.length, bytes: files.reduce((sum, size) => sum + size, 0) };
}

/** The middle of some numbers; of an even count, the mean of the middle two; `NaN` of none. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1);
  return middle.reduce((sum, number) => sum + number, 0) / middle.length;
}

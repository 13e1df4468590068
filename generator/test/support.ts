import { buildDatedModel } from "../../packages/compiler/src/compile/codecs/build-dated-model.ts";
import { execFile, fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, sep } from "node:path";
import { onTestFinished } from "vitest";
import type { GivenCommand } from "./command-process.ts";
import type { EmitOptions } from "../src/emit/emitted-file.ts";
import { emitModel } from "../src/emit/emit-model.ts";
import { emitParts, loadEmitters } from "../src/emit/emitters.ts";
import { wantedParts } from "../src/emit/parts.ts";
import { planners } from "../src/emit/planners.ts";
import { loadDocument } from "../../packages/description/src/load/load-document.ts";
import { loadFormatter } from "../src/print/formatter.ts";
import { printFiles } from "../src/print/print-files.ts";
import type { PrintedFile } from "../src/print/printed-file.ts";

/** Whether this run writes down what it sees as what is expected. */
export const isUpdate = process.env["UPDATE_GOLDEN"] === "1";

/** The root folder of the repository. */
export const repository = join(import.meta.dirname, "..", "..");

/** The Node that the repository runs on, whatever the machine has. */
export const node = join(repository, "node_modules", ".bin", "node");

/** The folder of the golden cases. */
export const goldenFolder = join(import.meta.dirname, "golden");

/** The names of the cases in a folder: each is a folder of its own. */
export function caseNames(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .toSorted();
}

/** A folder for one test, outside of the repository, gone when the test has finished. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "openapi-packages-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Every file below a folder by its path relative to it, with `/`. */
export function readTree(folder: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name));
  const entries = paths.map((path) => [
    path
      .slice(folder.length + 1)
      .split(sep)
      .join("/"),
    readFileSync(path, "utf8"),
  ]);
  return Object.fromEntries(entries.toSorted()) as Record<string, string>;
}

/** Writes files into a folder, folders in between included. */
export function writeTree(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    const absolute = join(folder, path);
    mkdirSync(dirname(absolute), { recursive: true });
    writeFileSync(absolute, text);
  }
}

/** The options that a case wants, from the `options.json` in its folder. */
export function caseOptions(
  folder: string,
): Pick<EmitOptions, "dates" | "int64" | "mockExamples" | "reference"> {
  const file = join(folder, "options.json");
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as EmitOptions) : {};
}

/** Every file of the four packages of a description, printed and not written. */
export async function printPackages(
  spec: string,
  scope: string,
  options: Pick<EmitOptions, "dates" | "enums" | "int64" | "mockExamples" | "reference"> = {},
): Promise<PrintedFile[]> {
  const { model, codecs } = buildDatedModel(await loadDocument(spec), options);
  const emitters = await loadEmitters(wantedParts(options));
  const emitted = emitParts(
    emitModel(model, planners, { codecs, enums: options.enums }),
    { ...options, scope },
    emitters,
  );
  return printFiles(emitted, await loadFormatter("oxfmt", "."));
}

/** What a child process gave back. */
export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const cli = join(repository, "generator", "src", "cli.ts");

interface RunOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** Runs the command line of the generator as a user does, in a process of its own. */
export function runCliProcess(
  args: readonly string[],
  options: RunOptions = {},
): Promise<CommandResult> {
  return new Promise((resolve) => {
    execFile(node, [cli, ...args], options, (error, stdout, stderr) => {
      const code = typeof error?.code === "number" ? error.code : 0;
      resolve({ code, stdout, stderr });
    });
  });
}

let commandProcess: ChildProcess | undefined;
let lastCommand: Promise<unknown> = Promise.resolve();

/** Runs the command line in a process that later commands share, one after another: most of a short command is the start. */
export function runCli(
  args: readonly string[],
  { cwd = process.cwd(), env = process.env }: RunOptions = {},
): Promise<CommandResult> {
  const result = lastCommand.then(() => inCommandProcess({ program: cli, args, cwd, env }));
  lastCommand = result.catch(() => undefined);
  return result;
}

async function inCommandProcess(command: GivenCommand): Promise<CommandResult> {
  commandProcess ??= startCommandProcess();
  const ended = new AbortController();
  const { signal } = ended;
  const answer = once(commandProcess, "message", { signal });
  const exit = once(commandProcess, "exit", { signal }).then(([code]) => {
    commandProcess = undefined;
    throw new Error(`${command.args.join(" ")} ended the process with ${String(code)}`);
  });
  commandProcess.send(command);
  try {
    const [result] = await Promise.race([answer, exit]);
    return result as CommandResult;
  } finally {
    exit.catch(() => undefined);
    answer.catch(() => undefined);
    ended.abort();
  }
}

function startCommandProcess(): ChildProcess {
  const file = join(import.meta.dirname, "command-process.ts");
  const child = fork(file, {
    execPath: node,
    execArgv: [],
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  // The tests end when nothing but this process is left.
  child.unref();
  child.channel?.unref();
  return child;
}

import { execFile } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { repositoryRoot } from "../../scripts/repository.ts";
import type { Verdicts } from "./agreement.ts";

/** A description, and a project that uses it. */
export interface Subject {
  /** Writes the description before the edit into a folder. */
  readonly write: (folder: string) => void;
  /** The description's file in that folder. */
  readonly entry: string;
  /** The folder of `callers.ts` and `handlers/`. */
  readonly app: string;
  /** How packages are generated: `--scope` and more. */
  readonly options: readonly string[];
  /** The scope of the packages. */
  readonly scope: string;
}

/** A change as `diff --format json` has it. */
export interface SaidChange {
  readonly code: string;
  readonly message: string;
  readonly verdicts: Verdicts;
  readonly errors: readonly Place[];
  readonly handlerFiles: readonly Place[];
}

/** A line that `diff` named. */
export interface Place {
  readonly file: string;
  readonly line?: number;
}

/** What `diff` said of an edit, and what was seen after it. */
export interface Measured {
  readonly changes: readonly SaidChange[];
  /** Errors of the compiler that no single change explains. */
  readonly otherErrors: readonly Place[];
  /** Places where the project does not compile any more: `callers.ts:12`, `handlers/assets.ts:3`. */
  readonly compileErrors: readonly string[];
  readonly run: Run;
}

/** What happens when the callers of the earlier project run. */
export interface Run {
  /** At a mock of the later description. */
  readonly atMock: Outcomes;
  /** At the later server with the handlers as they were. Where it does not start, `start` is what fails. */
  readonly atHandlers: Outcomes;
  /** What that server reports of its handlers. */
  readonly atErrors: readonly string[];
}

/** What came of the callers, by their names. */
export interface Outcomes {
  /** Why they failed. */
  readonly failed: Readonly<Record<string, string>>;
  readonly returned: Readonly<Record<string, unknown>>;
}

const execute = promisify(execFile);
const cli = join(repositoryRoot, "generator", "src", "cli.ts");
const compiler = join(repositoryRoot, "node_modules", "typescript-7", "bin", "tsc");
const maxBuffer = 1 << 28;

/** Writes description and project into a folder, and generates its packages. */
export async function writeSide(
  folder: string,
  subject: Subject,
  edit: (folder: string) => void,
): Promise<void> {
  const description = join(folder, "spec");
  mkdirSync(description, { recursive: true });
  subject.write(description);
  edit(description);
  cpSync(subject.app, join(folder, "app"), { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "type": "module", "private": true }');
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(tsconfig, null, 2));
  const config = { compile: false, scaffold: { out: "app/handlers" } };
  writeFileSync(join(folder, "openapi-packages.config.json"), JSON.stringify(config));
  await node(folder, [
    cli,
    "generate",
    join("spec", subject.entry),
    "--out",
    "packages",
    "--formatter",
    "none",
    ...subject.options,
  ]);
  const modules = join(folder, "node_modules");
  mkdirSync(join(modules, subject.scope), { recursive: true });
  for (const name of ["contract", "client", "server", "mocks"])
    symlinkSync(join(folder, "packages", name), join(modules, subject.scope, name), "dir");
  const installed = join(repositoryRoot, "node_modules");
  for (const name of readdirSync(installed))
    if (name !== subject.scope && !name.startsWith("."))
      symlinkSync(join(installed, name), join(modules, name), "dir");
}

const tsconfig = {
  extends: join(repositoryRoot, "tsconfig.json"),
  include: ["app"],
  exclude: ["node_modules"],
};

/** Asks `diff` of an edit, then makes the packages anew, compiles the project and runs it. */
export async function measureEdit(
  base: string,
  head: string,
  subject: Subject,
  answers: object = {},
): Promise<Measured> {
  const said = await node(base, [
    cli,
    "diff",
    join("spec", subject.entry),
    relative(base, join(head, "spec", subject.entry)),
    "--project",
    "tsconfig.json",
    "--out",
    "packages",
    "--format",
    "json",
    ...subject.options,
  ]);
  const { changes, compiled } = JSON.parse(said);
  return {
    changes,
    otherErrors: compiled?.other ?? [],
    compileErrors: await compile(head),
    run: await runCallers(base, head, answers),
  };
}

/** The places where a project does not compile. */
export async function compile(folder: string): Promise<readonly string[]> {
  const output = await node(folder, [compiler, "-p", "tsconfig.json", "--pretty", "false"], true);
  const places = [...output.matchAll(/^(\S+?)\((\d+),\d+\): error/gm)];
  return [...new Set(places.map(([, file, line]) => `${file}:${line}`))];
}

/** Runs the callers of one side at the mock and the handlers of another. */
export async function runCallers(base: string, head: string, answers: object): Promise<Run> {
  const program = join(import.meta.dirname, "run-callers.ts");
  const condition = "--conditions=@openapi-packages/source";
  return JSON.parse(await node(head, [condition, program, base, head, JSON.stringify(answers)]));
}

async function node(folder: string, args: readonly string[], mayFail = false): Promise<string> {
  try {
    const { stdout } = await execute(process.execPath, [...args], { cwd: folder, maxBuffer });
    return stdout;
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout?: string; readonly stderr?: string };
    if (mayFail && stdout !== undefined) return stdout;
    throw new Error(`${args.join(" ")}\n${stdout}${stderr}`, { cause: error });
  }
}

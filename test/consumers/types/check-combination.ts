import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../../../scripts/repository.ts";
import type { Check, Compiler, Resolution, Verdict } from "./combinations.ts";
import type { Projects } from "./projects.ts";

/** What came of one project with one compiler. */
export interface Outcome {
  readonly check: Check;
  readonly compiler: Compiler;
  readonly resolution: Resolution;
  /** Left out: what the compiler says is none of what it may say; `output` has it. */
  readonly verdict?: Verdict;
  /** Whether it is what is expected. */
  readonly succeeded: boolean;
  readonly output: string;
}

/**
 * Compiles the files of a check, and emits ECMAScript beside them, in `out`.
 *
 * @returns `undefined` where there is no such project: CommonJS that is bundled, a resolution that the version lacks
 */
export function checkCombination(
  projects: Projects,
  check: Check,
  compiler: Compiler,
  resolution: Resolution,
): Outcome | undefined {
  const expected = check.expected(compiler, resolution);
  if (expected === "no such project" || !resolution.versions.includes(compiler.version))
    return undefined;
  const folder = projects.folderOf(check);
  const configuration = join(folder, "tsconfig.json");
  const compilerOptions = {
    ...resolution.compilerOptions,
    target: "es2022",
    types: ["node"],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    rootDir: ".",
    outDir: "out",
    ...check.compilerOptions,
  };
  writeFileSync(configuration, JSON.stringify({ compilerOptions, files: check.files }));
  const { output } = compile(compiler, folder);
  const verdict = verdictOf(output);
  return {
    check,
    compiler,
    resolution,
    ...(verdict !== undefined && { verdict }),
    succeeded: verdict === expected,
    output,
  };
}

/** A line of what came of it, and what the compiler said where that is not what is expected. */
export function formatOutcome(outcome: Outcome): string {
  const { check, compiler, resolution, succeeded, verdict, output } = outcome;
  const title = `TypeScript ${compiler.version}, ${resolution.name}: ${check.title}`;
  const said = verdict === undefined || verdict === "compiles" ? "" : ` (${verdict})`;
  return succeeded
    ? `passed  ${title}${said}`
    : `FAILED  ${title}${said}, expected: ${check.expected(compiler, resolution)}\n${output}`;
}

/** Runs a compiler in a folder with a configuration. */
export function compile({ folder }: Compiler, project: string): { readonly output: string } {
  const tsc = join(repositoryRoot, "node_modules", folder, "bin", "tsc");
  const given = [tsc, "--project", "tsconfig.json", "--pretty", "false"];
  const { stdout, stderr, status } = spawnSync(process.execPath, given, {
    cwd: project,
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  const output = `${stdout}${stderr}`;
  if (status !== 0 && output.trim() === "") return { output: `tsc ended with ${status}` };
  return { output };
}

/** Paths of what is published from here. */
const own = /(?:^|\/)node_modules\/(?:@genai-app|@openapi-packages|openapi-packages)\//;

/** What a compiler says, by its output; `undefined` where it is none of what it may say. */
export function verdictOf(output: string): Verdict | undefined {
  // What follows an error is indented.
  const lines = output.split("\n").filter((line) => /^\S/.test(line));
  if (lines.length === 0) return "compiles";
  const errors = lines.map((line) => /^(?<path>.*)\(\d+,\d+\): error (?<code>TS\d+):/.exec(line));
  const all = (holds: (path: string, code: string) => boolean): boolean =>
    errors.every((error) => holds(error?.groups?.["path"] ?? "", error?.groups?.["code"] ?? ""));
  // Types of modules alone have a code of their own.
  if (all((_, code) => ["TS1479", "TS1541"].includes(code))) return "needs import()";
  if (all((path) => path.includes("node_modules/") && !own.test(path)))
    return "refuses declarations of others";
  return undefined;
}

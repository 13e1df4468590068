import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { holds, interpolate, type Context, type WorkflowJob } from "./workflow.ts";

/** The result of a job. */
export interface JobResult {
  /** The exit code of each step with a script, by its name, or `skipped`. */
  readonly steps: Readonly<Record<string, number | "skipped">>;
  readonly outputs: Readonly<Record<string, string>>;
  /** Standard output and error of all steps. */
  readonly output: string;
  /** The text of the job's summary. */
  readonly summary: string;
}

/** The environment of a job: a checkout, a folder for temporary files, and substitutes for the runner's commands. */
export interface Runner {
  readonly workspace: string;
  readonly temporary: string;
  readonly commands: string;
}

/** Runs the scripts of a job in order like a GitHub runner: with bash, which stops at the first failure. */
export async function runJob(
  job: WorkflowJob,
  context: Context,
  runner: Runner,
): Promise<JobResult> {
  const steps: Record<string, number | "skipped"> = {};
  const stepOutputs: Record<string, { outputs: Record<string, string> }> = {};
  const all = { ...context, steps: stepOutputs };
  const summary = join(runner.temporary, "summary.md");
  rmSync(summary, { force: true });
  let [output, hasFailed] = ["", false];
  for (const step of job.steps) {
    const { name = "", id, run, env = {} } = step;
    if (run === undefined) continue;
    if (!holds(step.if, hasFailed, all)) {
      steps[name] = "skipped";
      continue;
    }
    const outputFile = join(runner.temporary, "output");
    writeFileSync(outputFile, "");
    const result = await bash(run, runner, {
      ...Object.fromEntries(
        Object.entries(env).map(([key, value]) => [key, interpolate(value, all)]),
      ),
      GITHUB_OUTPUT: outputFile,
      GITHUB_STEP_SUMMARY: summary,
      RUNNER_TEMP: runner.temporary,
    });
    steps[name] = result.code;
    output += result.output;
    hasFailed ||= result.code !== 0;
    if (id !== undefined)
      stepOutputs[id] = { outputs: readOutputs(readFileSync(outputFile, "utf8")) };
  }
  const outputs = Object.fromEntries(
    Object.entries(job.outputs ?? {}).map(([key, value]) => [key, interpolate(value, all)]),
  );
  const text = existsSync(summary) ? readFileSync(summary, "utf8") : "";
  return { steps, outputs, output, summary: text };
}

/** Reads lines of `name=value`, and values of several lines: `name<<END`, the lines, `END`. */
function readOutputs(text: string): Record<string, string> {
  const pattern = /^(?<name>[\w-]+)(?:=(?<value>.*)|<<(?<end>.+)\n(?<lines>[\s\S]*?)\n\k<end>)$/gm;
  return Object.fromEntries(
    [...text.matchAll(pattern)].map(({ groups }) => [
      groups?.["name"] ?? "",
      groups?.["value"] ?? groups?.["lines"] ?? "",
    ]),
  );
}

interface BashResult {
  readonly code: number;
  readonly output: string;
}

/** Runs a script with the command line of `shell: bash`. */
export function bash(
  script: string,
  { workspace, temporary, commands }: Runner,
  env: Readonly<Record<string, string>> = {},
): Promise<BashResult> {
  const file = join(temporary, "step.sh");
  mkdirSync(temporary, { recursive: true });
  writeFileSync(file, script);
  const inherited = Object.entries(process.env).filter(
    ([key]) => !/^(?:npm_|NODE_|GITHUB_|CI$)/i.test(key),
  );
  const path = [commands, dirname(process.execPath), process.env["PATH"]].join(delimiter);
  return new Promise((resolve, reject) => {
    const child = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", file], {
      cwd: workspace,
      env: { ...Object.fromEntries(inherited), PATH: path, NO_COLOR: "1", ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => (output += text));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code: code ?? -1, output }));
  });
}

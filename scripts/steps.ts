import { spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "./repository.ts";

/** One part of `npm test`: a Node program and its arguments, run in the repository's root. */
export interface Step {
  readonly title: string;
  readonly program: readonly string[];
  /** The environment. Default: that of this process. */
  readonly env?: NodeJS.ProcessEnv;
  /** The path of Vitest's JSON report, if the tests are counted individually. */
  readonly report?: string;
}

/** The numbers of passed and failed tests. */
export interface TestCount {
  readonly passed: number;
  readonly failed: number;
}

/** The outcome of a step, with `tests` if its report was written. */
export interface StepOutcome {
  readonly title: string;
  readonly succeeded: boolean;
  readonly milliseconds: number;
  readonly output: string;
  readonly tests?: TestCount;
}

const report = "node_modules/.cache/test/vitest.json";
const tsc = (typescript: string, project: string) => [
  `node_modules/${typescript}/bin/tsc`,
  "--project",
  project,
];

/** The steps of `npm test`, the slowest first. */
const steps: readonly Step[] = [
  {
    title: "tests",
    program: [
      "node_modules/vitest/vitest.mjs",
      "run",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
      // By default Vitest keeps one processor for its main process, which has little to do. The other steps need one only at first.
      "--maxWorkers=100%",
    ],
    report,
  },
  {
    title: "generated packages are up to date",
    program: [
      "generator/src/cli.ts",
      "generate",
      "--config",
      "spec/openapi-packages.config.json",
      "--check",
    ],
  },
  { title: "types, TypeScript 7", program: tsc("typescript-7", "tsconfig.json") },
  {
    title: "rules for the description",
    program: ["node_modules/@redocly/cli/bin/cli.js", "lint", "spec/openapi.yaml"],
  },
  { title: "packages as they are published", program: ["scripts/check-packages.ts"] },
  { title: "code blocks of the READMEs and the guides", program: ["scripts/check-readme.ts"] },
  { title: "documentation", program: ["scripts/check-docs.ts"] },
  { title: "weights", program: ["scripts/weights.ts", "--check"] },
  { title: "format", program: ["scripts/check-format.ts"] },
  { title: "code rules", program: ["node_modules/oxlint/bin/oxlint", "--deny-warnings"] },
  { title: "imports", program: ["scripts/check-imports.ts"] },
  { title: "reads of bodies", program: ["scripts/check-reads.ts"] },
  { title: "generated operations", program: ["scripts/check-operations.ts"] },
  { title: "text", program: ["scripts/check-text.ts"] },
  { title: "sizes", program: ["scripts/sizes.ts"] },
];

/** The further steps of `npm run test:all`: other compilers, package managers and runtimes. */
const furtherSteps: readonly Step[] = [
  {
    title: "types of the packages, TypeScript 5.9",
    program: tsc("typescript", "scripts/tsconfig.packages.json"),
  },
  { title: "packages with all compilers", program: ["test/consumers/types/run.ts"] },
  { title: "projects of strangers", program: ["test/consumers/run.ts"] },
  {
    title: "runtimes",
    program: ["--conditions=@openapi-packages/source", "test/runtimes/run.ts"],
  },
];

/**
 * Returns the steps of `npm test` or `npm run test:all`. The latter sets `TEST_ALL` and, unless it is given, a `TEST_SEED`
 * of the day; `test/test-all.ts` reads both.
 */
export function stepsOf(all: boolean): Step[] {
  if (!all) return [...steps];
  const day = Math.floor(Date.now() / 86_400_000);
  const env = { TEST_SEED: String(day), ...process.env, TEST_ALL: "1" };
  return [...steps, ...furtherSteps].map((step) => ({ ...step, env }));
}

/** Runs a step to its end; never throws. */
export function runStep(step: Step): Promise<StepOutcome> {
  const reportFile = step.report === undefined ? undefined : join(repositoryRoot, step.report);
  if (reportFile !== undefined) rmSync(reportFile, { force: true });
  const started = performance.now();
  return new Promise((resolve) => {
    const child = spawn(process.execPath, step.program, {
      cwd: repositoryRoot,
      env: { ...(step.env ?? process.env), NO_COLOR: "1" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const chunks: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.on("error", (error) => chunks.push(Buffer.from(String(error))));
    child.on("close", (code) => {
      const tests = reportFile === undefined ? undefined : readTestCount(reportFile);
      resolve({
        title: step.title,
        succeeded: code === 0,
        milliseconds: performance.now() - started,
        output: Buffer.concat(chunks).toString(),
        ...(tests !== undefined && { tests }),
      });
    });
  });
}

/** Reads the counts of Vitest's JSON report; `undefined` if it was not written. */
function readTestCount(file: string): TestCount | undefined {
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(file, "utf8")) as {
      numPassedTests: number;
      numFailedTests: number;
    };
    return { passed: numPassedTests, failed: numFailedTests };
  } catch {
    return undefined;
  }
}

/**
 * Sums the outcomes. A step counts as one, or as its tests; a failure of a step whose tests all passed
 * counts too.
 */
export function tally(outcomes: readonly StepOutcome[]): TestCount {
  let passed = 0;
  let failed = 0;
  for (const { succeeded, tests } of outcomes) {
    passed += tests?.passed ?? (succeeded ? 1 : 0);
    failed += tests?.failed ?? 0;
    if (!succeeded && (tests?.failed ?? 0) === 0) failed += 1;
  }
  return { passed, failed };
}

/**
 * Formats a step: its outcome, duration and title, then its output; of a successful step only the
 * `SKIPPED` and `WARNING` lines and the last two.
 */
export function formatOutcome({ title, succeeded, milliseconds, output }: StepOutcome): string {
  const lines = output
    .trimEnd()
    .split("\n")
    .filter((line) => line.trim() !== "");
  const isShown = (line: string, index: number): boolean =>
    index >= lines.length - 2 || /^(?:SKIPPED|WARNING)/.test(line);
  const shown = succeeded ? lines.filter(isShown) : lines;
  const heading = `${succeeded ? "passed" : "FAILED"}  ${(milliseconds / 1000).toFixed(1)} s  ${title}`;
  return [heading, ...shown.map((line) => `    ${line}`)].join("\n");
}

import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const redocly = join(import.meta.dirname, "../../node_modules/@redocly/cli/bin/cli.js");
const config = join(import.meta.dirname, "../../redocly.yaml");
const clean = join(import.meta.dirname, "clean");

/** A change to the clean description: the first occurrence of `replace` becomes `by`. */
export interface Planting {
  /** Default: `openapi.yaml`. */
  readonly file?: "openapi.yaml" | "book.yaml";
  readonly replace: string;
  readonly by: string;
}

/** What one lint run found. */
export interface LintReport {
  /** `file:line:column  rule  message` of each finding, in the order reported. */
  readonly findings: readonly string[];
  /** The changed file. */
  readonly text: string;
}

/**
 * Lints one changed copy of the clean description per planting with the repository's own
 * configuration, all in one process.
 *
 * @throws when a planting's text is not in the clean description
 */
export async function lintPlantings(plantings: readonly Planting[]): Promise<LintReport[]> {
  const folder = await mkdtemp(join(tmpdir(), "rules-"));
  try {
    const texts = await Promise.all(
      plantings.map((planting, index) => plant(planting, join(folder, String(index)))),
    );
    const problems = await lint(folder, plantings.length);
    return texts.map((text, index) => ({
      text,
      findings: (problems[index] ?? []).map((problem) => describeProblem(problem, index)),
    }));
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function plant(planting: Planting, folder: string): Promise<string> {
  await cp(clean, folder, { recursive: true });
  const file = join(folder, planting.file ?? "openapi.yaml");
  const text = await readFile(file, "utf8");
  if (!text.includes(planting.replace)) throw new Error(`Nothing to replace: ${planting.replace}`);
  const planted = text.replace(planting.replace, () => planting.by);
  await writeFile(file, planted);
  return planted;
}

interface Problem {
  readonly ruleId: string;
  readonly message: string;
  readonly location: readonly {
    readonly source: { readonly ref: string };
    readonly start: { readonly line: number; readonly col: number };
  }[];
}

/** Redocly writes one JSON document per description, one after the other. */
function lint(folder: string, count: number): Promise<(readonly Problem[])[]> {
  const files = Array.from({ length: count }, (_, index) => `${index}/openapi.yaml`);
  const options = ["--config", config, "--format", "json", "--max-problems", "1000"];
  return new Promise((resolve, reject) => {
    const parameters = [redocly, "lint", ...files, ...options];
    execFile(process.execPath, parameters, { cwd: folder }, (_error, stdout, stderr) => {
      const reports = stdout.split(/(?<=^\})(?=\{$)/m);
      if (reports.length !== count) return reject(new Error(stderr));
      resolve(reports.map((report) => (JSON.parse(report) as { problems: Problem[] }).problems));
    });
  });
}

function describeProblem({ ruleId, message, location }: Problem, index: number): string {
  const [place] = location;
  const file = place?.source.ref.replace(`${index}/`, "");
  return `${file}:${place?.start.line}:${place?.start.col}  ${ruleId}  ${message}`;
}

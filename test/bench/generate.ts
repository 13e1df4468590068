import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { copyDescription, editText } from "./edit-description.ts";
import { folderSize, measure, median, type Measurement, type Outcome } from "./measure.ts";
import { count, formatTable, megabytes, ratio } from "./table.ts";
import {
  installedVersion,
  installPeers,
  ours,
  peers,
  peersFolder,
  repositoryRoot,
  type Tool,
} from "./tools.ts";

/** All runs of one tool on one description, or why there are none. */
interface Result {
  readonly name: string;
  readonly makes: string;
  readonly measurements: Measurement[];
  files: number;
  bytes: number;
  failure?: string;
}

/** The least that a generator does; it reads JSON only. */
const floor: Tool = {
  name: "floor",
  makes: "JSON.parse and print",
  command: (description, folder) => [join(import.meta.dirname, "floor.ts"), description, folder],
};

/** Runs a tool into a fresh folder without anything kept from before, and adds what it took. */
async function runCold(tool: Tool, description: string, result: Result): Promise<void> {
  if (result.failure !== undefined) return;
  const parent = mkdtempSync(join(tmpdir(), "bench-generate-"));
  const folder = join(parent, "out");
  try {
    mkdirSync(folder);
    const outcome = await measure(tool.command(description, folder), peersFolder);
    const size = folderSize(folder);
    add(result, size.files === 0 && !("failure" in outcome) ? nothingMade : outcome);
    Object.assign(result, size);
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}

const nothingMade: Outcome = { failure: "no file was written" };
const nothingToEdit: Outcome = { failure: "no summary or description in one line" };

function add(result: Result, outcome: Outcome): void {
  if ("failure" in outcome) result.failure = outcome.failure;
  else result.measurements.push(outcome.measurement);
}

function newResult({ name, makes }: Pick<Tool, "name" | "makes">): Result {
  return { name, makes, measurements: [], files: 0, bytes: 0 };
}

/** Measures this generator where it keeps what it made: unchanged, and after an edit of one summary. */
async function runWarm(description: string, runs: number): Promise<Result[]> {
  const unchanged = newResult({ name: "again, unchanged", makes: ours.makes });
  const edited = newResult({ name: "one summary edited", makes: ours.makes });
  const parent = mkdtempSync(join(tmpdir(), "bench-warm-"));
  const out = join(parent, "packages");
  try {
    mkdirSync(join(parent, "node_modules"));
    const copy = await copyDescription(description, join(parent, "description"));
    const run = () => measure(ours.command(copy.main, out), peersFolder);
    const first = await run();
    if ("failure" in first) return [{ ...unchanged, ...first }];
    for (let round = 0; round < runs; round += 1) {
      add(unchanged, await run());
      add(edited, editText(copy) ? await run() : nothingToEdit);
    }
    Object.assign(unchanged, folderSize(out));
    Object.assign(edited, folderSize(out));
    return [unchanged, edited];
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}

const header = [
  "tool",
  "makes",
  "wall ms (min–max)",
  "× ours",
  "CPU ms",
  "× ours",
  "peak MB",
  "× ours",
  "files",
  "MB",
  "× ours",
];

function row(result: Result, base: Result): string[] {
  if (result.failure !== undefined) return [result.name, result.makes, "failed"];
  const middle = (of: Result, key: keyof Measurement) => median(of.measurements.map((m) => m[key]));
  const wall = result.measurements.map(({ milliseconds }) => milliseconds);
  const against = (key: keyof Measurement) => ratio(middle(result, key), middle(base, key));
  return [
    result.name,
    result.makes,
    `${count(median(wall))} (${count(Math.min(...wall))}–${count(Math.max(...wall))})`,
    against("milliseconds"),
    count(middle(result, "cpuMilliseconds")),
    against("cpuMilliseconds"),
    megabytes(middle(result, "peakBytes")),
    against("peakBytes"),
    count(result.files),
    megabytes(result.bytes),
    ratio(result.bytes, base.bytes),
  ];
}

async function benchmark(description: string, tools: readonly Tool[], runs: number): Promise<void> {
  const results = new Map(tools.map((tool) => [tool, newResult(tool)]));
  for (let round = 0; round < runs; round += 1)
    for (const [tool, result] of results) await runCold(tool, description, result);
  const base = results.get(ours) ?? newResult(ours);
  const warm = base.measurements.length > 0 ? await runWarm(description, runs) : [];
  console.log(`\n## ${basename(description)}, ${runs} runs each, in turn\n`);
  const all = [...results.values(), ...warm];
  const rows = all.map((result) => row(result, base));
  console.log(formatTable(header, rows));
  for (const { name, failure } of all)
    if (failure !== undefined) console.log(`\n${name} failed: ${failure}`);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: "string", default: "3" }, only: { type: "string" } },
});
const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 1) throw new TypeError("--runs takes a whole number from 1");
const chosen = values.only?.split(",");
installPeers();
const tools = [ours, ...peers].filter(({ name }) => chosen?.includes(name) ?? true);
console.log(`Node ${process.versions.node}, ${availableParallelism()} processors`);
for (const tool of tools.filter((one) => one !== ours))
  console.log(`${tool.name} ${installedVersion(tool)}`);
const descriptions = positionals.length > 0 ? positionals : ["spec/openapi.yaml"];
for (const given of descriptions) {
  const description = resolve(positionals.length > 0 ? "." : repositoryRoot, given);
  const withFloor = description.endsWith(".json") && chosen === undefined;
  await benchmark(description, withFloor ? [...tools, floor] : tools, runs);
}

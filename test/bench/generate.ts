/**
 * Measures this generator, as it is published, and its peers: each run is a process of its own with an empty folder, in turn.
 * `--write` runs ours and Hey API alone, and writes what came of it into docs/figures.md and the README.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { belowOne, belowOneAmount } from "../../scripts/figures/division.ts";
import { writeFigures } from "../../scripts/figures/write-figures.ts";
import { buildGenerator } from "./build-generator.ts";
import { titleOf } from "./descriptions.ts";
import { copyDescription, editText } from "./edit-description.ts";
import {
  comparedTable,
  measuredTable,
  writtenTables,
  type Compared,
  type Result,
} from "./generate-tables.ts";
import { folderSize, measure, type Outcome } from "./measure.ts";
import {
  installedVersion,
  installPeers,
  peer,
  peers,
  peersFolder,
  publishedTools,
  repositoryRoot,
  type Tool,
} from "./tools.ts";

/** The least that a generator does; it reads JSON only. */
const floor: Tool = {
  name: "floor",
  makes: "JSON.parse and print",
  command: (description, folder) => [join(import.meta.dirname, "floor.ts"), description, folder],
};

/** Runs a tool into a fresh folder without anything kept from before, and adds what it took. */
async function runCold(tool: Tool, description: string, result: Result): Promise<void> {
  if (result.failure !== undefined) return;
  const folder = join(mkdtempSync(join(outputs, "run-")), "out");
  mkdirSync(folder);
  const outcome = await measure(tool.command(description, folder), peersFolder);
  const size = folderSize(folder);
  add(result, size.files === 0 && !("failure" in outcome) ? nothingMade : outcome);
  Object.assign(result, size);
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
  const unchanged = newResult({ name: "again, unchanged", makes: published.all.makes });
  const edited = newResult({ name: "one summary edited", makes: published.all.makes });
  const parent = mkdtempSync(join(tmpdir(), "bench-warm-"));
  const out = join(parent, "packages");
  try {
    mkdirSync(join(parent, "node_modules"));
    const copy = await copyDescription(description, join(parent, "description"));
    const run = () => measure(published.all.command(copy.main, out), peersFolder);
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

/** Runs all tools on a description and prints what they took. */
async function benchmark(title: string, description: string): Promise<Compared> {
  const withFloor = description.endsWith(".json") && values.only === undefined && !values.write;
  const all = withFloor ? [...tools, floor] : tools;
  const results = new Map(all.map((tool) => [tool, newResult(tool)]));
  for (let round = 0; round < runs; round += 1)
    for (const [tool, result] of results) await runCold(tool, description, result);
  const of = (tool: Tool) => results.get(tool) ?? newResult(tool);
  const warm = values.write ? [] : await runWarm(description, runs);
  console.log(`\n## ${title}, ${runs} runs each, in turn\n`);
  console.log(measuredTable([...results.values(), ...warm]));
  const ours = { client: of(published.client), all: of(published.all) };
  const theirs = chosenPeers.map(of);
  console.log(`\n${comparedTable(ours, theirs)}`);
  for (const { name, failure } of [...results.values(), ...warm])
    if (failure !== undefined) console.log(`\n${name} failed: ${failure}`);
  return { title, ours, theirs: of(figurePeer) };
}

async function write(compared: readonly Compared[]): Promise<void> {
  const { full, short } = writtenTables(compared);
  await writeFigures(
    "generation",
    { "docs/figures.md": full, "README.md": short, "docs/README.md": short },
    {
      reading: `${belowOne}; of memory, ${belowOneAmount}`,
      measured:
        "wall time and processor time of a process from its start, the largest process's memory",
      runs: `median of ${runs} runs each, in turn, each into an empty folder`,
      peers: [
        {
          name: figurePeer.name,
          version: installedVersion(figurePeer),
          configuration: `${figurePeer.makes}, as one folder of TypeScript`,
        },
      ],
      leftOut: "generators that make no validators, and runs that find nothing changed",
    },
  );
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: "string", default: "3" },
    only: { type: "string" },
    write: { type: "boolean", default: false },
  },
});
const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 1) throw new TypeError("--runs takes a whole number from 1");
if (values.write && values.only !== undefined) throw new TypeError("--write takes no --only");
/** The one peer that makes what ours makes of a client: types, functions and validators. */
const figurePeer = peer("hey-api");
const chosen = values.write ? [figurePeer.name] : values.only?.split(",");
const chosenPeers = peers.filter(({ name }) => chosen?.includes(name) ?? true);
installPeers();
/**
 * What cold runs write, which stays until the end: ext4 passes over files that were removed in the last
 * minutes whenever one is made, so that each run would pay for those before it.
 */
const outputs = mkdtempSync(join(tmpdir(), "bench-generate-"));
const { built, remove } = await buildGenerator();
const published = publishedTools(built);
const tools = [published.all, published.client, ...chosenPeers];
try {
  console.log(`Node ${process.versions.node}, ${availableParallelism()} processors`);
  for (const tool of chosenPeers) console.log(`${tool.name} ${installedVersion(tool)}`);
  const given = positionals.map((path) => resolve(path));
  const own = join(repositoryRoot, "spec/openapi.yaml");
  // What is written always has the description that everybody can run it on.
  const descriptions = given.length === 0 ? [own] : values.write ? [own, ...given] : given;
  const compared: Compared[] = [];
  const titles = await Promise.all(descriptions.map(titleOf));
  for (const [index, description] of descriptions.entries())
    compared.push(await benchmark(titles[index] ?? "", description));
  if (values.write) await write(compared);
} finally {
  remove();
  rmSync(outputs, { recursive: true, force: true });
}

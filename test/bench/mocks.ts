import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { buildGenerator } from "./build-generator.ts";
import { median, type Measurement } from "./measure.ts";
import { mockExchangesOf, type MockExchange } from "./mock-exchanges.ts";
import { freePort, startMock } from "./mock-process.ts";
import { mockPrograms, ourMock, type MockCase, type MockProgram } from "./mock-programs.ts";
import { load, type Load } from "./server-load.ts";
import type { Received, ServerProcess } from "./server-process.ts";
import { writeOwnDescription } from "./own-description.ts";
import { belowOne, belowOneAmount, divided, division } from "../../scripts/figures/division.ts";
import { writeFigures } from "../../scripts/figures/write-figures.ts";
import { count, formatTable, megabytes } from "./table.ts";
import { installedVersion, installPeers, peersFolder } from "./tools.ts";

/** What a mock server did with one request. */
interface Answered {
  readonly loads: Load[];
  bytes: number;
  /** The status of a body that is not allowed. */
  refusal?: number;
}

/** What a mock server did with one description. */
interface Result {
  readonly program: MockProgram;
  readonly given: MockCase;
  /** Milliseconds to the first answer, and those of them on processors. */
  readonly starts: number[];
  readonly processor: number[];
  /** Resident bytes after the first answer, and after the load. */
  readonly early: number[];
  readonly late: number[];
  readonly answered: Map<MockExchange, Answered>;
  /** What was made before the start. */
  prepared?: Measurement;
  /** Why there is nothing more. */
  failure?: string;
}

/** Seconds of load that are not counted. */
const warmUp = 1;

/** Few, so that slow servers are not measured by what they leave unanswered. */
const connections = 10;

async function newResult(program: MockProgram, description: string): Promise<Result> {
  const folder = mkdtempSync(join(parent, "case-"));
  const given = { description, folder, built, port: await freePort() };
  return { program, given, starts: [], processor: [], early: [], late: [], answered: new Map() };
}

/** Lets a mock server go through everything once, in a process of its own. */
async function run(result: Result, exchanges: readonly MockExchange[]): Promise<void> {
  const { program, given } = result;
  const [reading] = exchanges;
  if (reading === undefined || result.failure !== undefined) return;
  if (result.starts.length === 0 && program.prepare !== undefined)
    result.prepared = await program.prepare(given);
  const started = await startMock(program.command(given), given.port, asked(program, reading));
  try {
    check(reading, started.first);
    result.starts.push(started.milliseconds);
    result.processor.push((await started.server.processorTime()) / 1000);
    result.early.push(await started.server.residentBytes());
    for (const exchange of exchanges) await loadWith(exchange, started.server, result);
    result.late.push(await started.server.residentBytes());
  } finally {
    await started.server.stop();
  }
}

/** @throws {Error} when an answer is none of JSON with the right status */
function check({ name, status }: MockExchange, received: Received): void {
  const told = `${name} is answered ${received.status} ${received.text.slice(0, 200)}`;
  if (received.status !== status) throw new Error(told);
  try {
    JSON.parse(received.text);
  } catch (error) {
    throw new Error(told, { cause: error });
  }
}

/** An exchange as a program is asked for it. */
function asked({ pathOf }: MockProgram, exchange: MockExchange): MockExchange {
  return pathOf === undefined ? exchange : { ...exchange, path: pathOf(exchange) };
}

async function loadWith(
  exchange: MockExchange,
  server: ServerProcess,
  { program, answered }: Result,
): Promise<void> {
  const own = asked(program, exchange);
  const received = await server.send(own, own);
  check(exchange, received);
  const known = answered.get(exchange) ?? { loads: [], bytes: 0 };
  known.bytes = Buffer.byteLength(received.text);
  if (own.refusedBody !== undefined)
    known.refusal = (await server.send(own, { path: own.path, body: own.refusedBody })).status;
  answered.set(exchange, known);
  await load(server, own, warmUp, connections);
  known.loads.push(await load(server, own, duration, connections));
}

const ms = {
  start: ({ starts, prepared }: Result) => median(starts) + (prepared?.milliseconds ?? 0),
  processor: ({ processor, prepared }: Result) =>
    median(processor) + (prepared?.cpuMilliseconds ?? 0),
};

/** A quantity of ours by the same of another mock server; empty for one that failed. */
function against(
  of: (result: Result) => number,
  results: readonly Result[],
  other: Result,
): string {
  const own = results.find(({ program }) => program === ourMock);
  return divided(own && of(own), of(other));
}

function printStarts(description: string, results: readonly Result[]): void {
  const rows = results.map((result) => {
    const { program, starts, early, late, prepared } = result;
    if (starts.length === 0) return [program.name, "failed"];
    return [
      program.name,
      prepared === undefined ? "" : count(prepared.milliseconds),
      `${count(median(starts))} (${count(Math.min(...starts))}–${count(Math.max(...starts))})`,
      against(ms.start, results, result),
      count(ms.processor(result)),
      against(ms.processor, results, result),
      megabytes(median(early)),
      against((one) => median(one.early), results, result),
      late.length === 0 ? "failed" : megabytes(median(late)),
      against((one) => median(one.late), results, result),
    ];
  });
  const times = ["made before, ms", "first answer, ms", division, "CPU ms of both", division];
  const memory = ["MB then", division, "MB after load", division];
  const header = ["mock server", ...times, ...memory];
  const title = `${basename(description)}: start of the process to the first answer, memory`;
  console.log(`\n## ${title}; ${belowOne}, of memory ${belowOneAmount}\n`);
  console.log(formatTable(header, rows));
  for (const { program, failure } of results)
    if (failure !== undefined) console.log(`\n${program.name} failed: ${failure}`);
}

const loadsOf = (exchange: MockExchange, key: keyof Load) => (result: Result) =>
  median((result.answered.get(exchange)?.loads ?? []).map((one) => one[key]));

function printLoads(exchange: MockExchange, results: readonly Result[]): void {
  const [rate, p99, processor] = (["rate", "p99", "processor"] as const).map((key) =>
    loadsOf(exchange, key),
  ) as [ReturnType<typeof loadsOf>, ReturnType<typeof loadsOf>, ReturnType<typeof loadsOf>];
  const rows = results.map((result) => {
    const { loads = [], bytes = 0, refusal } = result.answered.get(exchange) ?? {};
    if (loads.length === 0) return [result.program.name, "failed"];
    return [
      result.program.name,
      count(rate(result)),
      p99(result).toFixed(0),
      processor(result).toFixed(1),
      against(processor, results, result),
      count(bytes),
      refusal === undefined ? "" : String(refusal),
    ];
  });
  const wrong = exchange.refusedBody === undefined ? [] : ["wrong body gets"];
  const header = ["mock server", "req/s", "p99 ms", "CPU µs/req", division, "bytes"];
  console.log(`\n## ${exchange.name}, median of ${rounds} runs of ${duration} s; ${belowOne}\n`);
  console.log(formatTable([...header, ...wrong], rows));
}

/** What is written: ours beside each other mock server. */
function writtenTable(exchanges: readonly MockExchange[], results: readonly Result[]): string {
  const header = ["theirs", "start to the first answer", "memory after load"];
  const requests = exchanges.map(
    ({ name }) => `processor time of ${name.replaceAll(/[\da-f-]{36}/g, "{id}")}`,
  );
  const rows = results
    .filter(({ program }) => program.package !== undefined)
    .map((result) => [
      result.program.name,
      against(ms.start, results, result) || "failed",
      against((one) => median(one.late), results, result) || "failed",
      ...exchanges.map(
        (exchange) => against(loadsOf(exchange, "processor"), results, result) || "failed",
      ),
    ]);
  return formatTable([...header, ...requests], rows);
}

async function write(table: string): Promise<void> {
  await writeFigures(
    "mocks",
    { "docs/figures.md": table },
    {
      reading: `${belowOne}; of memory, ${belowOneAmount}`,
      measured:
        "wall time from the start of the process, what is generated beforehand included; resident memory; processor time of a request",
      runs: `median of ${rounds} runs, in turn, with ${duration} s of load each`,
      peers: wanted
        .filter((program) => program.package !== undefined)
        .map((program) => ({
          name: program.name,
          version: installedVersion(program),
          configuration: program.does,
        })),
      leftOut: `requests a second; ours ${ourMock.does}`,
    },
  );
}

/** @returns the table that is written */
async function benchmark(description: string): Promise<string> {
  const exchanges = mockExchangesOf(readFileSync(description, "utf8"));
  const results: Result[] = [];
  for (const program of wanted) results.push(await newResult(program, description));
  for (let round = 0; round < rounds; round += 1)
    for (const result of results)
      await run(result, exchanges).catch((error: unknown) => {
        result.failure = error instanceof Error ? error.message : String(error);
      });
  printStarts(description, results);
  for (const exchange of exchanges) printLoads(exchange, results);
  return writtenTable(exchanges, results);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "2" },
    duration: { type: "string", default: "1.5" },
    only: { type: "string" },
    write: { type: "boolean", default: false },
  },
});
if (values.write && (values.only !== undefined || positionals.length > 0))
  throw new TypeError("--write takes neither --only nor a description");
const rounds = Number(values.rounds);
const duration = Number(values.duration);
const only = values.only?.split(",");
const wanted = mockPrograms.filter(({ name }) => only?.includes(name) ?? true);
installPeers();
const cache = join(peersFolder, ".cache");
mkdirSync(cache, { recursive: true });
const parent = mkdtempSync(join(cache, "mocks-"));
const { built, remove } = await buildGenerator();
try {
  console.log(`Node ${process.versions.node}, ${availableParallelism()} processors\n`);
  const rows = wanted.map((program) => [program.name, installedVersion(program), program.does]);
  console.log(formatTable(["mock server", "version", "does"], rows));
  console.log("\ncounterfact is not in the registry that packages are installed from: left out");
  const given = positionals.map((path) => resolve(path));
  const descriptions = given.length > 0 ? given : [await writeOwnDescription(parent)];
  for (const description of descriptions) {
    const table = await benchmark(description);
    if (values.write) await write(table);
  }
} finally {
  rmSync(parent, { recursive: true, force: true });
  remove();
}

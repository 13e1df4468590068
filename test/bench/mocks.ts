import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { median, type Measurement } from "./measure.ts";
import { mockExchangesOf, type MockExchange } from "./mock-exchanges.ts";
import { freePort, startMock } from "./mock-process.ts";
import {
  buildMockServer,
  mockPrograms,
  prism,
  type MockCase,
  type MockProgram,
} from "./mock-programs.ts";
import { load, type Load } from "./server-load.ts";
import type { Received, ServerProcess } from "./server-process.ts";
import { writeOwnDescription } from "./own-description.ts";
import { count, formatTable, megabytes, ratio } from "./table.ts";
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

function printStarts(description: string, results: readonly Result[]): void {
  const base = results.find(({ program }) => program === prism);
  const against = (of: (result: Result) => number, result: Result) =>
    ratio(of(result), base === undefined ? Number.NaN : of(base));
  const both = ({ starts, prepared }: Result) => median(starts) + (prepared?.milliseconds ?? 0);
  const processor = (one: Result) => median(one.processor) + (one.prepared?.cpuMilliseconds ?? 0);
  const rows = results.map((result) => {
    const { program, starts, early, late, prepared } = result;
    if (starts.length === 0) return [program.name, "failed"];
    return [
      program.name,
      prepared === undefined ? "" : count(prepared.milliseconds),
      `${count(median(starts))} (${count(Math.min(...starts))}–${count(Math.max(...starts))})`,
      against(both, result),
      count(processor(result)),
      against(processor, result),
      megabytes(median(early)),
      against((one) => median(one.early), result),
      late.length === 0 ? "failed" : megabytes(median(late)),
      against((one) => median(one.late), result),
    ];
  });
  const memory = ["MB then", "× Prism", "MB after load", "× Prism"];
  const times = [
    "made before, ms",
    "first answer, ms",
    "both × Prism",
    "CPU ms of both",
    "× Prism",
  ];
  const header = ["mock server", ...times, ...memory];
  console.log(`\n## ${basename(description)}: start of the process to the first answer, memory\n`);
  console.log(formatTable(header, rows));
  for (const { program, failure } of results)
    if (failure !== undefined) console.log(`\n${program.name} failed: ${failure}`);
}

function printLoads(exchange: MockExchange, results: readonly Result[]): void {
  const of = (program: MockProgram, key: keyof Load): number => {
    const result = results.find((one) => one.program === program);
    return median((result?.answered.get(exchange)?.loads ?? []).map((one) => one[key]));
  };
  const rows = results.map(({ program, answered }) => {
    const { loads = [], bytes = 0, refusal } = answered.get(exchange) ?? {};
    if (loads.length === 0) return [program.name, "failed"];
    return [
      program.name,
      count(of(program, "rate")),
      ratio(of(program, "rate"), of(prism, "rate")),
      of(program, "p99").toFixed(0),
      of(program, "processor").toFixed(1),
      ratio(of(prism, "processor"), of(program, "processor")),
      count(bytes),
      refusal === undefined ? "" : String(refusal),
    ];
  });
  const wrong = exchange.refusedBody === undefined ? [] : ["wrong body gets"];
  const header = ["mock server", "req/s", "× Prism", "p99 ms", "CPU µs/req", "× Prism", "bytes"];
  console.log(`\n## ${exchange.name}, median of ${rounds} runs of ${duration} s\n`);
  console.log(formatTable([...header, ...wrong], rows));
}

async function benchmark(description: string): Promise<void> {
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
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "2" },
    duration: { type: "string", default: "1.5" },
    only: { type: "string" },
  },
});
const rounds = Number(values.rounds);
const duration = Number(values.duration);
const only = values.only?.split(",");
const wanted = mockPrograms.filter(({ name }) => only?.includes(name) ?? true);
installPeers();
const cache = join(peersFolder, ".cache");
mkdirSync(cache, { recursive: true });
const parent = mkdtempSync(join(cache, "mocks-"));
const { built, remove } = buildMockServer();
try {
  console.log(`Node ${process.versions.node}, ${availableParallelism()} processors\n`);
  const rows = wanted.map((program) => [program.name, installedVersion(program), program.does]);
  console.log(formatTable(["mock server", "version", "does"], rows));
  console.log("\ncounterfact is not in the registry that packages are installed from: left out");
  const given = positionals.map((path) => resolve(path));
  const descriptions = given.length > 0 ? given : [await writeOwnDescription(parent)];
  for (const description of descriptions) await benchmark(description);
} finally {
  rmSync(parent, { recursive: true, force: true });
  remove();
}

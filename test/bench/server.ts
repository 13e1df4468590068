import { fork } from "node:child_process";
import { once } from "node:events";
import { isDeepStrictEqual, parseArgs } from "node:util";
import { join } from "node:path";
import { median } from "./measure.ts";
import { serverExchanges, type ServerExchange } from "./server-exchanges.ts";
import { load, type Load } from "./server-load.ts";
import { ServerProcess } from "./server-process.ts";
import { all, prepareServers, serverPrograms, type ServerProgram } from "./server-programs.ts";
import { belowOne, comparedTimes, division } from "../../scripts/figures/division.ts";
import { writeFigures } from "../../scripts/figures/write-figures.ts";
import { count, formatTable } from "./table.ts";
import { installedVersion, installPeers } from "./tools.ts";

const limit = "node:http, bare";

/** Holds a server to what all are to answer and to refuse. */
async function check(program: ServerProgram, server: ServerProcess): Promise<void> {
  for (const exchange of serverExchanges) {
    const { status, text } = await server.send(exchange, exchange);
    const isRight =
      status === exchange.status && isDeepStrictEqual(JSON.parse(text), exchange.answer);
    if (!isRight)
      throw new Error(`${program.name}: ${exchange.name} is answered ${status} ${text}`);
    if (program.name === limit) continue;
    for (const refused of exchange.refused) {
      const { status: actual } = await server.send(exchange, refused);
      if (actual !== 400) throw new Error(`${program.name}: ${refused.path} is answered ${actual}`);
    }
  }
}

/** Milliseconds from the start of a process to the end of its first answer. */
async function coldStart(file: string, exchange: ServerExchange): Promise<number> {
  const start = performance.now();
  const server = await ServerProcess.start(file);
  await server.send(exchange, exchange);
  const milliseconds = performance.now() - start;
  await server.stop();
  return milliseconds;
}

async function printColdStarts(folder: string): Promise<void> {
  const times = new Map<string, number[]>();
  const [exchange] = serverExchanges;
  if (exchange === undefined) return;
  for (let round = 0; round < rounds * 2 + 1; round += 1)
    for (const { name, file } of wanted) {
      const own = times.get(name) ?? [];
      times.set(name, [...own, await coldStart(join(folder, file), exchange)]);
    }
  const base = median(times.get(limit) ?? []);
  const rows = wanted.map(({ name, does }) => {
    const time = median(times.get(name) ?? []);
    return [name, time.toFixed(0), (time - base).toFixed(0), does];
  });
  console.log(`\n## From the start of the process to the first answer, median\n`);
  console.log(formatTable(["server", "ms", "over bare", "does"], rows));
}

/** @returns microseconds of processor time a request, by the server's name */
async function printLoads(folder: string, exchange: ServerExchange): Promise<Map<string, number>> {
  const loads = new Map<string, Load[]>();
  for (let round = 0; round < rounds; round += 1)
    for (const { name, file } of wanted) {
      const server = await ServerProcess.start(join(folder, file));
      await load(server, exchange, 2);
      loads.set(name, [...(loads.get(name) ?? []), await load(server, exchange, duration)]);
      await server.stop();
    }
  const of = (name: string, key: keyof Load): number =>
    median((loads.get(name) ?? []).map((one) => one[key]));
  const rows = wanted.map(({ name }) => [
    name,
    count(of(name, "rate")),
    of(name, "p99").toFixed(0),
    of(name, "processor").toFixed(1),
  ]);
  const bytes = `${count(JSON.stringify(exchange.answer).length)} bytes of answer`;
  console.log(`\n## ${exchange.name}, ${bytes}, median of ${rounds} runs of ${duration} s\n`);
  console.log(formatTable(["server", "req/s", "p99 ms", "CPU µs/req"], rows));
  return new Map(wanted.map(({ name }) => [name, of(name, "processor")]));
}

/** Ours beside each peer, by the processor time of a request of each kind. */
function comparedTable(times: ReadonlyMap<string, ReadonlyMap<string, number>>): string {
  const rows = wanted.flatMap(({ name, against }) => {
    if (against === undefined) return [];
    const cells = [...times.values()].map((of) => comparedTimes(of.get(against), of.get(name)));
    return [[against, name, ...cells]];
  });
  return formatTable(["ours", "theirs", ...times.keys()], rows);
}

/** What a program measures by itself. */
async function measured<Result>(file: string): Promise<Result> {
  const [result] = (await once(fork(file), "message")) as [Result];
  return result;
}

async function printRouters(folder: string): Promise<void> {
  const times = await measured<Record<string, Record<string, number>>>(join(folder, "routers.ts"));
  const [first = {}] = Object.values(times);
  const rows = Object.entries(times).map(([name, own]) => [
    name,
    ...Object.values(own).map((time) => count(time)),
  ]);
  console.log("\n## Finding one operation, ns\n");
  console.log(formatTable(["table", ...Object.keys(first)], rows));
}

async function printCore(folder: string): Promise<void> {
  const rates = await measured<Record<string, number>>(join(folder, "core.ts"));
  const rows = Object.entries(rates).map(([name, rate]) => [
    name,
    count(rate),
    (1e6 / rate).toFixed(2),
  ]);
  console.log(`\n## The core by itself, no socket\n`);
  console.log(formatTable(["request", "req/s", "µs"], rows));
}

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "3" },
    duration: { type: "string", default: "3" },
    only: { type: "string" },
    write: { type: "boolean", default: false },
  },
});
if (values.write && values.only !== undefined) throw new TypeError("--write takes no --only");
const rounds = Number(values.rounds);
const duration = Number(values.duration);
const only = values.only?.split(",");
const wanted = serverPrograms.filter(({ file }) => only?.includes(file.replace(".ts", "")) ?? true);
installPeers();
const { folder, remove } = await prepareServers();
try {
  for (const program of wanted) {
    const server = await ServerProcess.start(join(folder, program.file));
    await check(program, server);
    await server.stop();
  }
  await printRouters(folder);
  await printCore(folder);
  await printColdStarts(folder);
  const times = new Map<string, Map<string, number>>();
  for (const exchange of serverExchanges)
    times.set(exchange.name, await printLoads(folder, exchange));
  const table = comparedTable(times);
  console.log(`\n## Processor time of a request: ${division}, ${belowOne}\n\n${table}`);
  if (values.write)
    await writeFigures(
      "server",
      { "docs/figures.md": table },
      {
        measured: "processor time of a request, of the server's process",
        runs: `median of ${rounds} runs of ${duration} s each, in turn`,
        peers: serverPrograms
          .filter(({ against }) => against !== undefined)
          .map(({ name, packages = [], does }) => ({
            name,
            version:
              packages.map((one) => installedVersion({ package: one })).join(" and ") || "of Node",
            configuration: does,
          })),
        leftOut: `requests a second, which the machine's other work disturbs; ours is always with ${all}`,
      },
    );
} finally {
  remove();
}

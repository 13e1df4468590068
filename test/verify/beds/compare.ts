/**
 * Which faults of services are found whose authors had not read the checks: `npm run compare:beds -- [--bed NAME] [--fault ID]
 * [--seed N] [--write]`. Each fault is switched on alone; what is said of the faultless service is a false alarm. `--write`
 * writes the table into the README of packages/verify, and the found faults into found.json, of which tests try some again.
 */
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import type { VerifyReport } from "@openapi-packages/verify";
import { writeFigures } from "../../../scripts/figures/write-figures.ts";
import { formatTable } from "../../bench/table.ts";
import { lineOf, readBeds, verifyBed, type PlantedFault, type Verdict } from "./bed.ts";
import type { AskedFault, JudgedFault } from "./judge.ts";

const { values } = parseArgs({
  options: {
    bed: { type: "string", multiple: true },
    fault: { type: "string", multiple: true },
    seed: { type: "string", default: "0" },
    write: { type: "boolean", default: false },
  },
});

const seed = Number(values.seed);
const isAll = values.bed === undefined && values.fault === undefined;
if (values.write && !isAll) throw new Error("--write needs all faults of all services");

const beds = readBeds().filter(({ name }) => values.bed?.includes(name) !== false);
const rows: string[][] = [];
const foundOf: Record<string, readonly string[]> = {};
/** What is said of each service without faults, and how long that takes, one at a time. */
const faultless = new Map<string, VerifyReport>();
for (const bed of beds) {
  const report = await verifyBed(bed, undefined, { seed });
  for (const line of linesOf(report)) console.log(`${bed.name}, faultless: ${line}`);
  faultless.set(bed.name, report);
}
const waiting = beds
  .flatMap((bed) => bed.faults.map((fault) => ({ bed, fault })))
  .filter(({ fault }) => values.fault?.includes(fault.id) !== false);
const verdicts = new Map<PlantedFault, Verdict>();
await Promise.all([judgeAll(), judgeAll()]);
for (const bed of beds) {
  const clean = faultless.get(bed.name);
  if (clean === undefined) continue;
  const ofVerdict = (verdict: Verdict): string[] =>
    bed.faults.filter((fault) => verdicts.get(fault) === verdict).map(({ id }) => id);
  foundOf[bed.name] = ofVerdict("found");
  rows.push([
    `${bed.name}, ${clean.coverage.length} operations`,
    String(bed.faults.length),
    ...(["found", "elsewhere", "missed"] as const).map((one) => String(ofVerdict(one).length)),
    String(linesOf(clean).size),
    String(clean.exchanges),
    (clean.duration / 1000).toFixed(1),
  ]);
}
const header = [
  "service",
  "faults",
  "found",
  "said of another operation",
  "missed",
  "false alarms",
  "requests",
  "seconds",
];
const table = formatTable(header, rows);
console.log(table);
if (values.write) {
  writeFileSync(join(import.meta.dirname, "found.json"), `${JSON.stringify(foundOf, null, 2)}\n`);
  await writeFigures(
    "beds",
    { "packages/verify/README.md": table },
    {
      reading: undefined,
      measured:
        "faults of which a failure is said of an operation that has it; requests and seconds of a run without faults",
      runs: "one run of each fault, each in a process of its own",
      peers: [],
      leftOut: "whether a message names the cause",
    },
  );
}

/** Judges faults, each in a process of its own, while there are some. Two threads do so at the same time. */
async function judgeAll(): Promise<void> {
  const thread = new Worker(new URL("judge.ts", import.meta.url));
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { bed, fault } = next;
    const usual = linesOf(faultless.get(bed.name));
    thread.postMessage({ bed: bed.name, fault: fault.id, seed, usual } satisfies AskedFault);
    const [{ verdict, lines }] = (await once(thread, "message")) as [JudgedFault];
    verdicts.set(fault, verdict);
    const said = lines.map((line) => `            ${line}\n`).join("");
    console.log(`${verdict.padEnd(9)} ${bed.name}/${fault.id}: ${fault.what}\n${said}`.trimEnd());
  }
  await thread.terminate();
}

/** The failures of a report, a line each. */
function linesOf(report: VerifyReport | undefined): ReadonlySet<string> {
  return new Set(report?.failures.map(lineOf));
}

/**
 * Which faults of services are found whose authors had not read the checks: `npm run compare:beds -- [--bed NAME] [--fault ID]
 * [--seed N] [--write]`. Each fault is switched on alone; what is said of the faultless service is a false alarm. `--write`
 * writes the table into the README of packages/verify, and the found faults into found.json, of which tests try some again.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { writeFigures } from "../../../scripts/figures/write-figures.ts";
import { formatTable } from "../../bench/table.ts";
import { lineOf, readBeds, verdictOf, verifyBed, type Bed, type Verdict } from "./bed.ts";

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

const rows: string[][] = [];
const foundOf: Record<string, readonly string[]> = {};
for (const bed of readBeds()) {
  if (values.bed !== undefined && !values.bed.includes(bed.name)) continue;
  const clean = await verifyBed(bed, undefined, { seed });
  const usual = new Set(clean.failures.map(lineOf));
  for (const line of usual) console.log(`${bed.name}, faultless: ${line}`);
  const score = await scoreOf(bed, usual);
  foundOf[bed.name] = score.found;
  rows.push([
    `${bed.name}, ${clean.coverage.length} operations`,
    ...[bed.faults, score.found, score.elsewhere, score.missed].map(({ length }) => String(length)),
    String(usual.size),
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

async function scoreOf(bed: Bed, usual: ReadonlySet<string>): Promise<Record<Verdict, string[]>> {
  const score: Record<Verdict, string[]> = { found: [], elsewhere: [], missed: [] };
  for (const fault of bed.faults) {
    if (values.fault !== undefined && !values.fault.includes(fault.id)) continue;
    const { failures } = await verifyBed(bed, fault.id, { seed });
    const said = failures.filter((failure) => !usual.has(lineOf(failure)));
    const verdict = verdictOf(fault, said);
    score[verdict].push(fault.id);
    console.log(`${verdict.padEnd(9)} ${bed.name}/${fault.id}: ${fault.what}`);
    for (const line of new Set(said.map(lineOf))) console.log(`            ${line}`);
  }
  return score;
}

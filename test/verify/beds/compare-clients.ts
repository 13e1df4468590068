/**
 * Which faults of clients are found whose authors had not read the checks: `npm run compare:bed-clients -- [--bed NAME]
 * [--fault ID] [--write]`. What is said of the faultless client of a service counts for none of the others.
 */
import { parseArgs } from "node:util";
import { writeFigures } from "../../../scripts/figures/write-figures.ts";
import { formatTable } from "../../bench/table.ts";
import { lineOf, verdictOf, type Verdict } from "./bed.ts";
import { readClientBeds, verifyBedClient, type ClientBed } from "./clients.ts";

const { values } = parseArgs({
  options: {
    bed: { type: "string", multiple: true },
    fault: { type: "string", multiple: true },
    write: { type: "boolean", default: false },
  },
});
if (values.write && (values.bed !== undefined || values.fault !== undefined))
  throw new Error("--write needs all faults of all clients");

const rows: string[][] = [];
for (const bed of await readClientBeds()) {
  if (values.bed !== undefined && !values.bed.includes(bed.name)) continue;
  const clean = await verifyBedClient(bed, bed.faultless);
  const usual = new Set(clean.failures.map(lineOf));
  for (const line of usual) console.log(`${bed.name}, faultless: ${line}`);
  const score = await scoreOf(bed, usual);
  rows.push([
    `${bed.name}, ${clean.coverage.length} operations`,
    ...[bed.faulty, score.found, score.elsewhere, score.missed].map(({ length }) => String(length)),
    String(usual.size),
    String(clean.exchanges),
    (clean.duration / 1000).toFixed(1),
  ]);
}
const header = [
  "client of",
  "faults",
  "found",
  "said of another operation",
  "missed",
  "said of the faultless client",
  "calls",
  "seconds",
];
const table = formatTable(header, rows);
console.log(table);
if (values.write)
  await writeFigures(
    "bed-clients",
    { "docs/verify-clients.md": table },
    {
      reading: undefined,
      measured:
        "faults of which a failure is said of an operation that has it, and is not said of the client without faults; calls and seconds of a run without faults",
      runs: "one run of each fault",
      peers: [],
      leftOut: "whether a message names the cause",
    },
  );

async function scoreOf(
  bed: ClientBed,
  usual: ReadonlySet<string>,
): Promise<Record<Verdict, string[]>> {
  const score: Record<Verdict, string[]> = { found: [], elsewhere: [], missed: [] };
  for (const fault of bed.faulty) {
    if (values.fault !== undefined && !values.fault.includes(fault.id)) continue;
    const { failures } = await verifyBedClient(bed, fault.client);
    const said = failures.filter((failure) => !usual.has(lineOf(failure)));
    const verdict = verdictOf(fault, said);
    score[verdict].push(fault.id);
    console.log(`${verdict.padEnd(9)} ${bed.name}/${fault.id}: ${fault.what}`);
    for (const line of said.map(lineOf)) console.log(`            ${line}`);
  }
  return score;
}

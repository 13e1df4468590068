/**
 * Which faults of services are found whose authors had not read the checks: `npm run compare:beds -- [--bed NAME] [--fault ID]
 * [--seed N] [--write]`. Each fault is switched on alone; what is said of the faultless service is a false alarm.
 */
import { parseArgs } from "node:util";
import { verifyServer, type VerifyReport } from "@openapi-packages/verify";
import { formatTable } from "../../bench/table.ts";
import { readBeds, startBed, type Bed, type PlantedFault } from "./bed.ts";

const { values } = parseArgs({
  options: {
    bed: { type: "string", multiple: true },
    fault: { type: "string", multiple: true },
    seed: { type: "string", default: "0" },
  },
});

/** What was said of one service. */
interface Score {
  readonly found: readonly string[];
  readonly elsewhere: readonly string[];
  readonly missed: readonly string[];
}

const rows: string[][] = [];
for (const bed of readBeds()) {
  if (values.bed !== undefined && !values.bed.includes(bed.name)) continue;
  const clean = await verified(bed);
  const usual = new Set(clean.failures.map(lineOf));
  for (const line of usual) console.log(`${bed.name}, faultless: ${line}`);
  const score = await scoreOf(bed, usual);
  rows.push([
    bed.name,
    String(bed.faults.length),
    String(score.found.length),
    String(score.elsewhere.length),
    String(score.missed.length),
    String(usual.size),
    String(clean.exchanges),
    (clean.duration / 1000).toFixed(1),
  ]);
}
const header = [
  "service",
  "faults",
  "found",
  "elsewhere",
  "missed",
  "false alarms",
  "requests",
  "s",
];
console.log(formatTable(header, rows));

async function scoreOf(bed: Bed, usual: ReadonlySet<string>): Promise<Score> {
  const score = { found: [] as string[], elsewhere: [] as string[], missed: [] as string[] };
  for (const fault of bed.faults) {
    if (values.fault !== undefined && !values.fault.includes(fault.id)) continue;
    const { failures } = await verified(bed, fault.id);
    const said = failures.filter((failure) => !usual.has(lineOf(failure)));
    const verdict = verdictOf(fault, said);
    score[verdict].push(fault.id);
    console.log(`${verdict.padEnd(9)} ${bed.name}/${fault.id}: ${fault.what}`);
    for (const line of new Set(said.map(lineOf))) console.log(`            ${line}`);
  }
  return score;
}

/** A fault is found if a failure is one of its operations, and said elsewhere if it only is one of another. */
function verdictOf({ operations }: PlantedFault, said: VerifyReport["failures"]): keyof Score {
  if (said.length === 0) return "missed";
  const isThere = said.some(({ operationId = "" }) => operations.includes(operationId));
  return isThere ? "found" : "elsewhere";
}

async function verified(bed: Bed, fault?: string): Promise<VerifyReport> {
  const running = await startBed(bed, fault);
  try {
    return await verifyServer({
      description: bed.description,
      server: running.url,
      credentials: bed.credentials,
      otherCredentials: bed.otherCredentials,
      disposable: true,
      seed: Number(values.seed),
    });
  } finally {
    await running.stop();
  }
}

function lineOf({ check, operationId, message }: VerifyReport["failures"][number]): string {
  return `${check} ${operationId ?? ""}: ${message.replaceAll(/\s+/g, " ").slice(0, 220)}`;
}

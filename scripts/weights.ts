/**
 * Measures what everybody pays for these packages, and compares it with `scripts/weights.json`: bytes, files, lines,
 * modules, dependencies. `--check` leaves out what has to be built first, `--write` records what changed by more than
 * 2 %, and `--why` says what the growth is for.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { format } from "prettier";
import { count, formatTable } from "../test/bench/table.ts";
import { repositoryRoot } from "./repository.ts";
import { measureBundles } from "./weights/bundles.ts";
import { measureCalledFunctions } from "./weights/called-functions.ts";
import { measureCommand } from "./weights/command.ts";
import {
  compareWeights,
  formatGrowth,
  growth,
  recordWeights,
  type RecordedWeights,
} from "./weights/compare.ts";
import { measureFiles } from "./weights/files.ts";
import { measureDependencies, measureInstallations } from "./weights/installed.ts";
import type { Weight } from "./weights/weight.ts";

/** The recorded weights, by the command that compares them. */
type Recorded = Readonly<Record<"npm test" | "npm run weights", RecordedWeights>>;

const file = join(repositoryRoot, "scripts", "weights.json");

const { values } = parseArgs({
  options: {
    check: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
    why: { type: "string" },
  },
});
if (values.check && values.write) throw new Error("--check measures too little for --write");
const recorded = JSON.parse(readFileSync(file, "utf8")) as Recorded;
const quick = [
  ...(await measureBundles()),
  ...measureCalledFunctions(),
  ...(await measureCommand()),
  ...measureFiles(),
  ...measureDependencies(),
];
const slow = values.check ? undefined : measureInstallations();
if (values.write) await write(quick, slow ?? []);
else compare(quick, slow);

/** Prints the table, then the differences; the exit code is 1 if a weight grew. */
function compare(checked: readonly Weight[], built: readonly Weight[] | undefined): void {
  const differences = compareWeights(checked, recorded["npm test"]);
  if (built !== undefined) {
    differences.push(...compareWeights(built, recorded["npm run weights"]));
    printTable([...checked, ...built]);
  }
  for (const { message, isFault } of differences)
    console.log(isFault ? message : `WARNING ${message}`);
  const faults = differences.filter(({ isFault }) => isFault).length;
  console.log(`${checked.length + (built?.length ?? 0)} weights, ${faults} findings`);
  process.exitCode = faults === 0 ? 0 : 1;
}

function printTable(weights: readonly Weight[]): void {
  const lines = { ...recorded["npm test"], ...recorded["npm run weights"] };
  const rows = weights.map(({ name, value }) => {
    const line = lines[name];
    if (line === undefined) return [name, count(value), "", "", ""];
    const change = formatGrowth(growth(value, line.value));
    return [name, count(value), count(line.value), change, line.why];
  });
  console.log(formatTable(["weight", "now", "recorded", "change", "why it grew"], rows));
}

async function write(checked: readonly Weight[], built: readonly Weight[]): Promise<void> {
  const lines: Recorded = {
    "npm test": recordWeights(checked, recorded["npm test"], values.why),
    "npm run weights": recordWeights(built, recorded["npm run weights"], values.why),
  };
  writeFileSync(file, await format(JSON.stringify(lines), { parser: "json", printWidth: 100 }));
  console.log("scripts/weights.json is written");
}

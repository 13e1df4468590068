/**
 * Compiles what strangers write with what is published, with each version of TypeScript that is promised and each way to
 * find modules, and writes what came of it into `docs/runtimes.md`. Arguments choose versions (`5.5`) and resolutions
 * (`nodenext`); then nothing is written.
 */
import { writeSection } from "../../marked-section.ts";
import { packEverything } from "../tarballs.ts";
import { checkCombination, formatOutcome, type Outcome } from "./check-combination.ts";
import { checks, compilers, resolutions } from "./combinations.ts";
import { installProjects } from "./projects.ts";
import { verdictTable } from "./verdict-table.ts";

const words = process.argv.slice(2);
const versions: readonly string[] = compilers.map(({ version }) => version);
const names: readonly string[] = resolutions.map(({ name }) => name);
const stranger = words.find((word) => ![...versions, ...names].includes(word));
if (stranger !== undefined)
  throw new Error(`${stranger} is none of ${[...versions, ...names].join(", ")}`);

/** Whether an argument has it, or none is of its kind. */
const isChosen = (word: string, kind: readonly string[]): boolean =>
  words.includes(word) || !words.some((one) => kind.includes(one));

const projects = installProjects(packEverything());
const outcomes: Outcome[] = [];
for (const compiler of compilers.filter(({ version }) => isChosen(version, versions)))
  for (const resolution of resolutions.filter(({ name }) => isChosen(name, names)))
    for (const check of checks) {
      const outcome = checkCombination(projects, check, compiler, resolution);
      if (outcome === undefined) continue;
      outcomes.push(outcome);
      console.log(formatOutcome(outcome));
    }
projects.dispose();
if (words.length === 0) await writeSection("docs/runtimes.md", "types", verdictTable(outcomes));
const failed = outcomes.filter(({ succeeded }) => !succeeded).length;
console.log(`${outcomes.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

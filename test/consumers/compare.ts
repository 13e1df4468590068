/**
 * From an empty application to the first typed call, with this generator and two others: the steps that a person takes,
 * and the seconds that the commands take. A step is a command, or a file written by hand. Every program makes one call of the same
 * service and prints a typed member of its answer.
 *
 * Each way is gone in turn, as often as `--rounds` says: with a cache of npm that is empty, and with that of the time
 * before, in which package managers have everything but what `npx` installs. The medians are printed, then those of the
 * README's way divided by each other's (`--write` writes it), and how long npm installs nothing but what this generator depends on: no way can be shorter.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { belowOne, comparedTimes, division } from "../../scripts/figures/division.ts";
import { writeFigures } from "../../scripts/figures/write-figures.ts";
import { repositoryRoot } from "../../scripts/repository.ts";
import { formatTable } from "../bench/table.ts";
import { petsDescription } from "./descriptions.ts";
import { Machine } from "./machine.ts";
import type { Project } from "./project.ts";
import { serveRegistry } from "./registry.ts";
import { packPublished } from "./tarballs.ts";
import { linesOf, stepsOf, ways, type Way } from "./ways.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "3" },
    write: { type: "boolean", default: false },
  },
});
const rounds = Number(values.rounds);
const folder = join(repositoryRoot, "node_modules", ".cache", "consumers");
const tarballs = packPublished(join(folder, "compared"));
const registry = await serveRegistry(tarballs);

/** Seconds, or why there are none. */
type Measured = number | string;

interface Row {
  readonly name: string;
  readonly size: string;
  readonly go: (project: Project) => Promise<void>;
  /** What is not measured: that the program runs. */
  readonly check: (project: Project) => Promise<void>;
  readonly cold: Measured[];
  readonly warm: Measured[];
}

const rowOf = (way: Way): Row => ({
  name: way.name,
  size: `${stepsOf(way)} steps, ${linesOf(way)} lines typed`,
  async go(project) {
    await project.follow(way.steps);
  },
  async check(project) {
    await project.start("npx openapi-packages mock openapi.yaml --no-config --port 4010");
    assert.equal((await project.run(way.start)).trim(), "Rex");
  },
  cold: [],
  warm: [],
});

/** What npm takes for packages alone. */
function installation(name: string, packages: readonly string[]): Row {
  const command = `npm install ${packages.map((one) => `"${one}"`).join(" ")}`;
  return {
    name,
    size: `${packages.length} packages`,
    async go(project) {
      await project.run(command);
    },
    check: () => Promise.resolve(),
    cold: [],
    warm: [],
  };
}

const generator = tarballs.find(({ name }) => name === "openapi-packages");
const dependencies = Object.entries(generator?.manifest["dependencies"] ?? {}).map(
  ([name, range]) => `${name}@${range}`,
);
const named = ["openapi-typescript", "typescript", "ts-morph", "yaml", "prettier"];
const rows: readonly Row[] = [
  ...ways.map(rowOf),
  installation("npm install of our dependencies", dependencies),
  installation(
    `npm install of ${named.join(", ")}`,
    dependencies.filter((one) => named.includes(one.slice(0, one.lastIndexOf("@")))),
  ),
];

/** Goes a way on a new machine. */
async function measure({ go, check }: Row, cache: string): Promise<Measured> {
  const machine = await Machine.create(registry.url, cache);
  const { project } = machine;
  try {
    project.write("package.json", { name: "app", private: true, type: "module" });
    project.write("openapi.yaml", petsDescription);
    const started = performance.now();
    await go(project);
    const seconds = (performance.now() - started) / 1000;
    await check(project);
    return seconds;
  } catch (error) {
    return /^\w*Error: .*$/m.exec((error as Error).message)?.[0] ?? String(error);
  } finally {
    machine.dispose();
  }
}

for (let round = 0; round < rounds; round += 1)
  for (const [index, row] of rows.entries()) {
    const cache = join(folder, "npm-caches", String(index));
    rmSync(cache, { recursive: true, force: true });
    row.cold.push(await measure(row, cache));
    row.warm.push(await measure(row, cache));
  }
registry.close();

function median(measured: readonly Measured[]): number {
  const sorted = measured.filter((one) => typeof one === "number").toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low = NaN, high = NaN] = [sorted[(sorted.length - 1) >> 1], sorted[middle]];
  return (low + high) / 2;
}

/** The median; `undefined` where a run failed, so that nobody divides by it. */
function secondsOf(row: Row | undefined, kind: "cold" | "warm"): number | undefined {
  const all = row?.[kind] ?? [];
  return all.some((one) => typeof one === "string") ? undefined : median(all);
}

for (const row of rows) {
  const failure = [...row.cold, ...row.warm].find((one) => typeof one === "string");
  const of = (kind: "cold" | "warm") => `${kind} ${secondsOf(row, kind)?.toFixed(1)} s`;
  console.log(`${row.name}: ${row.size}; ${failure ?? `${of("cold")}, ${of("warm")}`}`);
}

const [ours, ...others] = ways;
const rowNamed = (name: string | undefined) => rows.find((row) => row.name === name);
const own = rowNamed(ours?.name);
const compared = others
  .filter((way) => way.package !== undefined)
  .map((way) => {
    const theirs = rowNamed(way.name);
    const cells = (["cold", "warm"] as const).map(
      (kind) => comparedTimes(secondsOf(own, kind), secondsOf(theirs, kind)) || "failed",
    );
    return [way.name, theirs?.size ?? "", ...cells];
  });
const table = formatTable(
  ["theirs", "steps", "empty cache of npm", "what npm had fetched before"],
  compared,
);
console.log(`\n${division}, ${belowOne}; ours: ${own?.name}, ${own?.size}\n\n${table}`);
if (values.write) {
  const text = `Ours, ${own?.name}: ${own?.size}.\n\n${table}`;
  await writeFigures(
    "start",
    {
      "docs/figures.md": text,
      "README.md": `From an empty folder to the first typed call. ${text}`,
    },
    {
      measured:
        "wall time of all commands, with a registry of this machine before npm's for our packages",
      runs: `median of ${rounds} rounds, in turn`,
      peers: [...new Set(others.flatMap((way) => way.package ?? []))].map((name) => ({
        name,
        version: execFileSync("npm", ["view", name, "version"], { encoding: "utf8" }).trim(),
        configuration: "a client without validators",
      })),
      leftOut: "starting the program, which is the same for all",
    },
  );
}

/**
 * From an empty application to the first typed call, with this generator and two others: the steps that a person takes,
 * and the seconds that the commands take. A step is a command, or a file written by hand. Every program makes one call of the same
 * service and prints a typed member of its answer.
 *
 * Each way is gone in turn, as often as `--rounds` says: with a cache of npm that is empty, and with that of the time
 * before, in which package managers have everything but what `npx` installs. The medians are printed, with their ratios to
 * the first peer's, and how long npm installs nothing but what this generator depends on: no way can be shorter.
 */
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { repositoryRoot } from "../../scripts/repository.ts";
import { petsDescription } from "./descriptions.ts";
import { Machine } from "./machine.ts";
import type { Project } from "./project.ts";
import { serveRegistry } from "./registry.ts";
import { packPublished } from "./tarballs.ts";
import { linesOf, stepsOf, ways, type Way } from "./ways.ts";

const { values } = parseArgs({ options: { rounds: { type: "string", default: "3" } } });
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

const peer = rows.find(({ name }) => name.startsWith("@hey-api"));

function shown(row: Row, kind: "cold" | "warm"): string {
  const seconds = median(row[kind]);
  const ratio = seconds / median(peer?.[kind] ?? []);
  return `${kind} ${seconds.toFixed(1)} s (${ratio.toFixed(2)})`;
}

for (const row of rows) {
  const failure = row.cold.find((one) => typeof one === "string");
  const result = failure ?? `${shown(row, "cold")}, ${shown(row, "warm")}`;
  console.log(`${row.name}: ${row.size}; ${result}`);
}

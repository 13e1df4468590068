/**
 * Sends requests that are full of hostile texts against many patterns, beside `RegExp` in a worker. `--write` writes the longest
 * block of each into docs/figures.md.
 */
import { parseArgs } from "node:util";
import { Worker, isMainThread, parentPort } from "node:worker_threads";
import { writeFigures } from "../../scripts/figures/write-figures.ts";
import { RunningCode } from "../../packages/compiler/src/compile/code/running-code.ts";
import { NamedSchemas } from "../../packages/compiler/src/compile/named-schemas.ts";
import { ValidatorCompiler } from "../../packages/compiler/src/compile/validators/validator-compiler.ts";
import { planPattern } from "../../packages/description/src/patterns/pattern-plan.ts";
import * as runtime from "../../packages/runtime/src/validation/index.ts";
import { hostilePatterns, hostileText, type HostilePattern } from "./hostile-patterns.ts";
import { formatTable } from "./table.ts";

/** The size of a request that a server accepts without further options. */
const mebibyte = 2 ** 20;

/** The lengths of texts that such a request is full of. */
const lengths = [8, 12, 20, 60, 100, 1000, 30_000, mebibyte - 10];

/** How long a regular expression may take by itself, in milliseconds. */
const patience = 2000;

/** Milliseconds of processor time that a validator takes for the worst of requests that are full of hostile texts. */
function longestBlock(hostile: HostilePattern, limits: object): number {
  const schema = { type: "array", items: { type: "string", ...limits, pattern: hostile.pattern } };
  const schemas = new Map([["/components/schemas/A", { name: "A", json: schema }]]);
  const { partOf } = new ValidatorCompiler(new NamedSchemas(schemas));
  const check = new RunningCode(partOf, runtime).function("checkA") as runtime.Check;
  const times = lengths.map((length) => {
    const text = hostileText(hostile, length);
    const body = JSON.stringify(
      Array.from({ length: Math.floor(mebibyte / (Buffer.byteLength(text) + 3)) }, () => text),
    );
    const value: unknown = JSON.parse(body);
    const start = process.cpuUsage();
    runtime.validator(check)(value);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  });
  return Math.max(...times);
}

/** Milliseconds that a regular expression takes for one text as large as a request, `patience` at most. */
async function nativeTime(worker: Worker, hostile: HostilePattern): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const timer = setTimeout(() => resolve(patience), patience);
  worker.once("message", resolve);
  worker.postMessage(hostile);
  const time = await promise;
  clearTimeout(timer);
  return time;
}

async function run(): Promise<void> {
  const rows: string[][] = [];
  let longest = 0;
  let outOfPatience = 0;
  for (const hostile of hostilePatterns) {
    const worker = new Worker(import.meta.filename);
    const native = await nativeTime(worker, hostile);
    await worker.terminate();
    const plan = planPattern(hostile.pattern);
    const blocks = [{}, { maxLength: 100 }].map((limits) => longestBlock(hostile, limits));
    longest = Math.max(longest, ...blocks);
    if (native >= patience) outOfPatience += 1;
    const how = plan.isLinear ? "RegExp" : plan.program === undefined ? "short texts" : "steps";
    rows.push([
      hostile.pattern,
      hostile.growth,
      how,
      plan.isLinear ? "any" : String(plan.longest),
      native >= patience ? `> ${patience}` : native.toFixed(0),
      ...blocks.map((block) => block.toFixed(0)),
    ]);
  }
  const table = formatTable(
    [
      "pattern",
      "growth",
      "matched by",
      "longest text",
      "RegExp, ms",
      "ours, ms",
      "maxLength 100, ms",
    ],
    rows,
  );
  console.log(table);
  console.log(`longest block: ${longest.toFixed(0)} ms`);
  const { values } = parseArgs({ options: { write: { type: "boolean", default: false } } });
  if (!values.write) return;
  const text =
    `Of ${hostilePatterns.length} patterns, \`RegExp\` took longer than ${patience / 1000} s for ${outOfPatience} with one text of a ` +
    `mebibyte. The longest that a request of a mebibyte kept a validator of ours busy was ${longest.toFixed(0)} ms.`;
  await writeFigures(
    "patterns",
    { "docs/figures.md": text },
    {
      reading: undefined,
      measured: "processor time of the validator; wall time of `RegExp` in a worker",
      runs: `one run of each pattern with ${lengths.length} lengths of texts, with and without maxLength`,
      peers: [
        {
          name: "RegExp",
          version: `of Node ${process.versions.node}`,
          configuration: "the flag u",
        },
      ],
      leftOut: "patterns that are not in test/bench/hostile-patterns.ts",
    },
  );
}

if (isMainThread) await run();
else
  parentPort?.on("message", (hostile: HostilePattern) => {
    const text = hostileText(hostile, mebibyte);
    const start = performance.now();
    new RegExp(hostile.pattern, "u").test(text);
    parentPort?.postMessage(performance.now() - start);
  });

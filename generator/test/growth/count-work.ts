/**
 * Prints the work that a description of a kind is at several sizes. The arguments are the kind and the sizes. Run by
 * `growth.test.ts` without V8's optimiser, which does not count calls.
 */
import type { HeapProfiler } from "node:inspector";
import { Session } from "node:inspector/promises";
import { descriptionOf, type Kind } from "./description.ts";

/** The work of one size. */
export interface Work {
  readonly size: number;
  /** How often each function was called and each of its branches and loops was entered. */
  readonly steps: Readonly<Record<string, number>>;
  /** The memory that was taken, whether or not it was let go again. */
  readonly bytes: number;
}

const [kind, ...sizes] = process.argv.slice(2);
const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
const { attempt } = await import("../hostile/attempt.ts");

// Work that a process does once does not grow with the description, and is not counted.
read(1);
const all: Work[] = [];
for (const size of sizes.map(Number)) all.push(await workOf(size));
session.disconnect();
console.log(JSON.stringify(all));

/** Does all that is done before anything is printed: load, model, compile and emit. */
function read(size: number): void {
  const outcome = attempt(JSON.stringify(descriptionOf(kind as Kind, size)), "@case");
  if ("refused" in outcome) throw outcome.refused;
}

async function workOf(size: number): Promise<Work> {
  await session.post("Profiler.takePreciseCoverage");
  await session.post("HeapProfiler.startSampling", {
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  });
  read(size);
  const { profile } = await session.post("HeapProfiler.stopSampling");
  const { result } = await session.post("Profiler.takePreciseCoverage");
  const steps: Record<string, number> = {};
  for (const { url, functions } of result) {
    if (!url.startsWith("file:")) continue;
    for (const { functionName, ranges } of functions) {
      const name = `${url.slice(url.lastIndexOf("/", url.lastIndexOf("/") - 1) + 1)} ${functionName} ${ranges[0]?.startOffset}`;
      const count = ranges.reduce((sum, range) => sum + range.count, 0);
      steps[name] = (steps[name] ?? 0) + count;
    }
  }
  return { size, steps, bytes: bytesOf(profile.head) };
}

function bytesOf({ selfSize, children }: HeapProfiler.SamplingHeapProfileNode): number {
  return children.reduce((sum, child) => sum + bytesOf(child), selfSize);
}

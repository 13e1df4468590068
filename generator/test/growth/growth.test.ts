import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { isTestAll } from "../../../test/test-all.ts";
import type { Work } from "./count-work.ts";
import { kinds, type Kind } from "./description.ts";

const sizes = isTestAll ? [10, 40, 200, 1000, 5000] : [10, 40];

/**
 * How often its share a function may take of more. What is sorted, or is as deep as a tree, takes somewhat more than once;
 * what grows with the square takes as many times its share as there are times more.
 */
const mostOfShare = 2;

async function workOf(kind: Kind): Promise<Work[]> {
  const program = join(import.meta.dirname, "count-work.ts");
  const options = ["--no-opt", "--no-maglev", "--conditions=@openapi-packages/source"];
  const args = [...options, program, kind, ...sizes.map(String)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 1 << 28 });
  return JSON.parse(stdout) as Work[];
}

/** Says what became more than in proportion to the size. */
function excesses(smaller: Work, larger: Work): string[] {
  const factor = larger.size / smaller.size;
  const excess = (what: string, before: number, after: number): string[] =>
    after > before * factor * mostOfShare
      ? [`${what}: ${before} for ${smaller.size}, ${after} for ${larger.size}`]
      : [];
  const steps = Object.entries(larger.steps).flatMap(([name, count]) =>
    // What is done a few times for each says little: some of it depends on the values that mocks make up.
    excess(name, Math.max(smaller.steps[name] ?? 0, smaller.size * 10), count),
  );
  return [...excess("bytes", smaller.bytes, larger.bytes), ...steps];
}

it.for(kinds)("the work is in proportion to the number of %s", async (kind) => {
  const all = await workOf(kind);
  expect(all.map(({ size }) => size)).toEqual(sizes);
  expect(all.slice(1).flatMap((larger, index) => excesses(all[index] as Work, larger))).toEqual([]);
});

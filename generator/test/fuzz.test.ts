import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { node } from "./support.ts";

/** How often, and from which number on; a run with another seed tries other changes. */
const runs = process.env["FUZZ_RUNS"] ?? "150";
const seed = process.env["FUZZ_SEED"] ?? "20250101";

it("random changes of a description's structure are taken or refused, never a crash", async () => {
  const script = join(import.meta.dirname, "fuzz", "run.ts");
  // A description that has no end ends the process.
  const timeout = 100_000 + Number(runs) * 200;
  const { stdout } = await promisify(execFile)(node, [script, runs, seed], { timeout });
  const { taken, refused, failure, errors } = JSON.parse(stdout) as {
    readonly taken: number;
    readonly refused: number;
    readonly failure: unknown;
    readonly errors: readonly string[];
  };
  expect(failure).toBeNull();
  // What was taken compiles and loads.
  expect(errors).toEqual([]);
  // Few changes leave nothing to generate from.
  expect(taken).toBeGreaterThan(refused);
});

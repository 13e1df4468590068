import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { runs, seed } from "../../test/test-all.ts";
import { node } from "./support.ts";

it("random changes of a description's structure are taken or refused, never a crash", async () => {
  const script = join(import.meta.dirname, "fuzz", "run.ts");
  const changes = runs(15, 5000);
  const args = [script, String(changes), String(seed(20_250_101))];
  // A description that has no end ends the process.
  const timeout = 100_000 + changes * 200;
  const { stdout } = await promisify(execFile)(node, args, { timeout });
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

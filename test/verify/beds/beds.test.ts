import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { isTestAll, sampled } from "../../test-all.ts";
import { foundOf, lineOf, readBeds, verdictOf, verifyBed } from "./bed.ts";

const hasProgram = (name: string): boolean =>
  spawnSync(name, ["--version"], { stdio: "ignore" }).status === 0;

const seeds = isTestAll ? Array.from({ length: 21 }, (_, index) => index) : [0];
const beds = readBeds().filter(({ command: [program = ""] }) => hasProgram(program));

describe.each(sampled(beds, 20))("$name", (bed) => {
  test.each(seeds)("nothing is said of the faultless service, with seed %i", async (seed) => {
    const { failures, errors } = await verifyBed(bed, undefined, { seed });
    expect(failures.map(lineOf)).toEqual([]);
    expect(errors).toEqual([]);
  });

  test.runIf(isTestAll)("nothing is said of it with one principal, or live", async () => {
    for (const options of [{ otherCredentials: {} }, { disposable: false }]) {
      const { failures } = await verifyBed(bed, undefined, options);
      expect(failures.map(lineOf)).toEqual([]);
    }
  });
});

const found = beds.flatMap((bed) =>
  bed.faults
    .filter(({ id }) => foundOf[bed.name]?.includes(id))
    .map((fault) => ({ bed, name: bed.name, id: fault.id, fault })),
);

// `replays.test.ts` finds a sample of them in `npm test`.
describe.runIf(isTestAll)("of the faults that were found", () => {
  test.each(found)("$id of $name is still found", async ({ bed, fault }) => {
    const { failures } = await verifyBed(bed, fault.id);
    expect(verdictOf(fault, failures)).toBe("found");
  });
});

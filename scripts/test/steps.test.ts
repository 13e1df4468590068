import { expect, test } from "vitest";
import { formatOutcome, runStep, stepsOf, tally, type StepOutcome } from "../steps.ts";

const outcome = (members: Partial<StepOutcome>): StepOutcome => ({
  title: "step",
  succeeded: true,
  milliseconds: 1234,
  output: "",
  ...members,
});

test("a step counts as one, a step with tests as its tests", () => {
  expect(
    tally([
      outcome({}),
      outcome({ succeeded: false }),
      outcome({ tests: { passed: 20, failed: 0 } }),
    ]),
  ).toEqual({ passed: 21, failed: 1 });
});

test("failed tests are counted one by one, their step not once more", () => {
  const tests = { passed: 5, failed: 3 };
  expect(tally([outcome({ succeeded: false, tests })])).toEqual({ passed: 5, failed: 3 });
});

test("a failure beside the tests, such as a file that cannot be loaded, counts", () => {
  const tests = { passed: 5, failed: 0 };
  expect(tally([outcome({ succeeded: false, tests })])).toEqual({ passed: 5, failed: 1 });
});

test("a failed step shows all its output, a passed one the end", () => {
  const output = "one\n\ntwo\nthree\n";
  expect(formatOutcome(outcome({ output }))).toBe("passed  1.2 s  step\n    two\n    three");
  expect(formatOutcome(outcome({ output, succeeded: false }))).toBe(
    "FAILED  1.2 s  step\n    one\n    two\n    three",
  );
});

test("what a success has skipped or warns of is shown as well", () => {
  const output = "one\nSKIPPED: a part\nWARNING a.ts\ntwo\nthree\n";
  expect(formatOutcome(outcome({ output }))).toBe(
    "passed  1.2 s  step\n    SKIPPED: a part\n    WARNING a.ts\n    two\n    three",
  );
});

test("a step runs to its end and gives both its outputs and its outcome", async () => {
  const program = ["-e", "console.log('out'); console.error('err'); process.exitCode = 1"];
  const { succeeded, output } = await runStep({ title: "step", program });
  expect(succeeded).toBe(false);
  expect(output.split("\n").toSorted()).toEqual(["", "err", "out"]);
});

test("a report that was not written is no count", async () => {
  const program = ["-e", ""];
  const report = "node_modules/.cache/test/not-written.json";
  expect(await runStep({ title: "step", program, report })).not.toHaveProperty("tests");
});

test("a run of all has the steps of npm test, with TEST_ALL, and further ones", () => {
  const few = stepsOf(false).map(({ title }) => title);
  const all = stepsOf(true);
  expect(all.slice(0, few.length).map(({ title }) => title)).toEqual(few);
  expect(all.length).toBeGreaterThan(few.length);
  for (const { env } of all)
    expect(env).toMatchObject({ TEST_ALL: "1", TEST_SEED: expect.stringMatching(/^\d+$/) });
});

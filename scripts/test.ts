/** Runs the steps of `npm test`, or with `--all` those of `npm run test:all`. */
import { formatOutcome, runStep, stepsOf, tally, type StepOutcome } from "./steps.ts";

/** Runs all steps, two at a time, and prints the outcome of each. */
async function runSteps(): Promise<StepOutcome[]> {
  const waiting = stepsOf(process.argv.includes("--all"));
  const outcomes: StepOutcome[] = [];
  const work = async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const outcome = await runStep(step);
      outcomes.push(outcome);
      console.log(formatOutcome(outcome));
    }
  };
  await Promise.all([work(), work()]);
  return outcomes;
}

const outcomes = await runSteps();
const { passed, failed } = tally(outcomes);
const failedTitles = outcomes.filter(({ succeeded }) => !succeeded).map(({ title }) => title);
if (failedTitles.length > 0) console.log(`\nfailed: ${failedTitles.join(", ")}`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

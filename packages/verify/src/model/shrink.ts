import { isObject } from "@openapi-packages/runtime/internals";
import type { Divergence } from "./divergence.ts";
import { bodyValidator } from "./planner.ts";
import type { SequenceResult } from "./sequence-run.ts";
import { namedRecords, type RecordNumber, type Step } from "./step.ts";

/** A sequence that diverges. */
export interface DivergentRun {
  readonly steps: readonly Step[];
  readonly result: SequenceResult;
  readonly divergence: Divergence;
}

/** Runs steps again; `undefined` if they do not diverge in the same way. */
export type RunAgain = (steps: readonly Step[]) => Promise<DivergentRun | undefined>;

/** The most runs for shrinking one divergence. */
const mostRuns = 60;

/**
 * Shrinks a sequence to the shortest that still diverges: drops the steps after the divergence, then each
 * unnecessary step, then members of bodies.
 */
export async function shrink(run: DivergentRun, again: RunAgain): Promise<DivergentRun> {
  const shrinking = new Shrinking(run, again);
  await shrinking.removeSteps();
  await shrinking.removeMembers();
  return shrinking.best;
}

class Shrinking {
  best: DivergentRun;
  readonly #again: RunAgain;
  #runs = 0;

  constructor(run: DivergentRun, again: RunAgain) {
    this.best = run;
    this.#again = again;
  }

  /** Tries shorter sequences until none of them diverges. */
  async removeSteps(): Promise<void> {
    for (let size = -1; size !== this.best.steps.length;) {
      this.best = { ...this.best, steps: stepsUntil(this.best) };
      size = this.best.steps.length;
      for (let index = size - 2; index >= 0; index -= 1) {
        if (index >= this.best.steps.length) continue;
        await this.#try(without(this.best.steps, index));
      }
    }
  }

  async removeMembers(): Promise<void> {
    for (const [index, step] of this.best.steps.entries()) {
      const { body } = step;
      if (!isObject(body)) continue;
      for (const name of Object.keys(body)) {
        const current = this.best.steps[index];
        if (current === undefined || !isObject(current.body)) break;
        const { [name]: _, ...fewer } = current.body;
        if (Object.keys(fewer).length === 0 || !bodyValidator(step.call)(fewer)) continue;
        const references = current.references.filter(({ pointer }) => pointer[0] !== name);
        const simpler = { ...current, body: fewer, references };
        await this.#try(this.best.steps.with(index, simpler));
      }
    }
    await this.removeSteps();
  }

  async #try(steps: readonly Step[]): Promise<void> {
    if (steps.length === 0 || this.#runs >= mostRuns) return;
    this.#runs += 1;
    const run = await this.#again(steps);
    if (run !== undefined) this.best = run;
  }
}

/** Returns the steps up to the divergence. */
function stepsUntil({ result, divergence }: DivergentRun): readonly Step[] {
  return result.observations.slice(0, divergence.at + 1).map(({ step }) => step);
}

/** Returns the steps without one, and without those that depend on it. */
function without(steps: readonly Step[], index: number): readonly Step[] {
  const gone = new Set<RecordNumber>();
  return steps.filter((step, at) => {
    const isLeftOut = at === index || namedRecords(step).some((record) => gone.has(record));
    if (isLeftOut && step.creates !== undefined) gone.add(step.creates);
    return !isLeftOut;
  });
}

import type { AnyResult } from "../result.ts";
import type { Answer, Fail } from "./types.ts";

/** A documented result on its way out of a handler: what `fail` makes, to be thrown. */
export class ThrownAnswer extends Error {
  readonly answer: Answer<AnyResult>;

  constructor(answer: Answer<AnyResult>) {
    super(`answered with ${answer.status}`);
    this.name = "ThrownAnswer";
    this.answer = answer;
  }
}

/**
 * The `fail` that handlers get, without their types: for calling a handler in a test,
 * `handler(input, context, anyFail)`. In a handler use its own, which takes documented results alone.
 */
export const anyFail: Fail<AnyResult> = (answer) => new ThrownAnswer(answer);

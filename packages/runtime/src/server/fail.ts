import type { AnyResult } from "../result.ts";
import type { Answer, Fail } from "./types.ts";

/** An error that carries a documented result out of a handler; `fail` creates it. */
export class ThrownAnswer extends Error {
  readonly answer: Answer<AnyResult>;

  constructor(answer: Answer<AnyResult>) {
    super(`answered with ${answer.status}`);
    this.name = "ThrownAnswer";
    this.answer = answer;
  }
}

/**
 * An untyped `fail` for calling a handler in a test: `handler(input, context, anyFail)`. Inside a handler
 * use its third parameter, which only accepts documented results.
 */
export const anyFail: Fail<AnyResult> = (answer) => new ThrownAnswer(answer);

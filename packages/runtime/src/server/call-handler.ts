import type { AnyResult } from "../result.ts";
import { ThrownAnswer } from "./fail.ts";
import type { Answer, Fail, Handler } from "./types.ts";

/** A handler of any operation. */
export type AnswerWith<Context> = Handler<unknown, AnyResult, Context>;

const fail: Fail<AnyResult> = (answer) => new ThrownAnswer(answer);

/** Calls a handler and returns its answer, whether it was returned or thrown. */
export function answerOf<Context>(
  handler: AnswerWith<Context>,
  input: unknown,
  context: Context,
): Answer<AnyResult> | Promise<Answer<AnyResult>> {
  try {
    const answer = handler(input, context, fail);
    return answer instanceof Promise ? answer.catch(thrownAnswer) : answer;
  } catch (error) {
    return thrownAnswer(error);
  }
}

function thrownAnswer(error: unknown): Answer<AnyResult> {
  if (error instanceof ThrownAnswer) return error.answer;
  throw error;
}

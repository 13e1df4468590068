import type { AnyResult } from "@openapi-packages/runtime";
import type { Answer } from "@openapi-packages/runtime/server";

/**
 * Gives an example of the description the type of its operation's results. The generator has held
 * it against the schema; the compiler is not asked again.
 */
export function example<Result extends AnyResult>(answer: Answer<AnyResult>): Answer<Result> {
  return answer as Answer<Result>;
}

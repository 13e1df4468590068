import type { Diagnostic, SourceLocation } from "../../diagnostics.ts";
import type { UnfilledError } from "./plan-errors.ts";

/** A server answers with problem details where a documented schema of errors cannot be filled. */
export function errorWarnings(
  unfilled: readonly UnfilledError[],
  locate: (pointer: string) => SourceLocation,
): Diagnostic[] {
  return unfilled.map(({ pointer, of, reason }) => ({
    severity: "warning",
    code: "error-not-filled",
    message: `refusals of the server itself cannot be of the documented schema ${of}: ${reason}`,
    location: locate(pointer),
    hint:
      "name its members in the schema, such as `x-common-errors: { members: { code: type, message: /error/text } }`, " +
      "or give createServer the option errorBody; until then they are application/problem+json",
  }));
}

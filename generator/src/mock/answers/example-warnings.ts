import type { Diagnostic, SourceLocation } from "../../diagnostics.ts";
import type { RefusedExample } from "./mock-answer.ts";

/** Mocks answer with a value made from the schema where an example is none of its values. */
export function exampleWarnings(
  refused: readonly RefusedExample[],
  locate: (pointer: string) => SourceLocation,
): Diagnostic[] {
  return refused.map(({ pointer, of, reason }) => ({
    severity: "warning",
    code: "example-invalid",
    message: `the example of ${of} is refused by its schema: ${reason}`,
    location: locate(pointer),
    hint: "correct the example or the schema; the mock answers with a value made from the schema",
  }));
}

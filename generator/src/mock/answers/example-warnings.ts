import { severityOf } from "../../diagnostic-codes.ts";
import type { Diagnostic, SourceLocation } from "../../diagnostics.ts";
import type { RefusedExample } from "./mock-answer.ts";

/** Mocks answer with a value made from the schema where an example is none of its values; each is reported once. */
export function exampleWarnings(
  refused: readonly RefusedExample[],
  locate: (pointer: string) => SourceLocation,
): Diagnostic[] {
  const causes = Map.groupBy(refused, ({ pointer, reason }) => `${pointer} ${reason}`);
  return [...causes.values()].flatMap(([first, ...others]): Diagnostic[] => {
    if (first === undefined) return [];
    const { pointer, of, reason } = first;
    const like = others.length === 0 ? "" : `, and of ${others.length} more answers,`;
    return [
      {
        severity: severityOf("example-invalid"),
        code: "example-invalid",
        message: `the example of ${of}${like} is refused by its schema: ${reason}`,
        location: locate(pointer),
        hint: "correct the example or the schema; the mock answers with a value made from the schema",
      },
    ];
  });
}

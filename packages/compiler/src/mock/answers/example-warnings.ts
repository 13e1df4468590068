import { severityOf } from "@openapi-packages/description/diagnostics/diagnostic-codes";
import type {
  Diagnostic,
  SourceLocation,
} from "@openapi-packages/description/diagnostics/diagnostics";
import type { RefusedExample } from "./mock-answer.ts";

/**
 * Reports each example that does not conform to its schema, once. The mock answers with a value made
 * from the schema instead.
 */
export function exampleWarnings(
  refused: readonly RefusedExample[],
  locate: (pointer: string) => SourceLocation,
): Diagnostic[] {
  const causes = Map.groupBy(refused, ({ pointer, reason }) => `${pointer} ${reason}`);
  return [...causes.values()].flatMap(([first, ...others]): Diagnostic[] => {
    if (first === undefined) return [];
    const { pointer, of, reason, isConstant } = first;
    const like = others.length === 0 ? "" : `, and of ${others.length} more answers,`;
    return [
      {
        severity: severityOf("example-invalid"),
        code: "example-invalid",
        message: `the example of ${of}${like} does not match its schema: ${reason}`,
        location: locate(pointer),
        hint:
          isConstant === true
            ? "correct the example or the schema; the mocks have no constant for it"
            : "correct the example or the schema; the mock responds with a value made from the schema",
      },
    ];
  });
}

import { severityOf } from "@openapi-packages/description/diagnostics/diagnostic-codes";
import type {
  Diagnostic,
  SourceLocation,
} from "@openapi-packages/description/diagnostics/diagnostics";
import type { UnfilledError } from "./plan-errors.ts";

/**
 * Warns about documented error schemas that cannot be filled; the server sends problem details
 * instead. Schemas with the same reason share one warning.
 */
export function errorWarnings(
  unfilled: readonly UnfilledError[],
  locate: (pointer: string) => SourceLocation,
): Diagnostic[] {
  const causes = Map.groupBy(unfilled, ({ reason }) => reason);
  return [...causes].flatMap(([reason, [first, ...others]]): Diagnostic[] => {
    if (first === undefined) return [];
    const like = others.length === 0 ? "" : ` and ${others.length} more`;
    return [
      {
        severity: severityOf("error-not-filled"),
        code: "error-not-filled",
        message: `the server's own errors cannot match the documented schema ${first.of}${like}: ${reason}`,
        location: locate(first.pointer),
        hint:
          "name its members in the schema, such as `x-common-errors: { members: { code: type, message: /error/text } }`, " +
          "or give createServer the option errorBody; until then they are application/problem+json",
        ...(others.length > 0 && { related: others.map(({ pointer }) => locate(pointer)) }),
      },
    ];
  });
}

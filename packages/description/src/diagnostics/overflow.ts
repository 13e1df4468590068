import { DiagnosticsError } from "./diagnostics.ts";

/**
 * Converts a stack overflow to a diagnostic, because schemas that refer to each other in a chain of
 * thousands are a fault of the description. Returns every other error as it is.
 * @param spec the description's file
 */
export function withoutOverflow(error: unknown, spec: string): unknown {
  if (!(error instanceof RangeError) || !error.message.startsWith("Maximum call stack"))
    return error;
  return new DiagnosticsError([
    {
      severity: "error",
      code: "too-deep",
      message:
        "the schemas of the description hold each other too deeply, or one has too many parts",
      location: { file: spec, line: 1, column: 1, pointer: "" },
      hint: "look for a chain of references, or a list of alternatives, with thousands of members",
    },
  ]);
}

import { DiagnosticsError } from "./diagnostics.ts";

/**
 * The error to throw for one that a stage of the generator threw. Schemas that refer to each other in a
 * chain of thousands are too deep for what works on them, which is a fault of the description; every
 * other error is thrown as it is.
 *
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

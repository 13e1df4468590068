import type { Diagnostic, SourceLocation } from "../../diagnostics.ts";
import type { AmbiguousPlace } from "./compile-codecs.ts";

/** A codec is right for all values, or there is none: a type would say what a value is not. */
export function conversionErrors(
  ambiguous: readonly AmbiguousPlace[],
  locate: (pointer: string) => SourceLocation,
): Diagnostic[] {
  return ambiguous.map(({ pointer, at }) => ({
    severity: "error",
    code: "conversion-ambiguous",
    message: `a value may be a date-time by one part of the schema and another text by the other${at === "" ? "" : `, at ${at}`}, and nothing tells which`,
    location: locate(pointer),
    hint: "give the parts the same format, or the branches of the union a required member whose values differ; or generate without --dates",
  }));
}

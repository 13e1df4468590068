import { severityOf } from "../../diagnostic-codes.ts";
import type { Diagnostic, SourceLocation } from "../../diagnostics.ts";
import type { PlannedRenames } from "./plan-renames.ts";

/** Nobody can tell what is meant by a name that one kind of value had, and that another has. */
export function renameWarnings(
  { ambiguous }: PlannedRenames,
  locate: (pointer: string) => SourceLocation,
): Diagnostic[] {
  return ambiguous.map(({ name, pointer }) => ({
    severity: severityOf("renamed-from-ambiguous"),
    code: "renamed-from-ambiguous",
    message: `the earlier name ${JSON.stringify(name)} is that of another member too, in a schema that values may be of instead, so it is not accepted`,
    location: locate(pointer),
    hint: "remove this entry of x-renamed-from: clients and servers have to be of the same version here",
  }));
}

import type { Json } from "../json/json.ts";
import type { DiagnosticCode } from "./diagnostic-codes.ts";
import type { SourceLocation } from "./diagnostics.ts";

/** What a warning or a note assumes, as its author would write it. */
export interface Correction {
  readonly code: DiagnosticCode;
  /**
   * The place to write. A member that is not there is added; a pointer that ends with `/-` is the end of a list (RFC 6901,
   * section 4).
   */
  readonly location: SourceLocation;
  readonly written: Written;
}

/** A new value, or a new name of a member that keeps its value. */
export type Written =
  | {
      readonly value: Json;
      /** True if nothing may be there yet, because something else would be lost. */
      readonly isNew?: true;
    }
  | { readonly name: string };

import type { CompiledImpact, ImpactedChange } from "../../../changes/impact/impact-types.ts";
import type { ComparedSurfaces } from "../diff-surfaces.ts";
import type { DiffDocument } from "../json-documents.ts";

/** The names of both descriptions, as given on the command line. */
export interface DiffSides {
  readonly base: string;
  readonly head: string;
}

/** The result of a comparison, which reports show. */
export interface Diff extends DiffSides {
  readonly changes: readonly ImpactedChange[];
  /** The compile errors in the user's projects; `undefined` without `--project`. */
  readonly compiled: CompiledImpact | undefined;
  /** How the API of the generated packages differs; `undefined` without packages. */
  readonly surface: ComparedSurfaces | undefined;
  /** The least stable parts that the judged callers use; `undefined` without `--stability`. */
  readonly stability: DiffDocument["stability"];
}

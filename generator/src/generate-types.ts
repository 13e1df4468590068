import type { Diagnostic } from "./diagnostics.ts";
import type { LeftOut } from "./load/filter/filter-types.ts";
import type { LoadOptions } from "./load/load-options.ts";
import type { FormatterName } from "./print/formatter.ts";
import type { FileChange } from "./write/plan-changes.ts";

/** What a run of the generator is told. */
export interface GenerateOptions extends LoadOptions {
  /** The description's file. */
  readonly spec: string;
  /** The folder that holds the packages. */
  readonly out: string;
  /** The npm scope of the packages, such as `@acme`. */
  readonly scope: string;
  /** Write nothing, only compare. */
  readonly check?: boolean;
  /** Overwrite files that were edited by hand. */
  readonly force?: boolean;
  /** The formatter of generated code. Left out: oxfmt. */
  readonly formatter?: FormatterName;
  readonly onStage?: StageListener;
}

/** Hears how long a stage took: its name, and milliseconds. */
export type StageListener = (stage: string, milliseconds: number) => void;

/** What came of a run. */
export interface GenerateResult {
  /** What differs from what is printed; written already unless `check` was set. */
  readonly changes: readonly FileChange[];
  readonly warnings: readonly Diagnostic[];
  readonly operations: number;
  readonly schemas: number;
  /** How many files the packages have. */
  readonly files: number;
  /** True when an earlier run was interrupted while it wrote; this one has put things right. */
  readonly isRepaired: boolean;
  /** What the filters have left out. */
  readonly leftOut: LeftOut;
  /** True when neither description, generator nor output changed since the last run. */
  readonly isUnchanged: boolean;
}

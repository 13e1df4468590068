import type { MissingDependencies } from "./project/missing-dependencies.ts";
import type { GeneratorUpgrade } from "./write/generator-upgrade.ts";
import type { RunOptions, RunSummary } from "./write/run-state.ts";
import type { WriteOptions, WriteResult } from "./write/write-packages.ts";

/** The options of a run of the generator. */
export interface GenerateOptions extends RunOptions, WriteOptions {
  /**
   * Warnings that are errors, so that nothing is written: `true` for all, or a list of their codes, which
   * DIAGNOSTICS.md has. Left out: none, and the description is generated from with what the warnings assume.
   */
  readonly strict?: boolean | readonly string[];
  readonly onStage?: StageListener;
  /** Hears, before anything is written, what this version of the generator changes in the API of packages of another one. */
  readonly onUpgrade?: (upgrade: GeneratorUpgrade) => void;
}

/** Hears how long a stage took: its name, and milliseconds. */
export type StageListener = (stage: string, milliseconds: number) => void;

/** The outcome of a run. */
export interface GenerateResult extends RunSummary, WriteResult {
  /** True when neither description, generator nor output changed since the last run. */
  readonly isUnchanged: boolean;
  /** The packages that the project still has to install, in the layout `folder`. */
  readonly missing?: MissingDependencies;
  /** What this version of the generator changes in the API, where another version wrote the packages. */
  readonly upgrade?: GeneratorUpgrade;
}

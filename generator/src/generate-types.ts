import type { MissingDependencies } from "@openapi-packages/cli/project/missing-dependencies";
import type { GeneratorUpgrade } from "./write/generator-upgrade.ts";
import type { RunOptions, RunSummary } from "./write/run-state.ts";
import type { WriteOptions, WriteResult } from "./write/write-packages.ts";

/** The options of a run of the generator. */
export interface GenerateOptions extends RunOptions, WriteOptions {
  /**
   * Treats warnings as errors, so that nothing is written: `true` for all, or a list of codes from
   * DIAGNOSTICS.md. By default no warning is an error.
   */
  readonly strict?: boolean | readonly string[];
  readonly onStage?: StageListener;
  /** Called when a stage begins, and while files are printed. */
  readonly onProgress?: ProgressListener;
  /**
   * Called before anything is written if another version of the generator wrote the packages, with
   * the API changes.
   */
  readonly onUpgrade?: (upgrade: GeneratorUpgrade) => void;
}

/** Receives the name of a stage and how long it took in milliseconds. */
export type StageListener = (stage: string, milliseconds: number) => void;

/** Receives the name of a stage that is under way and, of one that is counted, how much of it is done. */
export type ProgressListener = (stage: string, done?: number, total?: number) => void;

/** The result of a run. */
export interface GenerateResult extends RunSummary, WriteResult {
  /**
   * True if neither the description nor the generator nor the output has changed since the last
   * run.
   */
  readonly isUnchanged: boolean;
  /** With the layout `folder`, the packages that the project has yet to install. */
  readonly missing?: MissingDependencies;
  /** The API changes of this version of the generator, if another version wrote the packages. */
  readonly upgrade?: GeneratorUpgrade;
}

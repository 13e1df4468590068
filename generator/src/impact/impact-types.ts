import type { Change } from "../diff/change-types.ts";

/** An error of the compiler in code of the user's. */
export interface CompileError {
  /** Relative to the working directory, with `/`. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 1. */
  readonly column: number;
  /** `TS2339` */
  readonly code: string;
  readonly message: string;
}

/** A handler of the user's. */
export interface HandlerPlace {
  /** `owners.createOwner`, as it was called when it was scaffolded. */
  readonly handler: string;
  /** Relative to the working directory, with `/`. */
  readonly file: string;
  /** Counted from 1. Left out where the file has no such handler any more. */
  readonly line?: number;
}

/** What the compiler says of a user's code with the later description, and not with the earlier one. */
export interface CompiledImpact {
  /** The errors by the changes that cause them, by position in the list of changes; an error may have several. */
  readonly byChange: ReadonlyMap<number, readonly CompileError[]>;
  /** Errors that no single change explains by its names. */
  readonly other: readonly CompileError[];
  /** How many errors there are by the earlier description already. */
  readonly earlier: number;
  /** The files that were compiled, without those installed or generated. */
  readonly files: number;
  /** What the compiler does not know of a project. */
  readonly notes: readonly string[];
}

/** A change, and what it breaks in code of the user's. */
export interface ImpactedChange extends Change {
  readonly errors: readonly CompileError[];
  readonly handlerFiles: readonly HandlerPlace[];
}

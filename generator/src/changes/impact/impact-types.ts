import type { JudgedChange } from "../diff/judged-for.ts";

/** An error of the compiler in the user's code. */
export interface CompileError {
  /** The path relative to the working directory, with `/`. */
  readonly file: string;
  /** The line, starting at 1. */
  readonly line: number;
  /** The column, starting at 1. */
  readonly column: number;
  /** The code, such as `TS2339`. */
  readonly code: string;
  readonly message: string;
}

/** One of the user's handlers. */
export interface HandlerPlace {
  /** Its name when it was scaffolded, such as `owners.createOwner`. */
  readonly handler: string;
  /** The path relative to the working directory, with `/`. */
  readonly file: string;
  /** The line, starting at 1. Left out if the file no longer has the handler. */
  readonly line?: number;
}

/** The errors in the user's code that only the later description causes. */
export interface CompiledImpact {
  /**
   * The errors by the change that causes them, as its index in the list of changes. An error may have several
   * causes.
   */
  readonly byChange: ReadonlyMap<number, readonly CompileError[]>;
  /** Errors that no change explains by its names. */
  readonly other: readonly CompileError[];
  /** The number of errors that the earlier description has as well. */
  readonly earlier: number;
  /** The number of compiled files, without installed and generated ones. */
  readonly files: number;
  /** Options of a project that the compiler does not know. */
  readonly notes: readonly string[];
}

/** A change, with what it breaks in the user's code. */
export interface ImpactedChange extends JudgedChange {
  readonly errors: readonly CompileError[];
  readonly handlerFiles: readonly HandlerPlace[];
}

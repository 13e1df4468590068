/** A place that is not edited, with the reason. */
export interface LeftAlone {
  readonly file: string;
  /** The line, starting at 1. */
  readonly line: number;
  /** The column, starting at 1. */
  readonly column: number;
  readonly message: string;
}

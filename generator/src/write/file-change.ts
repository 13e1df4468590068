/** A change that a run makes, or would make, to one file. */
export interface FileChange {
  /** Relative to the output folder, with `/`. */
  readonly path: string;
  readonly kind: "missing" | "changed" | "edited" | "unexpected" | "obsolete" | "leftover";
  /** The new text; none for a file that goes or stays. */
  readonly text?: string;
  /** The SHA-256 of the new text. */
  readonly hash?: string;
  /** Of an edited package.json: the keys that are the generator's and were edited. */
  readonly keys?: readonly string[];
  /** True for what is compiled from sources: no change of what a repository of sources holds. */
  readonly isCompiled?: true;
}

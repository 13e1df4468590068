/** A change that a run makes, or would make, to a file. */
export interface FileChange {
  /** The path relative to the output folder, with `/`. */
  readonly path: string;
  readonly kind: "missing" | "changed" | "edited" | "unexpected" | "obsolete" | "leftover";
  /** The new text; left out for a file that is removed or not touched. */
  readonly text?: string;
  /** The SHA-256 of the new text. */
  readonly hash?: string;
  /** The keys of an edited package.json that belong to the generator and were edited. */
  readonly keys?: readonly string[];
  /** True for compiled output, which a repository of sources alone does not contain. */
  readonly isCompiled?: true;
}

/** An annotation of GitHub Actions. */
export interface Annotation {
  readonly command: "error" | "warning" | "notice";
  readonly title: string;
  readonly message: string;
  /** Absolute, or relative to the working directory; a URL has no place in the repository. */
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
}

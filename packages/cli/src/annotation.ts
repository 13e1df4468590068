/** An annotation of GitHub Actions. */
export interface Annotation {
  readonly command: "error" | "warning" | "notice";
  readonly title: string;
  readonly message: string;
  /** An absolute path, or one relative to the working directory; may also be a URL. */
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
}

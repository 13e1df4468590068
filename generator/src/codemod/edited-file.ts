import type { TextEdit } from "../scaffold/text-edit.ts";

/** A file that is edited. */
export interface EditedFile {
  /** Absolute. */
  readonly path: string;
  readonly before: string;
  readonly after: string;
  /** In the text without its byte order mark. */
  readonly edits: readonly TextEdit[];
}

import type { TextEdit } from "@openapi-packages/description/load/edit/text-edit";

/** A file before and after its edits. */
export interface EditedFile {
  /** An absolute path. */
  readonly path: string;
  readonly before: string;
  readonly after: string;
  /** Their offsets do not count a byte order mark. */
  readonly edits: readonly TextEdit[];
  /** True if there is no such file yet. */
  readonly isNew?: boolean;
}

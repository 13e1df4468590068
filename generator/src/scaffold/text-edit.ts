/** A part of a text, from `start` up to `end`, and what takes its place. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * A text with its edits made; what no edit covers stays as it is. Of edits at one place insertions come
 * first, in the order given.
 *
 * @throws {Error} when two edits overlap
 */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    if (edit.start < from) throw new Error(`two edits overlap at offset ${edit.start}`);
    parts.push(text.slice(from, edit.start), edit.text);
    from = edit.end;
  }
  return parts.join("") + text.slice(from);
}

/** A file that is edited. */
export interface EditedFile {
  /** Absolute. */
  readonly path: string;
  readonly before: string;
  readonly after: string;
  /** In the text without its byte order mark. */
  readonly edits: readonly TextEdit[];
}

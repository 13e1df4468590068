/** Replaces the text from `start` up to, but not including, `end`. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Applies edits to a text. Insertions at the same place are kept in the given order.
 *
 * @throws {Error} if two edits overlap
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

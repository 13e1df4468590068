import { applyEdits, type TextEdit } from "@openapi-packages/description/load/edit/text-edit";
import { shown } from "../impact/user-projects.ts";

/** A place that the user has to look at, with the reason. */
export interface ListedPlace {
  readonly file: string;
  /** The line, starting at 1. */
  readonly line: number;
  /** The column, starting at 1. */
  readonly column: number;
  readonly message: string;
}

/** A place in the file as it is, and in the file with its edits. */
export interface PlannedPlace {
  readonly before: ListedPlace;
  readonly after: ListedPlace;
}

/** Something to say of a part of a file, by offsets in its text before the edits. */
export interface Remark {
  readonly start: number;
  readonly end: number;
  readonly message: string;
}

/** A file of the user's project, as the compiler has read it. */
interface SourceText {
  readonly fileName: string;
  readonly text: string;
}

/** Finds the lines of remarks, without the edits of their file and with them. */
export function plannedPlaces(
  { fileName, text }: SourceText,
  edits: readonly TextEdit[],
  remarks: readonly Remark[],
): readonly PlannedPlace[] {
  const after = applyEdits(text, edits);
  const place = (of: string, offset: number, message: string): ListedPlace => {
    const lines = of.slice(0, offset).split(/\r\n?|[\n\u2028\u2029]/);
    const column = (lines.at(-1)?.length ?? 0) + 1;
    return { file: shown(fileName), line: lines.length, column, message };
  };
  return remarks
    .toSorted((one, other) => one.start - other.start)
    .map((remark) => ({
      before: place(text, remark.start, remark.message),
      after: place(after, startAfter(text, edits, remark), remark.message),
    }));
}

/** Returns the offset at which a part of a text begins after the edits. */
function startAfter(text: string, edits: readonly TextEdit[], { start, end }: Remark): number {
  let at = start;
  for (const edit of edits) {
    if (edit.end <= start) at += edit.text.length - (edit.end - edit.start);
    // A part that stays within a larger edit stands somewhere in its text.
    else if (edit.start < start)
      at += edit.start - start + Math.max(0, edit.text.indexOf(text.slice(start, end)));
  }
  return at;
}

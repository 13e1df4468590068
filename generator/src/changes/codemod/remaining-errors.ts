import type TypeScript from "typescript";
import { compileError } from "../impact/compile-impact.ts";
import { fileErrors, ownFiles } from "../impact/compile-project.ts";
import type { CompileError } from "../impact/impact-types.ts";
import { comparablePath, type OverlaidFiles } from "../impact/overlaid-files.ts";
import type { TextEdit } from "@openapi-packages/description/load/edit/text-edit";
import type { EditedFile } from "../../scaffold/edited-file.ts";

/** The programs of a project: unedited with the earlier code, and edited with the later code. */
export interface ProgramPair {
  readonly before: TypeScript.Program;
  readonly after: TypeScript.Program;
}

/** Returns the errors after the edits that did not exist before. */
export function remainingErrors(
  ts: typeof TypeScript,
  programs: readonly ProgramPair[],
  files: OverlaidFiles,
  edited: ReadonlyMap<string, EditedFile>,
): readonly CompileError[] {
  const found = new Map<string, CompileError>();
  for (const { before, after } of programs)
    for (const file of ownFiles(after, files)) {
      const errors = fileErrors(after, file);
      const earlier = errors.length === 0 ? undefined : before.getSourceFile(file.fileName);
      const known = new Set(
        (earlier === undefined ? [] : fileErrors(before, earlier)).map(
          ({ start, code }) => `${start} ${code}`,
        ),
      );
      const edits = edited.get(comparablePath(file.fileName))?.edits ?? [];
      for (const error of errors) {
        const start = startBefore(error.start, edits);
        if (known.has(`${start} ${error.code}`)) continue;
        found.set(`${file.fileName} ${start} ${error.code}`, compileError(ts, error));
      }
    }
  return [...found.values()];
}

/** Returns the offset in the original text for one in the edited text. */
function startBefore(start: number, edits: readonly TextEdit[]): number {
  let at = start;
  for (const edit of edits.toSorted((one, other) => one.start - other.start)) {
    if (edit.start >= at) break;
    at += edit.end - edit.start - edit.text.length;
  }
  return at;
}

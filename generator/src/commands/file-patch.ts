import { createTwoFilesPatch } from "diff";
import { shown } from "../changes/impact/user-projects.ts";
import type { EditedFile } from "../scaffold/edited-file.ts";

/** Returns the edits of a file as a unified diff. */
export function patchOf({ path, before, after }: EditedFile): string {
  const name = shown(path);
  return createTwoFilesPatch(`a/${name}`, `b/${name}`, before, after, undefined, undefined, {
    headerOptions: { includeIndex: false, includeUnderline: false, includeFileHeaders: true },
  });
}

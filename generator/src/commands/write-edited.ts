import { dirname, relative, sep } from "node:path";
import { applyPlan } from "../scaffold/apply-plan.ts";
import type { EditedFile } from "../scaffold/edited-file.ts";

/**
 * Writes edited files, all or none.
 *
 * @throws {WriteError} if one of them cannot be written, or has changed since it was read
 */
export function writeEdited(files: readonly EditedFile[]): void {
  if (files.length === 0) return;
  const root = commonFolder(files);
  const writes = files.map(({ path, before, after, isNew }) => ({
    path: relative(root, path).split(sep).join("/"),
    before: isNew === true ? undefined : before,
    text: after,
  }));
  applyPlan(root, { moved: new Map(), writes }, "the files");
}

/** The deepest folder that contains all files. */
function commonFolder(files: readonly EditedFile[]): string {
  let folder = dirname(files[0]?.path ?? process.cwd());
  const isAbove = ({ path }: EditedFile): boolean => path.startsWith(`${folder}${sep}`);
  while (!files.every(isAbove) && folder !== dirname(folder)) folder = dirname(folder);
  return folder;
}

import { lstatSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import { WriteError } from "./write-error.ts";

/**
 * Returns the absolute path of a file in a folder, for reading or writing. The folder may be a symbolic link;
 * nothing below it may be one, since a link may lead anywhere.
 *
 * @param path relative to the folder
 * @throws {WriteError} if the path would leave the folder, leads through a symbolic link, or is a folder
 */
export function containedPath(folder: string, path: string): string {
  const root = resolve(folder);
  const absolute = resolve(root, path);
  if (!absolute.startsWith(root + sep))
    throw new WriteError(`${JSON.stringify(path)} would be written outside of the output folder`);
  const parts = absolute.slice(root.length + 1).split(sep);
  for (const index of parts.keys()) {
    const at = join(root, ...parts.slice(0, index + 1));
    const found = lstatSync(at, { throwIfNoEntry: false });
    if (found === undefined) break;
    if (found.isSymbolicLink()) {
      throw new WriteError(
        `${at} is a symbolic link; files are not written through links: put a file or folder in its place`,
      );
    }
    const isLast = index === parts.length - 1;
    if (isLast ? !found.isFile() : !found.isDirectory()) {
      const wanted = isLast ? "file" : "folder";
      throw new WriteError(
        `${at} is not a ${wanted}, but the output needs one there; move it away`,
      );
    }
  }
  return absolute;
}

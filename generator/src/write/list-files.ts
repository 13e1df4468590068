import { existsSync, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { packageNames } from "../emit/emitted-file.ts";
import { manifestName } from "./manifest.ts";

/** Folders that other tools put into a package. */
const foreignFolders = new Set(["node_modules", "dist", ".turbo"]);

/** Files beside the code that belong to publishing a package, and so to its owner. */
const publishersFiles =
  /^[^/]+\/(?:(?:licen[cs]e|notice|copying|changelog)(?:\.\w+)?|\.npmrc|\.npmignore)$/i;

/**
 * Every file of a generated folder, as paths relative to the output folder, with `/`; none of a package's
 * `dist`, which is a folder of its own, and of what belongs to its owner.
 */
export function listFiles(out: string, folder: string): string[] {
  const absolute = join(out, folder);
  if (!existsSync(absolute)) return [];
  return readdirSync(absolute, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (!entry.isDirectory()) return publishersFiles.test(path) ? [] : [path];
    return foreignFolders.has(entry.name) ? [] : listFiles(out, path);
  });
}

/** The generated folders of a set of paths: their first parts. */
export function foldersOf(files: readonly { readonly path: string }[]): string[] {
  return [...new Set(files.map(({ path }) => path.split("/")[0] ?? ""))];
}

/** The folders of packages that an earlier run wrote, and that are not among the wanted ones. */
export function formerFolders(out: string, wanted: readonly string[]): string[] {
  return packageNames.filter(
    (folder) =>
      !wanted.includes(folder) &&
      lstatSync(join(out, folder), { throwIfNoEntry: false })?.isDirectory() === true &&
      existsSync(join(out, folder, manifestName)),
  );
}

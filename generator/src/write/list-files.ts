import { existsSync, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { packageNames } from "@openapi-packages/cli/options/choices";
import { manifestName } from "./manifest.ts";

/** Folders that other tools create in a package. */
const foreignFolders = new Set(["node_modules", "dist", ".turbo"]);

/** Files for publishing a package, which belong to its owner. */
const publishersFiles =
  /^[^/]+\/(?:(?:licen[cs]e|notice|copying|changelog)(?:\.\w+)?|\.npmrc|\.npmignore)$/i;

/**
 * Returns every file of a generated folder, as paths relative to the output folder, with `/`. It leaves out
 * the package's `dist`, which is listed as a folder of its own, and files that belong to the owner.
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

/** Returns the generated folders of some paths: their first segments. */
export function foldersOf(files: readonly { readonly path: string }[]): string[] {
  return [...new Set(files.map(({ path }) => path.split("/")[0] ?? ""))];
}

/** Returns the folders of packages that an earlier run wrote and that are not wanted any more. */
export function formerFolders(out: string, wanted: readonly string[]): string[] {
  return packageNames.filter(
    (folder) =>
      !wanted.includes(folder) &&
      lstatSync(join(out, folder), { throwIfNoEntry: false })?.isDirectory() === true &&
      existsSync(join(out, folder, manifestName)),
  );
}

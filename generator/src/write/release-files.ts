import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { JsonObject } from "@openapi-packages/description/json/json";
import { applyChanges } from "./apply-changes.ts";
import { containedPath } from "./contained-path.ts";
import type { FileChange } from "./file-change.ts";
import { manifestName } from "./manifest.ts";
import { withLock } from "./output-lock.ts";
import { parsePackageJson } from "./package-json.ts";
import { readNormalized } from "@openapi-packages/description/files/file-contents";

/** The files of a generated package that a release changes. */
export interface PackageFiles {
  readonly folder: string;
  readonly packageJson: { readonly text: string; readonly value: JsonObject };
  readonly changelog: string | undefined;
}

/** The changelog of a package. It belongs to the owner, so `generate` does not touch it. */
export const changelogName = "CHANGELOG.md";

/**
 * Reads the generated packages of an output folder: the folders with a package.json and a manifest.
 *
 * @throws {WriteError} if a package.json cannot be read, or a path leads through a symbolic link
 */
export function readPackages(out: string): PackageFiles[] {
  const root = resolve(out);
  const folders = existsSync(root) ? readdirSync(root).toSorted() : [];
  return folders.flatMap((folder): PackageFiles[] => {
    const isPackage = ["package.json", manifestName].every((name) =>
      existsSync(join(root, folder, name)),
    );
    if (!isPackage) return [];
    const path = containedPath(root, `${folder}/package.json`);
    const text = readNormalized(path).toString("utf8");
    const changelog = containedPath(root, `${folder}/${changelogName}`);
    return [
      {
        folder,
        packageJson: { text, value: parsePackageJson(path, text) },
        changelog: existsSync(changelog) ? readNormalized(changelog).toString("utf8") : undefined,
      },
    ];
  });
}

/**
 * Writes files of packages while holding the lock of the folder: all of them, or none if one cannot be
 * written.
 *
 * @param texts by path relative to the output folder
 * @throws {WriteError} if they cannot be written
 */
export async function writeRelease(out: string, texts: ReadonlyMap<string, string>): Promise<void> {
  const root = resolve(out);
  const changes = [...texts].map(([path, text]): FileChange => ({ path, kind: "changed", text }));
  if (changes.length > 0) await withLock(root, () => applyChanges(root, changes));
}

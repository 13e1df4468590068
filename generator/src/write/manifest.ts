import { join } from "node:path";
import type { PackageKeys } from "../emit/emitted-file.ts";
import { compiledFolder } from "../print/compiled-files.ts";
import { isObject } from "@openapi-packages/description/json/json";
import { readRecordFile } from "@openapi-packages/description/files/atomic-file";
import { containedPath } from "./contained-path.ts";
import type { Maker } from "./maker.ts";
import type { Origin } from "./origin.ts";

/** The file in each generated folder that lists what the generator wrote there; `dist` has one of its own. */
export const manifestName = ".openapi-packages.json";

/** The files that the last run wrote into a folder: path → SHA-256. The generator removes no other files. */
export interface Manifest {
  /** The description that the folder was generated from; `dist` and folders of older runs have none. */
  readonly description?: Origin;
  /** The generator's keys of package.json as emitted, which are also what its hash is computed from. */
  readonly packageJson?: PackageKeys;
  readonly files: Readonly<Record<string, string>>;
  /** What the files were made by when one of them last changed; `dist` and folders of older runs have none. */
  readonly madeBy?: Maker;
}

/**
 * Reads the manifest of a folder; `undefined` if there is none. An unreadable one lists nothing.
 *
 * @throws {WriteError} if the manifest or the folder is a symbolic link
 */
export function readManifest(out: string, folder: string): Manifest | undefined {
  const text = readRecordFile(containedPath(out, join(folder, manifestName)));
  return text === undefined ? undefined : parseManifest(text);
}

/** Parses the text of a manifest. An unreadable one lists nothing. */
export function parseManifest(text: string): Manifest {
  try {
    const { files, description, madeBy, packageJson } = JSON.parse(text) as Partial<Manifest>;
    return {
      files: isObject(files) ? (files as Manifest["files"]) : {},
      ...(typeof description?.title === "string" ? { description } : {}),
      ...(typeof madeBy?.generator === "string" ? { madeBy } : {}),
      ...(isObject(packageJson) ? { packageJson } : {}),
    };
  } catch {
    return { files: {} };
  }
}

/** Returns the folder whose manifest lists a file: the package, or its `dist`. */
export function manifestFolder(path: string): string {
  const [folder = "", next, ...rest] = path.split("/");
  return next === compiledFolder && rest.length > 0 ? `${folder}/${compiledFolder}` : folder;
}

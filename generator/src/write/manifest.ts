import { join } from "node:path";
import type { PackageKeys } from "../emit/emitted-file.ts";
import { compiledFolder } from "../print/compiled-files.ts";
import { isObject } from "../json.ts";
import { readRecordFile } from "./atomic-file.ts";
import { containedPath } from "./contained-path.ts";
import type { Origin } from "./origin.ts";

/** The file in each generated folder that lists what the generator wrote there; `dist` has one of its own. */
export const manifestName = ".openapi-packages.json";

/** The files that the last run wrote into a folder: path → SHA-256. Only such files are ever removed. */
export interface Manifest {
  /** The description that the folder is of; none in that of `dist`, and of older runs. */
  readonly description?: Origin;
  /** The keys of package.json that are the generator's, as they were emitted; its hash is that of these. */
  readonly packageJson?: PackageKeys;
  readonly files: Readonly<Record<string, string>>;
}

/**
 * The manifest of a folder; `undefined` where there is none. One that cannot be read lists nothing.
 *
 * @throws {WriteError} when it, or the folder, is a symbolic link
 */
export function readManifest(out: string, folder: string): Manifest | undefined {
  const text = readRecordFile(containedPath(out, join(folder, manifestName)));
  return text === undefined ? undefined : parseManifest(text);
}

/** The manifest that a text is; one that cannot be read lists nothing. */
export function parseManifest(text: string): Manifest {
  try {
    const { files, description, packageJson } = JSON.parse(text) as Partial<Manifest>;
    return {
      files: isObject(files) ? (files as Manifest["files"]) : {},
      ...(typeof description?.title === "string" ? { description } : {}),
      ...(isObject(packageJson) ? { packageJson } : {}),
    };
  } catch {
    return { files: {} };
  }
}

/** The folder whose manifest lists a file: the package, or what is compiled in it. */
export function manifestFolder(path: string): string {
  const [folder = "", next, ...rest] = path.split("/");
  return next === compiledFolder && rest.length > 0 ? `${folder}/${compiledFolder}` : folder;
}

import { join } from "node:path";
import { readRecordFile } from "./atomic-file.ts";
import { containedPath } from "./contained-path.ts";

/** The file in each generated folder that lists what the generator wrote there. */
export const manifestName = ".openapi-packages.json";

/** The files that the last run wrote into a package: path → SHA-256. Only such files are ever removed. */
export interface Manifest {
  readonly files: Readonly<Record<string, string>>;
}

/**
 * The manifest of a package's folder; an empty one where there is none, or none that can be read.
 *
 * @throws {WriteError} when it, or the folder, is a symbolic link
 */
export function readManifest(out: string, folder: string): Manifest {
  const path = containedPath(out, join(folder, manifestName));
  try {
    const value = JSON.parse(readRecordFile(path) ?? "{}") as Partial<Manifest>;
    return { files: typeof value.files === "object" && value.files !== null ? value.files : {} };
  } catch {
    return { files: {} };
  }
}

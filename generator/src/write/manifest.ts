import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The file in each generated folder that lists what the generator wrote there. */
export const manifestName = ".openapi-packages.json";

/** The files that the last run wrote into a package: path → SHA-256. Only such files are ever removed. */
export interface Manifest {
  readonly files: Readonly<Record<string, string>>;
}

/** The manifest of a package's folder; an empty one where there is none, or none that can be read. */
export function readManifest(folder: string): Manifest {
  const path = join(folder, manifestName);
  if (!existsSync(path)) return { files: {} };
  try {
    const value = JSON.parse(readFileSync(path, "utf8")) as Partial<Manifest>;
    return { files: typeof value.files === "object" && value.files !== null ? value.files : {} };
  } catch {
    return { files: {} };
  }
}

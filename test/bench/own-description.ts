import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadDocument } from "../../packages/description/src/load/load-document.ts";
import { repositoryRoot } from "./tools.ts";

/**
 * Writes this repository's description into one file, as peers want it.
 *
 * @returns the file
 */
export async function writeOwnDescription(folder: string): Promise<string> {
  const { value } = await loadDocument(join(repositoryRoot, "spec/openapi.yaml"));
  const file = join(folder, "openapi.json");
  writeFileSync(file, JSON.stringify(value));
  return file;
}

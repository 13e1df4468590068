import type { ScaffoldOptions, ScaffoldResult } from "./scaffold-types.ts";

/**
 * Writes handlers for operations that have none, and an index of all. The files belong to the user: later
 * runs add what is new, and change only lines that name something renamed.
 *
 * @throws {DiagnosticsError} if the description is invalid
 * @throws {UsageError} if a selected operation or tag does not exist
 * @throws {ScaffoldError} if a file in the folder does not parse; no file is then changed
 * @throws {WriteError} if a file cannot be written
 */
export async function scaffold(options: ScaffoldOptions): Promise<ScaffoldResult> {
  // Imported on demand, so that importing the package for something else does not load parsers and printers.
  const { scaffold: run } = await import("./scaffold.ts");
  return run(options);
}

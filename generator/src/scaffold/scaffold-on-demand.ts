import type { ScaffoldOptions, ScaffoldResult } from "./scaffold-types.ts";

/**
 * Writes handlers for operations that have none, and an index of all. They are the user's from then
 * on: later runs add what is new, and touch no line but those that name what was renamed.
 *
 * @throws {DiagnosticsError} when the description cannot be read
 * @throws {UsageError} when an operation or tag that was asked for does not exist
 * @throws {ScaffoldError} when a file of the folder does not parse; then none was touched
 * @throws {WriteError} when a file cannot be written
 */
export async function scaffold(options: ScaffoldOptions): Promise<ScaffoldResult> {
  // Loaded here, so that those who import the package for something else do not pay for parsers and printers.
  const { scaffold: run } = await import("./scaffold.ts");
  return run(options);
}

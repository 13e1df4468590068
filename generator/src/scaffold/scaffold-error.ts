/** Files of the user's stand in the way; nothing was touched. A message per cause. */
export class ScaffoldError extends Error {
  override readonly name = "ScaffoldError";

  constructor(causes: readonly string[]) {
    super([...causes, "No file was touched."].join("\n"));
  }
}

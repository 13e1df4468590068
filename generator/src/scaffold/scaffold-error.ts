import { ExpectedError } from "@openapi-packages/description/diagnostics/expected-error";

/** Thrown when the user's files cannot be scaffolded into, with a message per cause. No file was changed. */
export class ScaffoldError extends ExpectedError {
  override readonly name = "ScaffoldError";

  constructor(causes: readonly string[]) {
    super([...causes, "No file was touched."].join("\n"));
  }
}

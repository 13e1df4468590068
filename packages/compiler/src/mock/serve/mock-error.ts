import { ExpectedError } from "@openapi-packages/description/diagnostics/expected-error";

/** An error that says in one line why a mock does not start. */
export class MockError extends ExpectedError {
  override readonly name = "MockError";
}

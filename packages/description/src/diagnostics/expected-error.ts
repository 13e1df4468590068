/** Marks the expected errors of all copies of this module in a process, such as that of a command's own package. */
const mark = Symbol.for("openapi-packages.ExpectedError");

/** An error that the user can correct, and whose message says how. Any other error is a bug. */
export class ExpectedError extends Error {
  static {
    Object.defineProperty(this.prototype, mark, { value: true });
  }
}

/** True for an {@link ExpectedError} of this copy of the module or of another one, of which it is no instance here. */
export function isExpectedError(error: unknown): error is ExpectedError {
  return error instanceof Error && mark in error;
}

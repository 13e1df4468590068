import { ExpectedError } from "./expected-error.ts";

/**
 * Thrown when the command line or the options ask for something that does not exist; the message
 * says what.
 */
export class UsageError extends ExpectedError {
  override readonly name = "UsageError";
}

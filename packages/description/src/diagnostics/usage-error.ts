/**
 * Thrown when the command line or the options ask for something that does not exist; the message
 * says what.
 */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Someone asks for what there is not, on the command line or in options; the message says what. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

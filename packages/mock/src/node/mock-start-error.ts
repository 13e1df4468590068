/** The reason why a mock does not start, in one line for the user. The command line exits with 2. */
export class MockStartError extends Error {
  override readonly name = "MockStartError";
}

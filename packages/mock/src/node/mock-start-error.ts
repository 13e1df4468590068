/** The reason why a mock does not start, in a line for people; the command line exits with 2. */
export class MockStartError extends Error {
  override readonly name = "MockStartError";
}

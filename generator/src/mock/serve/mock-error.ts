/** The reason why a mock does not start, in a line for people. */
export class MockError extends Error {
  override readonly name = "MockError";
}

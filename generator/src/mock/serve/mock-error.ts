/** What keeps a mock from starting, in a line for people. */
export class MockError extends Error {
  override readonly name = "MockError";
}

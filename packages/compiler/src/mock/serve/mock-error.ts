/** An error that says in one line why a mock does not start. */
export class MockError extends Error {
  override readonly name = "MockError";
}

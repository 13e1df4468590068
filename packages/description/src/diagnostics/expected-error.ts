/** An error that the user can correct, and whose message says how. Any other error is a bug. */
export class ExpectedError extends Error {}

/** What every result of an operation has: a status and, where one is documented, a body. */
export interface AnyResult {
  readonly status: number;
  readonly body?: unknown;
}

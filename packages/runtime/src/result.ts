/** Any result of an operation: a status and, if one is documented, a body. */
export interface AnyResult {
  readonly status: number;
  readonly body?: unknown;
}

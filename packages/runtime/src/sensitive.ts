/**
 * The secret parts of one operation's messages. Parameters are listed by name. A place in a body is a JSON
 * pointer (RFC 6901) in which `*` matches any item or member, and `**` with a name matches that member at
 * any depth, as recursive schemas need.
 */
export interface SensitiveParts {
  readonly path?: readonly string[];
  /** `*` matches all. */
  readonly query?: readonly string[];
  /** The headers of requests and responses, in lower case. */
  readonly header?: readonly string[];
  readonly body?: readonly string[];
  /** The locations in response bodies, by status as in the description. */
  readonly responses?: { readonly [status: string]: readonly string[] };
}

/**
 * The secret parts of all operations: API keys, and values with `writeOnly`, `format: password` or
 * `x-sensitive`.
 */
export interface SensitiveTable {
  /** The headers that are secret in all operations, in lower case. */
  readonly header?: readonly string[];
  readonly query?: readonly string[];
  /** The locations in the body of errors that all operations share. */
  readonly errors?: readonly string[];
  readonly operations?: { readonly [operationId: string]: SensitiveParts };
}

/**
 * Which parts of one operation's messages are secret. Parameters are given by name. A place in a body
 * is a JSON pointer (RFC 6901) in which `*` stands for any item or member; `**` and a name stand for
 * that member at any depth, as in what refers to itself.
 */
export interface SensitiveParts {
  readonly path?: readonly string[];
  /** `*`: all of them. */
  readonly query?: readonly string[];
  /** In lower case, of requests and responses. */
  readonly header?: readonly string[];
  readonly body?: readonly string[];
  /** By status as the description writes it. */
  readonly responses?: { readonly [status: string]: readonly string[] };
}

/**
 * What a description marks as secret: what carries an API key, and what is `writeOnly`, of
 * `format: password` or marked with `x-sensitive`.
 */
export interface SensitiveTable {
  /** In lower case; for all operations, as those of {@link SensitiveParts} are for one. */
  readonly header?: readonly string[];
  readonly query?: readonly string[];
  /** The places in the body of errors that all operations have in common. */
  readonly errors?: readonly string[];
  readonly operations?: { readonly [operationId: string]: SensitiveParts };
}

/** Limits for reading request bodies. */
export interface BodyLimits {
  /**
   * The maximum size of a request body in bytes; a larger one gets a 413. Default: 1 MiB. A stream of items
   * is not limited as a whole: `maxItemBytes` limits each item.
   */
  readonly maxBodyBytes?: number;
  /**
   * The maximum size of one item of a streamed body in bytes: of an event with all its lines and comments,
   * or of a line of JSON. A larger one gets a 413, even before it is complete. Default: `maxBodyBytes`.
   */
  readonly maxItemBytes?: number;
  /**
   * The timeout in milliseconds for a request body, or for each chunk of a streamed one; a slower one
   * gets a 408. Default: 30 000. `0`: no limit.
   */
  readonly bodyTimeout?: number;
  /**
   * The maximum size of a part of a multipart body in bytes; a larger one gets a 413. Default:
   * `maxBodyBytes`.
   */
  readonly maxPartBytes?: number;
  /** The maximum number of parts of a multipart body; more get a 413. Default: 1000. */
  readonly maxParts?: number;
}

/** The limits of one operation. */
export interface OperationLimits extends BodyLimits {
  /**
   * The maximum size of the parts of single properties in bytes, instead of `maxPartBytes`; for a list of
   * parts, by their position starting at 0.
   */
  readonly parts?: { readonly [property: string]: number };
}

/** The limits of one operation, with all defaults filled in. */
export type InputLimits = Required<OperationLimits>;

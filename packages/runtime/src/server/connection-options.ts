import { checkNumbers, timerRange } from "../number-options.ts";

/** How much of an unwanted request body is read, and for how long. */
export interface DiscardOptions {
  /**
   * The maximum number of bytes of a request body that are read and discarded after an early answer, such
   * as a 404 or 413. Closing the connection while the client still sends would lose the answer (RFC 9112,
   * section 9.6). A body with a larger Content-Length is only read for a second. Default: 64 MiB.
   */
  readonly maxDiscardedBytes?: number;
  /** The time limit for discarding such a body, in milliseconds. Default: 30 000. */
  readonly discardTimeout?: number;
  /** The time limit between two chunks of such a body, in milliseconds. Default: 10 000. */
  readonly discardIdleTimeout?: number;
}

/** {@link DiscardOptions} with all defaults filled in. */
export type DiscardLimits = Required<DiscardOptions>;

/** Limits for clients on Node that send unwanted bodies or do not read their answers. */
export interface ConnectionOptions extends DiscardOptions {
  /**
   * The time in milliseconds within which a client must read some of its answer. Otherwise the connection,
   * or the stream in HTTP/2, is aborted, and the handler's iteration ended. Default: 60 000. `0`: no limit.
   */
  readonly sendTimeout?: number;
}

/** The options with all defaults filled in. */
export type ConnectionLimits = Required<ConnectionOptions>;

/**
 * Fills in the defaults of a connection's options.
 *
 * @throws {TypeError} if a limit is not a number within its range
 */
export function connectionLimits(options: ConnectionOptions = {}): ConnectionLimits {
  checkNumbers(options, {
    maxDiscardedBytes: [0],
    discardTimeout: timerRange,
    discardIdleTimeout: timerRange,
    sendTimeout: timerRange,
  });
  return {
    maxDiscardedBytes: options.maxDiscardedBytes ?? 64 * 1024 * 1024,
    discardTimeout: options.discardTimeout ?? 30_000,
    discardIdleTimeout: options.discardIdleTimeout ?? 10_000,
    sendTimeout: options.sendTimeout ?? 60_000,
  };
}

import { checkNumbers, timerRange } from "../number-options.ts";

/** How much, and for how long, is read of a request body that nobody wants. */
export interface DiscardOptions {
  /**
   * The most bytes of a request body that are read and discarded behind an answer that was given without
   * them, such as a 404 or 413: a connection that is closed while its client still sends loses the
   * answer (RFC 9112, 9.6). A body with a larger Content-Length is read for a second. Default: 64 MiB.
   */
  readonly maxDiscardedBytes?: number;
  /** Milliseconds in which such a body has to end. Default: 30 000. */
  readonly discardTimeout?: number;
  /** Milliseconds between two chunks of such a body. Default: 10 000. */
  readonly discardIdleTimeout?: number;
}

/** The limits of {@link DiscardOptions}. */
export type DiscardLimits = Required<DiscardOptions>;

/** What a client of a server on Node may cost that sends what nobody reads, or reads nothing. */
export interface ConnectionOptions extends DiscardOptions {
  /**
   * Milliseconds in which a client has to take some of its answer; otherwise the connection, in HTTP/2
   * the stream, is aborted, and the handler's iteration ended. Default: 60 000. `0`: no limit.
   */
  readonly sendTimeout?: number;
}

/** The options with their defaults. */
export type ConnectionLimits = Required<ConnectionOptions>;

/**
 * Adds the defaults to the options of a connection.
 *
 * @throws {TypeError} if a limit is no number in its range
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

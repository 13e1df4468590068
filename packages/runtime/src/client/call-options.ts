import { checkNumbers } from "../number-options.ts";
import type { Fetch, FetchOptions } from "./fetch-types.ts";

/** Timeouts, limits and retries; a client's setting, or that of one call. */
export interface CallPolicy {
  /** For each attempt, its body included, in milliseconds. Left out: 60 000; `Infinity`: no limit. */
  readonly timeout?: number;
  /** For a whole call, retries included, in milliseconds. Left out: no limit. */
  readonly totalTimeout?: number;
  /** The longest silence of a stream, in milliseconds. Left out: no limit. */
  readonly idleTimeout?: number;
  /**
   * The most bytes of a body that is read as a whole, after it was expanded where it came compressed. A
   * larger one is a `DecodeError`; `response()` reads bodies of any size. Left out: 256 MiB.
   */
  readonly maxBodyBytes?: number;
  /**
   * The most bytes of one item of a stream: of an event with all its lines, comments too, or of a line
   * of JSON. A larger one is an `ItemTooLargeError`. Left out: 16 MiB.
   */
  readonly maxItemBytes?: number;
  /**
   * True if a success has to be as it is described: one with another status is an `ApiError`, one with
   * another content type a `DecodeError`. Left out: its status says that it is one, and its content type
   * what its body is.
   */
  readonly strict?: boolean;
  /** The number of retries. Left out: 2. */
  readonly retries?: number;
  /** The longest wait that a server may ask for before a retry, in milliseconds. Left out: 60 000. */
  readonly maxRetryAfter?: number;
}

/**
 * Checks what is a number of them.
 *
 * @throws {TypeError} when one is none, is `NaN` or negative
 */
export const checkPolicy = (options: CallPolicy): void =>
  checkNumbers(options, {
    timeout: [0],
    totalTimeout: [0],
    idleTimeout: [0],
    maxBodyBytes: [0],
    maxItemBytes: [0],
    retries: [0],
    maxRetryAfter: [0],
  });

/**
 * Options of one call; what is left out is as in the client's.
 *
 * @typeParam Accept the media types of the operation's success.
 */
export interface CallOptions<Accept extends string = string> extends CallPolicy, FetchOptions {
  readonly signal?: AbortSignal;
  /** The media type to ask for. Left out: any of the documented ones. */
  readonly accept?: Accept;
  readonly headers?: { readonly [name: string]: string };
  /**
   * Tells the server which requests are the same, so that it does the work once: then any method is
   * tried again. `true` makes one for this call; where the description has a header for it, one is
   * made without being asked for.
   */
  readonly idempotencyKey?: string | true;
  readonly fetch?: Fetch;
}

/** Options of one call of a stream. */
export interface StreamCallOptions<Accept extends string = string> extends CallOptions<Accept> {
  /**
   * True if the stream is resumed with `Last-Event-ID` where the connection breaks off. Left out: it is
   * not. `attempts`: the number of attempts without an event. Left out: 5.
   */
  readonly resume?: boolean | { readonly attempts?: number };
}

/** The input of a call: parameters and body. */
export interface CallInput {
  readonly path?: object;
  readonly query?: object;
  readonly header?: object;
  readonly cookie?: object;
  readonly body?: unknown;
  /** The media type to write the body as. Left out: the description's first. */
  readonly contentType?: string;
}

import type { Fetch, FetchOptions } from "./fetch-types.ts";

/** Timeouts, limits and retries, as a setting of the client or of one call. */
export interface CallPolicy {
  /**
   * The time limit of each attempt, including its body, in milliseconds. Default: 60 000; `Infinity`: no
   * limit.
   */
  readonly timeout?: number;
  /** The time limit of the whole call, including retries, in milliseconds. Default: no limit. */
  readonly totalTimeout?: number;
  /** The longest pause between two chunks of a stream, in milliseconds. Default: no limit. */
  readonly idleTimeout?: number;
  /**
   * The maximum size of a body that is read as a whole, in bytes, after decompression. A larger one is a
   * `DecodeError`; `response()` reads bodies of any size. Default: 256 MiB.
   */
  readonly maxBodyBytes?: number;
  /**
   * The maximum size of one item of a stream, in bytes: of an event with all its lines and comments, or of
   * a line of JSON. A larger one is an `ItemTooLargeError`. Default: 16 MiB.
   */
  readonly maxItemBytes?: number;
  /**
   * True to accept only documented successes: an undocumented status is an `ApiError`, an undocumented
   * content type a `DecodeError`. Default: any 2xx is a success, and the response's content type decides
   * how its body is read.
   */
  readonly strict?: boolean;
  /** The number of retries. Default: 2. */
  readonly retries?: number;
  /**
   * The statuses after which a request is sent again if its work may be done twice; after 429 and 503 any
   * is. The response header `x-should-retry`, `true` or `false`, decides instead. Default: 408, 429, 500,
   * 502, 503, 504.
   */
  readonly retryStatuses?: readonly number[];
  /**
   * Returns the wait before a retry in milliseconds, where the server asks for none. It is called with the
   * number of the attempt that failed, from 0. Default: random, up to 500, 1000, 2000 … 8000.
   */
  readonly retryDelay?: (attempt: number) => number;
  /** The longest wait between retries that the server may ask for, in milliseconds. Default: 60 000. */
  readonly maxRetryAfter?: number;
}

/**
 * Checks the options that are numbers.
 *
 * @throws {TypeError} when one is not a number, is `NaN` or is negative.
 */
export function checkPolicy(options: CallPolicy): void {
  for (const [name, value] of Object.entries(options))
    // All others are no numbers. A limit of `NaN` would never apply.
    if (
      value !== undefined &&
      /imeout$|^max|^retries$/.test(name) &&
      !(typeof value === "number" && value >= 0)
    )
      throw new TypeError(
        `${name} must be a number from 0 to Infinity, not the ${typeof value} ${value}`,
      );
}

/**
 * Options of one call. Those left out come from the client.
 *
 * @typeParam Accept the media types of the operation's success.
 */
export interface CallOptions<Accept extends string = string> extends CallPolicy, FetchOptions {
  readonly signal?: AbortSignal;
  /** The media type to ask for. Default: JSON where every success can be that, else the documented ones. */
  readonly accept?: Accept;
  readonly headers?: { readonly [name: string]: string };
  /**
   * The key by which the server recognizes repeated requests, so that it does the work once; with it any
   * method is retried. `true` generates a key for this call. If the description declares the header, a key
   * is generated without this option.
   */
  readonly idempotencyKey?: string | true;
  readonly fetch?: Fetch;
}

/** Options of one call of a stream. */
export interface StreamCallOptions<Accept extends string = string> extends CallOptions<Accept> {
  /**
   * True to resume the stream with `Last-Event-ID` when the connection breaks. Default: false. `attempts`
   * is the number of attempts in a row that may fail without an event. Default: 5.
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
  /** The media type in which the body is written. Default: the first in the description. */
  readonly contentType?: string;
}

import type { ServerRunOptions } from "../run/options.ts";
import type { WireRequest, WireResponse } from "../wire/wire-request.ts";

/** The limits for reading an answer. */
export interface SendLimits {
  readonly signal: AbortSignal;
  /** The time limit in milliseconds. A stream is read for as long. */
  readonly timeout: number;
  /** The time in milliseconds without a byte after which a body is not read further. Default: `timeout`. */
  readonly silence?: number;
  /** The maximum number of bytes of a body. */
  readonly maxBodyBytes: number;
}

/** A server under test. */
export interface ServerSubject {
  /** The name in reports: its URL, or that it runs in this process. */
  readonly name: string;
  /** The URL below which all operations are. */
  readonly base: URL;
  /** True if its data may be lost: it runs in this process, or the user says so. */
  readonly isDisposable: boolean;
  /** True if it ends with the test, including its data, because it runs in this process. */
  readonly isTemporary: boolean;
  /**
   * Checks that another process accepts connections.
   *
   * @throws {Error} with the reason when it does not
   */
  reach?(signal: AbortSignal): Promise<void>;
  /**
   * Sends a request unchanged, and does not follow redirects.
   *
   * @throws {Error} with the reason when there is no answer
   */
  send(request: WireRequest, limits: SendLimits): Promise<WireResponse>;
  close(): Promise<void>;
}

/** Returns the limits of an answer from the options of a run. */
export function sendLimits(
  { timeout = 10_000, maxBodyBytes = 8 * 1024 * 1024 }: ServerRunOptions,
  signal: AbortSignal,
): SendLimits {
  return { signal, timeout, maxBodyBytes };
}

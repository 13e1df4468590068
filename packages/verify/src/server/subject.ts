import type { ServerRunOptions } from "../run/options.ts";
import type { WireRequest, WireResponse } from "../wire/wire-request.ts";

/** What bounds the reading of an answer. */
export interface SendLimits {
  readonly signal: AbortSignal;
  /** Milliseconds until the answer is whole, or a stream is read no further. */
  readonly timeout: number;
  /** Bytes of a body that are read. */
  readonly maxBodyBytes: number;
}

/** A server under test. */
export interface ServerSubject {
  /** What reports call it: its URL, or that it runs in this process. */
  readonly name: string;
  /**
   * True if it was started for the test alone, so that nothing is lost there: it runs in this process, or the user
   * said so.
   */
  readonly isDisposable: boolean;
  /** True if it ends with the test, and all that was made there: it runs in this process. */
  readonly isTemporary: boolean;
  /**
   * Finds out whether anything is there that could be sent a request, where that is another process.
   *
   * @throws {Error} when nothing is; its message says why
   */
  reach?(signal: AbortSignal): Promise<void>;
  /**
   * Sends a request, as it is, and follows no redirect.
   *
   * @throws {Error} when there is no answer; its message says why
   */
  send(request: WireRequest, limits: SendLimits): Promise<WireResponse>;
  close(): Promise<void>;
}

/** The limits of an answer, by the options of a run. */
export function sendLimits(
  { timeout = 10_000, maxBodyBytes = 8 * 1024 * 1024 }: ServerRunOptions,
  signal: AbortSignal,
): SendLimits {
  return { signal, timeout, maxBodyBytes };
}

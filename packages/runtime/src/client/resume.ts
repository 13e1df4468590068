import type { Waiter } from "../clock.ts";
import { ApiError, ConnectionError, TimeoutError } from "./errors.ts";
import { ResponseStream } from "./item-stream.ts";
import { wait, type RetryPolicy } from "./retry.ts";
import type { ItemStream, StreamEvent } from "./types.ts";

/** Options for resuming a stream. */
export interface ResumePolicy {
  /** The number of attempts in a row that may fail without an event. */
  readonly attempts: number;
  readonly signal: AbortSignal | undefined;
  readonly clock: Waiter | undefined;
  /** The wait where the stream asks for none, and the longest that it may ask for. */
  readonly retries: Pick<RetryPolicy, "maxRetryAfter" | "retryDelay">;
  /** Requests the events after the one with the id. An empty id means that none is known. */
  open(lastEventId: string): Promise<unknown>;
}

/**
 * A stream that reconnects when its connection breaks (WHATWG HTML, 9.2.3, "reestablish the connection").
 * It waits for the time that the stream asked for, else as long as a retry. An answer without a body ends
 * it. It fails when the server refuses (4xx), when the attempts bring no event, and when items without an
 * id have been received, since they would be repeated.
 */
export class ResumedStream<Item> implements ItemStream<Item> {
  readonly requestId: string | undefined;
  lastEventId = "";
  isComplete = false;
  readonly #first: ResponseStream<Item>;
  readonly #policy: ResumePolicy;
  #retry: number | undefined;

  constructor(first: ResponseStream<Item>, policy: ResumePolicy) {
    this.requestId = first.requestId;
    this.#first = first;
    this.#policy = policy;
  }

  async *events(): AsyncGenerator<StreamEvent<Item>, void, undefined> {
    const { attempts, signal, open, clock, retries } = this.#policy;
    let stream: unknown = this.#first;
    let hasGiven = false;
    for (let failed = 0; ; failed++) {
      let failure: unknown;
      try {
        stream ??= await open(this.lastEventId);
        if (!(stream instanceof ResponseStream)) return;
        for await (const event of (stream as ResponseStream<Item>).events()) {
          this.#note(stream);
          hasGiven = true;
          failed = 0;
          yield event;
        }
        this.isComplete = true;
        return;
      } catch (error) {
        if (error instanceof ApiError && error.status === 204) return;
        if (!isTransient(error)) throw error;
        failure = error;
      }
      if (stream instanceof ResponseStream) this.#note(stream);
      if (failed === attempts || (hasGiven && this.lastEventId === "")) throw failure;
      stream = undefined;
      await wait(
        Math.min(this.#retry ?? retries.retryDelay(failed), retries.maxRetryAfter),
        signal,
        clock,
      );
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const { data } of this.events()) yield data;
  }

  #note({ lastEventId, retry }: ResponseStream<unknown>): void {
    // A resumed stream need not repeat the fields of the previous one.
    if (lastEventId !== "") this.lastEventId = lastEventId;
    this.#retry = retry ?? this.#retry;
  }
}

/** True if another attempt may succeed, because the connection or the server's state caused the error. */
function isTransient(error: unknown): boolean {
  if (error instanceof ApiError) return error.status >= 500;
  return error instanceof ConnectionError || error instanceof TimeoutError;
}

import { ApiError, ConnectionError, TimeoutError } from "./errors.ts";
import { ResponseStream } from "./item-stream.ts";
import { backoff, wait } from "./retry.ts";
import type { ItemStream, StreamEvent } from "./types.ts";

/** Resumption of a stream. */
export interface ResumePolicy {
  /** The number of attempts without an event. */
  readonly attempts: number;
  /** The longest time to wait before an attempt, in milliseconds, whatever the stream asks for. */
  readonly maxWait: number;
  readonly signal: AbortSignal | undefined;
  /** Asks for what is behind the event with the id; empty: none is known. */
  open(lastEventId: string): Promise<unknown>;
}

/**
 * A stream that goes on where its connection breaks off (WHATWG HTML, 9.2.3, "reestablish the
 * connection"): after the time that it has asked for, else after that of a retry. It ends with an
 * answer without a body. It fails when the server refuses (4xx), when no attempt brings an event, and
 * where it has given items without an id, since they would come again.
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
    const { attempts, maxWait, signal, open } = this.#policy;
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
      await wait(Math.min(this.#retry ?? backoff(failed), maxWait), signal);
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const { data } of this.events()) yield data;
  }

  #note({ lastEventId, retry }: ResponseStream<unknown>): void {
    // A stream that goes on need not repeat the fields of the one before.
    if (lastEventId !== "") this.lastEventId = lastEventId;
    this.#retry = retry ?? this.#retry;
  }
}

/** True if another attempt may succeed: the connection or the server's state is the reason. */
function isTransient(error: unknown): boolean {
  if (error instanceof ApiError) return error.status >= 500;
  return error instanceof ConnectionError || error instanceof TimeoutError;
}

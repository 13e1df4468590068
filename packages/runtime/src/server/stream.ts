import type { Outcome } from "./hooks.ts";
import type { HttpResponse } from "./types.ts";

/** A chunk of a body. */
export type Chunk = string | Uint8Array;

/** True if the value is an iterable object; a string is not. */
export function isIterable(value: unknown): value is AsyncIterable<unknown> | Iterable<unknown> {
  if (typeof value !== "object" || value === null) return false;
  return Symbol.asyncIterator in value || Symbol.iterator in value;
}

/** Ends a body that will not be read. */
export function cancelBody(body: HttpResponse["body"]): void {
  if (typeof body === "object" && Symbol.asyncIterator in body) {
    void body[Symbol.asyncIterator]().return?.();
  }
}

/** The options of a stream. */
export interface StreamOptions {
  readonly encode: (item: unknown) => Chunk;
  /** Aborts when the client disconnects; that ends the stream. */
  readonly signal: AbortSignal | undefined;
  /** Called with an error that aborts the stream. */
  readonly onError: (error: unknown) => void;
  /** Written after the last item of a complete stream. */
  readonly terminal?: Chunk | undefined;
  /**
   * Encodes an error for the client; without an argument, that the server is closing. If absent, an error
   * aborts the stream, and a closing server ends it.
   */
  readonly failure?: ((error?: unknown) => Chunk) | undefined;
  /**
   * The announced length of the response, in bytes. A body of another length aborts the stream, because the
   * bytes beyond it would be read as the next response.
   */
  readonly length?: number | undefined;
  /** The text that is written after `every` milliseconds without an item. */
  readonly heartbeat?: { readonly every: number; readonly text: Chunk } | undefined;
}

/**
 * Encodes the items of a handler's stream. When the client disconnects, `return()` is called on the items
 * at once and a pending `next()` ends, even if the items themselves are pending.
 */
export function encodeStream(
  items: AsyncIterable<unknown> | Iterable<unknown>,
  options: StreamOptions,
): ItemStream {
  return new ItemStream(items, options);
}

interface Reader {
  resolve(result: IteratorResult<Chunk> | Promise<IteratorResult<Chunk>>): void;
  reject(error: unknown): void;
}

const lengthInBytes = (chunk: Chunk): number =>
  typeof chunk === "string" ? new TextEncoder().encode(chunk).length : chunk.length;

/** A body of items, each requested only when the reader asks for it. */
export class ItemStream implements AsyncIterableIterator<Chunk> {
  readonly #source: AsyncIterator<unknown> | Iterator<unknown>;
  readonly #options: StreamOptions;
  readonly #stop = (): void => void this.return();
  readonly #sendHeartbeat = (): void => this.#give(this.#options.heartbeat?.text);
  #reader: Reader | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isTaking = false;
  #sent = 0;
  /** Encoded chunks that have not been read yet. */
  #ready: Chunk[] = [];
  #failure: { readonly error: unknown } | undefined;
  #ending: Outcome["ending"] | undefined;
  #onEnd: ((ending: Outcome["ending"]) => void) | undefined;

  constructor(items: AsyncIterable<unknown> | Iterable<unknown>, options: StreamOptions) {
    this.#source =
      Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
    this.#options = options;
    if (options.signal?.aborted) this.#stop();
    else options.signal?.addEventListener("abort", this.#stop, { once: true });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Sets the listener that is called when the reader has read everything or disconnected. */
  whenEnded(listener: (ending: Outcome["ending"]) => void): void {
    this.#onEnd = listener;
    if (this.#ending === "aborted") this.#notifyEnd();
  }

  next(): Promise<IteratorResult<Chunk>> {
    const chunk = this.#ready.shift();
    if (chunk !== undefined) return Promise.resolve({ done: false, value: chunk });
    if (this.#ending !== undefined) return this.#afterLast();
    return new Promise((resolve, reject) => {
      this.#reader = { resolve, reject };
      const { heartbeat } = this.#options;
      if (heartbeat) this.#timer = setTimeout(this.#sendHeartbeat, heartbeat.every);
      if (!this.#isTaking) void this.#take();
    });
  }

  /** Called when the client disconnects. */
  return(): Promise<IteratorResult<Chunk>> {
    if (this.#ending === undefined) {
      this.#end("aborted");
      this.#release();
    }
    this.#ready = [];
    this.#failure = undefined;
    this.#reader?.resolve({ done: true, value: undefined });
    this.#reader = undefined;
    this.#notifyEnd();
    return Promise.resolve({ done: true, value: undefined });
  }

  /** Ends the stream after the items read so far, because the server is closing. */
  close(): void {
    if (this.#ending !== undefined) return;
    this.#end("closed");
    this.#release();
    this.#give(this.#options.failure?.());
  }

  async #take(): Promise<void> {
    this.#isTaking = true;
    let isTaken = false;
    try {
      const { done, value } = await this.#source.next();
      if (this.#ending !== undefined) return;
      isTaken = true;
      const chunk = done ? this.#options.terminal : this.#options.encode(value);
      this.#count(chunk, done === true);
      if (done) this.#end("complete");
      this.#give(chunk);
    } catch (error) {
      if (this.#ending === undefined) this.#fail(error, isTaken);
    } finally {
      this.#isTaking = false;
    }
  }

  #count(chunk: Chunk | undefined, isLast: boolean): void {
    const { length } = this.#options;
    if (length === undefined) return;
    if (chunk !== undefined) this.#sent += lengthInBytes(chunk);
    if (this.#sent > length || (isLast && this.#sent < length))
      throw new RangeError(`the body is not of the length ${length} that content-length announces`);
  }

  #fail(error: unknown, isOpen: boolean): void {
    this.#end("failed");
    if (isOpen) this.#release();
    this.#options.onError(error);
    const { failure } = this.#options;
    if (failure === undefined) this.#failure = { error };
    this.#give(failure?.(error));
  }

  /** Passes a chunk, or the end, to a pending read. */
  #give(chunk: Chunk | undefined): void {
    if (chunk !== undefined) this.#ready.push(chunk);
    const reader = this.#reader;
    this.#reader = undefined;
    clearTimeout(this.#timer);
    reader?.resolve(this.next());
  }

  #afterLast(): Promise<IteratorResult<Chunk>> {
    this.#notifyEnd();
    const failure = this.#failure;
    this.#failure = undefined;
    if (failure) return Promise.reject(failure.error);
    return Promise.resolve({ done: true, value: undefined });
  }

  #release(): void {
    const release = async (): Promise<void> => void (await this.#source.return?.());
    release().catch(this.#options.onError);
  }

  #end(ending: Outcome["ending"]): void {
    this.#ending = ending;
    clearTimeout(this.#timer);
    this.#options.signal?.removeEventListener("abort", this.#stop);
  }

  #notifyEnd(): void {
    const listener = this.#onEnd;
    this.#onEnd = undefined;
    listener?.(this.#ending ?? "aborted");
  }
}

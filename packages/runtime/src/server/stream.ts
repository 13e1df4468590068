import type { Outcome } from "./hooks.ts";
import type { HttpResponse } from "./types.ts";

/** A piece of a body. */
export type Chunk = string | Uint8Array;

/** Whether the value can be iterated over, and is no text. */
export function isIterable(value: unknown): value is AsyncIterable<unknown> | Iterable<unknown> {
  if (typeof value !== "object" || value === null) return false;
  return Symbol.asyncIterator in value || Symbol.iterator in value;
}

/** Ends a body that nobody will read. */
export function leaveBody(body: HttpResponse["body"]): void {
  if (typeof body === "object" && Symbol.asyncIterator in body) {
    void body[Symbol.asyncIterator]().return?.();
  }
}

/** How a stream is written and watched over. */
export interface StreamOptions {
  readonly encode: (item: unknown) => Chunk;
  /** Ends the stream: the client is gone. */
  readonly signal: AbortSignal | undefined;
  /** Told of an error that breaks the stream off. */
  readonly onError: (error: unknown) => void;
  /** What stands behind the last item of a stream that is complete. */
  readonly terminal?: Chunk | undefined;
  /**
   * What tells the client of an error, or where there is none, that the server ends its service.
   * Left out: an error breaks the stream off, and a server that ends just ends it.
   */
  readonly failure?: ((error?: unknown) => Chunk) | undefined;
  /** What is written after `every` milliseconds without an item. */
  readonly heartbeat?: { readonly every: number; readonly text: Chunk } | undefined;
}

/**
 * Writes the items of a handler's stream. When the client is gone, `return()` is called on the
 * items at once and a waiting `next()` ends, even where the items themselves are waiting.
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

/** A body made of items: one is taken when the reader asks, none before. */
export class ItemStream implements AsyncIterableIterator<Chunk> {
  readonly #source: AsyncIterator<unknown> | Iterator<unknown>;
  readonly #options: StreamOptions;
  readonly #stop = (): void => void this.return();
  readonly #beat = (): void => this.#give(this.#options.heartbeat?.text);
  #reader: Reader | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isTaking = false;
  /** What the reader gets before anything else. */
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

  /** Tells when the reader has had everything, or is gone. */
  whenEnded(listener: (ending: Outcome["ending"]) => void): void {
    this.#onEnd = listener;
    if (this.#ending === "left") this.#tellEnd();
  }

  next(): Promise<IteratorResult<Chunk>> {
    const chunk = this.#ready.shift();
    if (chunk !== undefined) return Promise.resolve({ done: false, value: chunk });
    if (this.#ending !== undefined) return this.#afterLast();
    return new Promise((resolve, reject) => {
      this.#reader = { resolve, reject };
      const { heartbeat } = this.#options;
      if (heartbeat) this.#timer = setTimeout(this.#beat, heartbeat.every);
      if (!this.#isTaking) void this.#take();
    });
  }

  /** The client is gone. */
  return(): Promise<IteratorResult<Chunk>> {
    if (this.#ending === undefined) {
      this.#end("left");
      this.#release();
    }
    this.#ready = [];
    this.#failure = undefined;
    this.#reader?.resolve({ done: true, value: undefined });
    this.#reader = undefined;
    this.#tellEnd();
    return Promise.resolve({ done: true, value: undefined });
  }

  /** Ends the stream behind what has been taken, as the server ends its service. */
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
      if (done) this.#end("complete");
      this.#give(done ? this.#options.terminal : this.#options.encode(value));
    } catch (error) {
      if (this.#ending === undefined) this.#fail(error, isTaken);
    } finally {
      this.#isTaking = false;
    }
  }

  #fail(error: unknown, isOpen: boolean): void {
    this.#end("failed");
    if (isOpen) this.#release();
    this.#options.onError(error);
    const { failure } = this.#options;
    if (failure === undefined) this.#failure = { error };
    this.#give(failure?.(error));
  }

  /** Hands on a piece, or that there is none any more, to the reader that waits for it. */
  #give(chunk: Chunk | undefined): void {
    if (chunk !== undefined) this.#ready.push(chunk);
    const reader = this.#reader;
    this.#reader = undefined;
    clearTimeout(this.#timer);
    reader?.resolve(this.next());
  }

  #afterLast(): Promise<IteratorResult<Chunk>> {
    this.#tellEnd();
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

  #tellEnd(): void {
    const tell = this.#onEnd;
    this.#onEnd = undefined;
    tell?.(this.#ending ?? "left");
  }
}

import { ThrownAnswer } from "@openapi-packages/runtime/server";
import type { Fault } from "./fault-list.ts";

/**
 * A stream that fails behind as many items as a `stream-error` says: the server core then writes the
 * declared error event, or breaks the connection off where there is none. It fails when the next item
 * would have come, as a client would not get to see the items before if the connection broke with them.
 * Bodies that are no streams, and other faults, are left as they are.
 *
 * @param error what the error event says. Left out: what the description's own errors look like.
 */
export function withStreamFault<Body>(
  body: Body,
  { kind, after, status = 500 }: Pick<Fault, "kind" | "after" | "status">,
  error?: unknown,
): Body | AsyncIterable<unknown> {
  if (kind !== "stream-error" || !isAsyncIterable(body)) return body;
  const failure = (): Error =>
    new ThrownAnswer(error === undefined ? { status } : { status, body: error });
  return { [Symbol.asyncIterator]: () => new FailingIterator(body, after, failure) };
}

const isAsyncIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === "object" && value !== null && Symbol.asyncIterator in value;

/** As many items of another iterator, then an error. */
class FailingIterator implements AsyncIterator<unknown, void, undefined> {
  readonly #items: AsyncIterator<unknown>;
  readonly #failure: () => Error;
  #left: number;

  constructor(items: AsyncIterable<unknown>, after: number, failure: () => Error) {
    this.#items = items[Symbol.asyncIterator]();
    this.#left = after;
    this.#failure = failure;
  }

  async next(): Promise<IteratorResult<unknown, void>> {
    const result = await this.#items.next();
    this.#left -= 1;
    if (this.#left >= 0 && result.done !== true) return result;
    await this.return();
    throw this.#failure();
  }

  async return(): Promise<IteratorResult<unknown, void>> {
    await this.#items.return?.();
    return { done: true, value: undefined };
  }
}

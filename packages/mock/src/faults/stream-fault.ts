import { ThrownAnswer } from "@openapi-packages/runtime/server";
import type { Fault } from "./fault-list.ts";

/**
 * Makes a stream fail after the items that a `stream-error` allows: the server core then writes the declared
 * error event, or breaks the connection if there is none. It fails when the next item would come, since
 * breaking the connection earlier could lose the items before. Other bodies and faults are not changed.
 *
 * @param error the data of the error event. Default: the body of the description's own errors.
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

/** Returns a number of items of another iterator, then throws. */
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

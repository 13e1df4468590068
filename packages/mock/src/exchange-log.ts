import type { OperationDescriptor } from "@openapi-packages/runtime";
import type { HttpRequest, HttpResponse } from "@openapi-packages/runtime/server";
import type { Clock } from "./clock.ts";
import { tappedRequest } from "./exchange-tap.ts";
import type { ExchangeTap, ExchangeWatcher } from "./exchange-tap.ts";
import { requestViolations } from "./request-violations.ts";
import type { MockExchange, UpstreamMode, Violation } from "./types.ts";

/** What is noted about a request while it is answered. */
export interface ExchangeNote {
  mode: UpstreamMode;
  fault: string | undefined;
  readonly violations: Violation[];
}

type Listener = (exchange: MockExchange) => void;

/** Listeners for exchanges: one for completed ones, one for their contents as they pass. */
export interface ExchangeListeners {
  readonly onExchange?: Listener;
  readonly watcher?: ExchangeWatcher;
}

/** Reports completed exchanges with their notes. */
export class ExchangeLog {
  readonly #listener: Listener | undefined;
  readonly #watcher: ExchangeWatcher | undefined;
  readonly #operationOf: (request: HttpRequest) => OperationDescriptor | undefined;
  readonly #clock: Clock;
  /** Notes are only created for requests that need them. */
  readonly #notes = new WeakMap<HttpRequest, ExchangeNote>();
  readonly #originals = new WeakMap<HttpRequest, HttpRequest>();
  #count = 0;

  constructor(
    { onExchange, watcher }: ExchangeListeners,
    operationOf: (request: HttpRequest) => OperationDescriptor | undefined,
    clock: Clock,
  ) {
    this.#listener = onExchange;
    this.#watcher = watcher;
    this.#operationOf = operationOf;
    this.#clock = clock;
  }

  /** True if there is a listener. */
  get isOn(): boolean {
    return this.#listener !== undefined;
  }

  /** Returns the note of a request; `undefined` without a listener. */
  noteOf(request: HttpRequest): ExchangeNote | undefined {
    if (!this.isOn) return undefined;
    const original = this.#originals.get(request) ?? request;
    const note = this.#notes.get(original) ?? { mode: "mock", fault: undefined, violations: [] };
    this.#notes.set(original, note);
    return note;
  }

  /** Shares the notes of a request with another one that replaces it. */
  alias(request: HttpRequest, other: HttpRequest): void {
    if (this.isOn) this.#originals.set(other, this.#originals.get(request) ?? request);
  }

  /** Answers a request with a function, and reports the exchange when the answer is complete. */
  async watch(
    request: HttpRequest,
    run: (request: HttpRequest) => Promise<HttpResponse>,
  ): Promise<HttpResponse> {
    const start = performance.now();
    const number = (this.#count += 1);
    const time = this.#clock.now();
    const operation = this.#watcher && this.#operationOf(request);
    const tap = this.#watcher?.begin({ number, time, request, operation });
    const tapped = tap === undefined ? request : tappedRequest(request, tap);
    if (tapped !== request) this.alias(request, tapped);
    try {
      const response = await run(tapped);
      const { body } = response;
      const answered = { number, time, start, request, response };
      tap?.onAnswer(response);
      if (typeof body === "object" && !(body instanceof Uint8Array))
        return { ...response, body: withEnd(body, tap, () => this.#report(answered)) };
      if (body !== undefined) tap?.onReceived(body);
      this.#report(answered);
      return response;
    } catch (error) {
      this.#report({ number, time, start, request, response: undefined });
      throw error;
    }
  }

  #report({ number, time, start, request, response }: Answered): void {
    const { method, url } = request;
    const operation = this.#operationOf(request);
    const { mode = "mock", fault, violations = [] } = this.#notes.get(request) ?? {};
    const refused = response === undefined ? [] : requestViolations(request, operation, response);
    this.#listener?.({
      number,
      time,
      method,
      url,
      operationId: operation?.operationId,
      status: response?.status,
      duration: performance.now() - start,
      mode,
      fault,
      violations: refused.length === 0 ? violations : [...violations, ...refused],
    });
  }
}

/** A request with its answer; `undefined` if there is none. */
interface Answered {
  readonly number: number;
  readonly time: number;
  readonly start: number;
  readonly request: HttpRequest;
  readonly response: HttpResponse | undefined;
}

/**
 * Returns the same chunks and passes them to the tap. Reports once, after the last chunk or when the reader
 * leaves.
 */
function withEnd(
  body: AsyncIterable<Uint8Array | string>,
  tap: ExchangeTap | undefined,
  report: () => void,
): AsyncIterable<Uint8Array | string> {
  const iterator = body[Symbol.asyncIterator]();
  let isReported = false;
  const end = (): void => {
    if (!isReported) report();
    isReported = true;
  };
  const iterable: AsyncIterableIterator<Uint8Array | string> = {
    [Symbol.asyncIterator]: () => iterable,
    async next() {
      try {
        const result = await iterator.next();
        if (result.done === true) end();
        else tap?.onReceived(result.value);
        return result;
      } catch (error) {
        end();
        throw error;
      }
    },
    async return() {
      end();
      return (await iterator.return?.()) ?? { done: true, value: undefined };
    },
  };
  return iterable;
}

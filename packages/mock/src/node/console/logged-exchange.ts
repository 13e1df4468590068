import type { HttpResponse } from "@openapi-packages/runtime/server";
import type { BegunExchange, ExchangeTap } from "../../exchange-tap.ts";
import type { MockExchange } from "../../types.ts";
import { KeptBytes } from "./kept-bytes.ts";

/** Receives the changes of a logged exchange. */
export interface ExchangeListener {
  /** Called with the number of further bytes that were stored. */
  readonly onBytes: (bytes: number) => void;
  /** Called when an incomplete exchange has something to show. */
  readonly onProgress: () => void;
}

/** One exchange with its contents so far. */
export class LoggedExchange implements ExchangeTap {
  readonly begun: BegunExchange;
  readonly sent: KeptBytes;
  readonly received: KeptBytes;
  /** The position of its last change among all changes. */
  order = 0;
  /** The head of the answer. */
  answer: Pick<HttpResponse, "status" | "headers"> | undefined;
  /** The completed exchange; `undefined` until then. */
  exchange: MockExchange | undefined;
  #isStream = false;
  readonly #listener: ExchangeListener;

  /** @param most the maximum number of stored bytes of each body */
  constructor(begun: BegunExchange, most: number, listener: ExchangeListener) {
    this.begun = begun;
    this.sent = new KeptBytes(most);
    this.received = new KeptBytes(most);
    this.#listener = listener;
  }

  get number(): number {
    return this.begun.number;
  }

  onSent(bytes: Uint8Array): void {
    this.#listener.onBytes(this.sent.add(bytes));
  }

  onAnswer({ status, headers, body }: HttpResponse): void {
    this.answer = { status, headers: { ...headers } };
    this.#isStream = typeof body === "object" && !(body instanceof Uint8Array);
    if (this.#isStream) this.#listener.onProgress();
  }

  onReceived(part: Uint8Array | string): void {
    const bytes = typeof part === "string" ? Buffer.from(part) : part;
    this.#listener.onBytes(this.received.add(bytes));
    if (this.#isStream) this.#listener.onProgress();
  }

  /** @returns the number of dropped bytes */
  forget(): number {
    return this.sent.forget() + this.received.forget();
  }
}

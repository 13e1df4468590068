import type { HttpResponse } from "@openapi-packages/runtime/server";
import type { BegunExchange, ExchangeTap } from "../../exchange-tap.ts";
import type { MockExchange } from "../../types.ts";
import { KeptBytes } from "./kept-bytes.ts";

/** Is told what changes of an exchange that is logged. */
export interface ExchangeListener {
  /** Called with the number of bytes that more of it are kept. */
  readonly onBytes: (bytes: number) => void;
  /** Called when something of it can be shown before it is over. */
  readonly onProgress: () => void;
}

/** One exchange with its contents, as far as they have passed and are kept. */
export class LoggedExchange implements ExchangeTap {
  readonly begun: BegunExchange;
  readonly sent: KeptBytes;
  readonly received: KeptBytes;
  /** The place of its last change among all changes. */
  order = 0;
  /** The head of the answer. */
  answer: Pick<HttpResponse, "status" | "headers"> | undefined;
  /** What came of it; `undefined` until it is over. */
  exchange: MockExchange | undefined;
  #isStream = false;
  readonly #listener: ExchangeListener;

  /** @param most the bytes of each body that are kept */
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

  /** @returns the number of bytes that were forgotten */
  forget(): number {
    return this.sent.forget() + this.received.forget();
  }
}

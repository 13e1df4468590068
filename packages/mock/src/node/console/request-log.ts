import type { ServerResponse } from "node:http";
import { encodeEvent } from "@openapi-packages/runtime";
import type { MockDescription } from "../../description.ts";
import type { BegunExchange, ExchangeTap, ExchangeWatcher } from "../../exchange-tap.ts";
import type { MockExchange } from "../../types.ts";
import type { ServeLimits } from "../serve-limits.ts";
import { hasText } from "./exchange-filter.ts";
import type { ExchangeFilter } from "./exchange-filter.ts";
import { ExchangeViews } from "./exchange-view.ts";
import type { ExchangeDetails, ExchangeSummary } from "./shown-exchange.ts";
import { LoggedExchange } from "./logged-exchange.ts";
import { ConsoleRequestError } from "./read-json-body.ts";

/**
 * The maximum number of bytes that wait for a reader. Beyond it the connection is closed; the reader may
 * reconnect.
 */
const mostWaiting = 4 * 1024 * 1024;

/** The interval between two updates of an incomplete answer, in milliseconds. */
const progressInterval = 250;

/** The limits of a {@link RequestLog}. */
export type RequestLogLimits = Pick<
  ServeLimits,
  "loggedRequests" | "loggedBodyBytes" | "loggedBytes" | "consoleClients"
>;

/** Keeps the last exchanges, and sends them and new ones to readers as an event stream. */
export class RequestLog implements ExchangeWatcher {
  /** Distinguishes this run of the mock from others, whose requests have the same numbers. */
  readonly #run = String(Date.now());
  /** The exchanges by number, in order of arrival. */
  readonly #logged = new Map<number, LoggedExchange>();
  readonly #readers = new Set<ServerResponse>();
  readonly #limits: RequestLogLimits;
  readonly #views: ExchangeViews;
  /** The exchanges with an update to send. */
  readonly #moving = new Set<LoggedExchange>();
  #timer: NodeJS.Timeout | undefined;
  #bytes = 0;
  #order = 0;

  constructor(description: MockDescription, limits: RequestLogLimits) {
    this.#limits = limits;
    this.#views = new ExchangeViews(description);
  }

  begin(begun: BegunExchange): ExchangeTap {
    // The request itself is not stored, since it references its connection.
    const { method, url, headers } = begun.request;
    const head = { ...begun, request: { method, url, headers } };
    const logged: LoggedExchange = new LoggedExchange(head, this.#limits.loggedBodyBytes, {
      onBytes: (bytes) => this.#count(bytes),
      onProgress: () => this.#progress(logged),
    });
    this.#logged.set(begun.number, logged);
    if (this.#logged.size > this.#limits.loggedRequests) this.#forgetFirst();
    return logged;
  }

  /** Stores the result of an exchange, and sends it to readers. */
  end(exchange: MockExchange): void {
    const logged = this.#logged.get(exchange.number);
    if (logged === undefined) return;
    logged.exchange = exchange;
    this.#moving.delete(logged);
    this.#tell(logged);
  }

  /** Reports another change: `state` or `faults`. */
  announce(what: string): void {
    if (this.#readers.size > 0) this.#send(encodeEvent(null, { event: what }));
  }

  /** Returns the exchanges that match a filter, the newest first. */
  list({ takes, text, limit }: ExchangeFilter): {
    readonly logged: number;
    readonly exchanges: readonly ExchangeSummary[];
  } {
    const exchanges: ExchangeSummary[] = [];
    for (const logged of [...this.#shown()].toReversed()) {
      if (exchanges.length >= limit) break;
      const summary = this.#views.summary(logged);
      const isOne =
        takes(summary) && (text === undefined || hasText(this.#views.details(logged), text));
      if (isOne) exchanges.push(summary);
    }
    return { logged: this.#logged.size, exchanges };
  }

  /**
   * Returns one exchange with its contents.
   *
   * @throws {ConsoleRequestError} when it does not exist, or not any more
   */
  details(number: number): ExchangeDetails {
    const logged = this.#logged.get(number);
    if (logged !== undefined) return this.#views.details(logged);
    const { loggedRequests } = this.#limits;
    throw new ConsoleRequestError(
      404,
      `request ${number} is not among the last ${loggedRequests}, which are kept`,
    );
  }

  /**
   * Sends a reader all exchanges, or those that have changed after its last event, and then new ones.
   *
   * @throws {ConsoleRequestError} when there are too many readers
   */
  follow(response: ServerResponse, lastEventId: string | undefined): void {
    const { consoleClients } = this.#limits;
    if (this.#readers.size >= consoleClients)
      throw new ConsoleRequestError(
        503,
        `${consoleClients} pages follow the console already, which is the limit consoleClients`,
      );
    response.writeHead(200, { "content-type": "text/event-stream" });
    const [run, last] = lastEventId?.split("/") ?? [];
    const known = run === this.#run ? Number(last) : -Infinity;
    const missed = [...this.#shown()].filter(({ order }) => !(order <= known));
    response.write(encodeEvent(this.#run, { event: "run" }));
    response.write(
      missed
        .toSorted((one, other) => one.order - other.order)
        .map((logged) => this.#frame(logged))
        .join(""),
    );
    this.#readers.add(response);
    response.once("close", () => this.#readers.delete(response));
  }

  /** Ends the event streams. */
  close(): void {
    clearTimeout(this.#timer);
    for (const reader of this.#readers) reader.end();
    this.#readers.clear();
  }

  /** Iterates over the exchanges that have been sent. */
  *#shown(): Generator<LoggedExchange, void, undefined> {
    for (const logged of this.#logged.values()) if (logged.order > 0) yield logged;
  }

  #count(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes <= this.#limits.loggedBytes) return;
    for (const logged of this.#logged.values()) {
      if (this.#bytes <= this.#limits.loggedBytes) return;
      this.#bytes -= logged.forget();
    }
  }

  #forgetFirst(): void {
    for (const [number, logged] of this.#logged) {
      this.#bytes -= logged.forget();
      this.#moving.delete(logged);
      this.#logged.delete(number);
      return;
    }
  }

  /** Reports the start of a stream at once, and its progress at intervals. */
  #progress(logged: LoggedExchange): void {
    if (!this.#logged.has(logged.number)) return;
    if (logged.order === 0) return this.#tell(logged);
    this.#moving.add(logged);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      for (const one of this.#moving) this.#tell(one);
      this.#moving.clear();
    }, progressInterval).unref();
  }

  #tell(logged: LoggedExchange): void {
    this.#order += 1;
    logged.order = this.#order;
    if (this.#readers.size > 0) this.#send(this.#frame(logged));
  }

  #frame(logged: LoggedExchange): string {
    const id = `${this.#run}/${logged.order}`;
    return encodeEvent(this.#views.summary(logged), { event: "request", id });
  }

  #send(frame: string): void {
    for (const reader of this.#readers) {
      if (reader.writableLength > mostWaiting) reader.destroy();
      else reader.write(frame);
    }
  }
}

import type { ServerResponse } from "node:http";
import { encodeEvent } from "@openapi-packages/runtime";
import type { ServeLimits } from "../serve-limits.ts";
import { ConsoleRequestError } from "./read-json-body.ts";
import { shortened } from "./shortened.ts";
import type { MockExchange } from "../../types.ts";

/** The bytes that may wait for a reader before its connection is closed; it may reconnect. */
const mostWaiting = 4 * 1024 * 1024;

/** The limits of a {@link RequestLog}. */
export type RequestLogLimits = Pick<ServeLimits, "loggedRequests" | "consoleClients">;

/** The last requests, and further ones as they come, as an event stream. */
export class RequestLog {
  /** Distinguishes this run from others before and after, whose requests have the same numbers. */
  readonly #run = String(Date.now());
  readonly #exchanges: MockExchange[] = [];
  readonly #readers = new Set<ServerResponse>();
  readonly #limits: RequestLogLimits;

  constructor(limits: RequestLogLimits) {
    this.#limits = limits;
  }

  /** Adds a request and reports it. */
  add(given: MockExchange): void {
    const exchange = shortened(given);
    const { loggedRequests } = this.#limits;
    this.#exchanges.push(exchange);
    // Cut back by as many at once, each costs next to nothing.
    if (this.#exchanges.length >= 2 * loggedRequests) this.#exchanges.splice(0, loggedRequests);
    if (this.#readers.size > 0) this.#send(this.#frame(exchange));
  }

  /** Reports that something else has changed: `state`, `faults`. */
  announce(what: string): void {
    if (this.#readers.size > 0) this.#send(encodeEvent(null, { event: what }));
  }

  /**
   * Sends a reader all requests, or those behind the event that it had last, and goes on with new ones.
   *
   * @throws {ConsoleRequestError} when there are too many
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
    const missed = this.#exchanges
      .slice(-this.#limits.loggedRequests)
      .filter(({ number }) => !(number <= known));
    response.write(encodeEvent(this.#run, { event: "run" }));
    response.write(missed.map((exchange) => this.#frame(exchange)).join(""));
    this.#readers.add(response);
    response.once("close", () => this.#readers.delete(response));
  }

  /** Ends the streams. */
  close(): void {
    for (const reader of this.#readers) reader.end();
    this.#readers.clear();
  }

  #frame(exchange: MockExchange): string {
    return encodeEvent(exchange, { event: "request", id: `${this.#run}/${exchange.number}` });
  }

  #send(frame: string): void {
    for (const reader of this.#readers) {
      if (reader.writableLength > mostWaiting) reader.destroy();
      else reader.write(frame);
    }
  }
}

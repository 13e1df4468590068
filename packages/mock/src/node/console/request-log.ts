import type { ServerResponse } from "node:http";
import { encodeEvent } from "@openapi-packages/runtime";
import type { MockExchange } from "../../types.ts";

/** How many requests are kept. */
const mostKept = 200;

/** How many bytes may wait for a reader before it is left, which may come back. */
const mostWaiting = 4 * 1024 * 1024;

/** The last requests, and those who look on as more come, as an event stream. */
export class RequestLog {
  /** Tells this run from others before and after, whose requests have the same numbers. */
  readonly #run = String(Date.now());
  readonly #kept: MockExchange[] = [];
  readonly #readers = new Set<ServerResponse>();

  /** Keeps a request and reports it. */
  add(exchange: MockExchange): void {
    this.#kept.push(exchange);
    // Cut back by as many at once, each costs next to nothing.
    if (this.#kept.length >= 2 * mostKept) this.#kept.splice(0, mostKept);
    if (this.#readers.size > 0) this.#send(this.#frame(exchange));
  }

  /** Reports that something else has changed: `state`, `faults`. */
  announce(what: string): void {
    if (this.#readers.size > 0) this.#send(encodeEvent(null, { event: what }));
  }

  /** Tells a reader of all that is kept, or of what came behind the event that it has had, and goes on. */
  follow(response: ServerResponse, lastEventId: string | undefined): void {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const [run, last] = lastEventId?.split("/") ?? [];
    const known = run === this.#run ? Number(last) : -Infinity;
    const missed = this.#kept.slice(-mostKept).filter(({ number }) => !(number <= known));
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

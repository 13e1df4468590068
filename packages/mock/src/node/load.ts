import type { IncomingMessage, ServerResponse } from "node:http";
import type { Refusal } from "./refusal.ts";
import type { ServeLimits } from "./serve-limits.ts";

/** The limits of a mock's concurrent work. */
export type LoadLimits = Pick<ServeLimits, "activeRequests" | "receivedBytes" | "unsentBytes">;

/**
 * Returns the number of bytes of a request's body that may have to be buffered.
 *
 * @param most the result for a body of unknown or larger length
 */
export function bodyBytes({ headers }: IncomingMessage, most: number): number {
  if (headers["transfer-encoding"] !== undefined) return most;
  return Math.min(Number(headers["content-length"] ?? 0), most);
}

/** The requests in progress: their number, the bytes that they may send, and the bytes that wait for them. */
export class Load {
  readonly #limits: LoadLimits;
  readonly #open = new Set<ServerResponse>();
  #received = 0;

  constructor(limits: LoadLimits) {
    this.#limits = limits;
  }

  /** Returns why the mock is too busy for one more request with this many bytes. */
  refusalOf(bytes: number): Refusal | undefined {
    const { activeRequests, receivedBytes, unsentBytes } = this.#limits;
    if (this.#open.size >= activeRequests)
      return busy(`is answering ${activeRequests} requests already`, "activeRequests");
    if (bytes > 0 && this.#received > 0 && this.#received + bytes > receivedBytes)
      return busy(`is receiving ${receivedBytes} bytes already`, "receivedBytes");
    if (this.#unsent() > unsentBytes)
      return busy(`has ${unsentBytes} bytes that its clients do not read`, "unsentBytes");
    return undefined;
  }

  /** Counts a request until its connection has its answer or is closed. */
  begin(response: ServerResponse, bytes: number): void {
    this.#open.add(response);
    this.#received += bytes;
    response.once("close", () => {
      this.#open.delete(response);
      this.#received -= bytes;
    });
  }

  #unsent(): number {
    let bytes = 0;
    for (const { writableLength } of this.#open) bytes += writableLength;
    return bytes;
  }
}

const busy = (what: string, limit: string): Refusal => ({
  status: 503,
  message: `this mock ${what}, which is the limit ${limit}`,
});

import type { IncomingMessage, ServerResponse } from "node:http";
import type { Refusal } from "./refusal.ts";
import type { ServeLimits } from "./serve-limits.ts";

/** What a mock does at a time. */
export type LoadLimits = Pick<ServeLimits, "activeRequests" | "receivedBytes" | "unsentBytes">;

/**
 * The bytes of a request's body that may have to be held.
 *
 * @param most those of a body whose length is not said, or is more
 */
export function bodyBytes({ headers }: IncomingMessage, most: number): number {
  if (headers["transfer-encoding"] !== undefined) return most;
  return Math.min(Number(headers["content-length"] ?? 0), most);
}

/** The requests that are being answered: their number, what they may send, and what waits for them. */
export class Load {
  readonly #limits: LoadLimits;
  readonly #open = new Set<ServerResponse>();
  #received = 0;

  constructor(limits: LoadLimits) {
    this.#limits = limits;
  }

  /** Why one more request, with so many bytes, is too much. */
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

  /** A request begins; it ends when its connection has its answer, or is closed. */
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

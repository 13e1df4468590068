import type { Socket } from "node:net";
import type { WireResponse } from "../wire-request.ts";
import { TimedOut } from "../timed-out.ts";
import { ResponseReader } from "./response-reader.ts";

/** The limits of one exchange. */
export interface ExchangeLimits {
  readonly signal: AbortSignal;
  /** The time limit for the head of the answer in milliseconds, and again for its body. */
  readonly timeout: number;
  /** The time in milliseconds without a byte after which a body is not read further. Default: `timeout`. */
  readonly silence?: number;
  readonly maxBodyBytes: number;
  /** The time in milliseconds for the server to end the connection after its answer, as the request asks. */
  readonly untilEnd: number;
}

/** An answer, and whether the server has left the connection open after it. */
export interface SentResponse {
  readonly response: WireResponse;
  readonly isLeftOpen: boolean;
}

/**
 * Sends a request over a new connection, and reads everything that the server sends until it ends the connection.
 *
 * @param socket a connection that may still be opening; it is destroyed at the end
 * @param method the method of the request
 * @param request the bytes of the request
 * @throws {Error} with the reason when there is no answer of HTTP/1.1
 */
export function sendRequest(
  socket: Socket,
  method: string,
  request: Uint8Array,
  limits: ExchangeLimits,
): Promise<SentResponse> {
  return new SocketExchange(socket, method, limits).run(request);
}

class SocketExchange {
  readonly #socket: Socket;
  readonly #reader: ResponseReader;
  readonly #limits: ExchangeLimits;
  readonly #settled = Promise.withResolvers<SentResponse>();
  #start = performance.now();
  #timer: NodeJS.Timeout | undefined;
  #isWaitingForEnd = false;
  /** When reading the body ends at the latest. */
  #deadline = Infinity;
  /** When the headers and the whole message had arrived. */
  #headTime: number | undefined;
  #wholeTime: number | undefined;

  constructor(socket: Socket, method: string, limits: ExchangeLimits) {
    this.#socket = socket;
    this.#reader = new ResponseReader(method);
    this.#limits = limits;
  }

  async run(request: Uint8Array): Promise<SentResponse> {
    const { signal, timeout } = this.#limits;
    const abort = (): void => this.#settled.reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    this.#wait(timeout, () => this.#fail(new TimedOut(timeout)));
    const begin = (): void => void (this.#start = performance.now());
    this.#socket
      .on("connect", begin)
      .on("secureConnect", begin)
      .on("data", (bytes: Uint8Array) => this.#take(bytes))
      .on("end", () => this.#finish(true))
      .on("close", () => this.#finish(true))
      .on("error", (error) => this.#fail(error));
    try {
      signal.throwIfAborted();
      this.#socket.write(request);
      return await this.#settled.promise;
    } finally {
      signal.removeEventListener("abort", abort);
      clearTimeout(this.#timer);
      this.#socket.destroy();
    }
  }

  #take(bytes: Uint8Array): void {
    const reader = this.#reader;
    const hadHead = reader.hasHead;
    try {
      reader.push(bytes);
    } catch (error) {
      this.#settled.reject(error);
      return;
    }
    if (!reader.hasHead) return;
    this.#headTime ??= performance.now();
    if (reader.size > this.#limits.maxBodyBytes) return this.#giveUp();
    if (reader.isComplete) this.#waitForEnd();
    else this.#waitForMore(hadHead);
  }

  #waitForMore(hadHead: boolean): void {
    const { timeout, silence = timeout } = this.#limits;
    const now = performance.now();
    if (!hadHead) this.#deadline = now + timeout;
    this.#wait(Math.min(silence, this.#deadline - now), () => this.#giveUp());
  }

  /** Bytes may follow the message until the server ends the connection. */
  #waitForEnd(): void {
    if (this.#isWaitingForEnd) return;
    this.#isWaitingForEnd = true;
    this.#wholeTime = performance.now();
    this.#wait(this.#limits.untilEnd, () => this.#finish(false));
  }

  /** An error after the message is no fault of it; one within it cuts it off. */
  #fail(error: Error): void {
    if (this.#reader.hasHead) this.#finish(true);
    else this.#settled.reject(error);
  }

  #finish(isEnded: boolean): void {
    try {
      const read = this.#reader.result(isEnded);
      const response = { ...read, isWhole: true, times: this.#times() };
      this.#settled.resolve({ response, isLeftOpen: !isEnded });
    } catch (error) {
      this.#settled.reject(error);
    }
  }

  /** Ends reading a body that has no end, or is too long. */
  #giveUp(): void {
    const response = { ...this.#reader.result(false), isWhole: false, times: this.#times() };
    this.#settled.resolve({ response, isLeftOpen: false });
  }

  #times(): NonNullable<WireResponse["times"]> {
    const whole = this.#wholeTime ?? performance.now();
    return { head: (this.#headTime ?? whole) - this.#start, whole: whole - this.#start };
  }

  #wait(milliseconds: number, then: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(then, milliseconds);
  }
}

import type { IncomingMessage, ServerResponse } from "node:http";
import type { Http2ServerRequest, Http2ServerResponse } from "node:http2";
import type { CollectableBytes } from "./collect-body.ts";
import { ByteCollector } from "../byte-collector.ts";
import { joined } from "../byte-stream.ts";
import { incompleteBody, RequestFailure } from "./failure.ts";
import { fieldLines } from "./request-head.ts";
import type { HttpRequest } from "./types.ts";

/** A request of `node:http`, or of the compatibility API of `node:http2`. */
export type Incoming = IncomingMessage | Http2ServerRequest;

/** The response object for an {@link Incoming}. */
export type Outgoing = ServerResponse | Http2ServerResponse;

/** Changes that a framework made to a request before passing it on. */
export interface Changes {
  /** The path and query relative to the mount path. */
  readonly url?: string | undefined;
  /** A body that has already been read. */
  readonly body?: Uint8Array | undefined;
}

/** The request and response of `node:http` or `node:http2`, as the listener received them. */
export class NodeExchange {
  readonly request: Incoming;
  readonly response: Outgoing;

  constructor(request: Incoming, response: Outgoing) {
    this.request = request;
    this.response = response;
  }
}

/** A request of Node. Its signal is created on first use. */
export class NodeRequest implements HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: HttpRequest["headers"];
  readonly body: HttpRequest["body"];
  readonly incoming: Incoming;
  readonly #outgoing: Outgoing;
  #controller: AbortController | undefined;

  constructor(incoming: Incoming, outgoing: Outgoing, changes?: Changes) {
    this.method = incoming.method ?? "GET";
    this.url = changes?.url ?? incoming.url ?? "/";
    this.headers = fieldLines(incoming.headers, incoming.rawHeaders);
    this.incoming = incoming;
    this.#outgoing = outgoing;
    const isUnread = changes?.body === undefined && hasBody(incoming);
    this.body = isUnread ? new IncomingBody(incoming) : changes?.body;
  }

  get origin(): string | undefined {
    const { socket, headers, url } = this.incoming;
    const authority = authorityOf(url ?? "") ?? headers[":authority"] ?? headers.host;
    if (authority === undefined) return undefined;
    return `${"encrypted" in socket ? "https" : "http"}://${String(authority)}`;
  }

  get raw(): NodeExchange {
    return new NodeExchange(this.incoming, this.#outgoing);
  }

  /**
   * Calls a function when Node has passed on what arrived with the headers. That is often the whole body,
   * which need not be waited for then.
   */
  whenPassedOn(handle: () => void): void {
    if (this.body instanceof IncomingBody) process.nextTick(handle);
    else handle();
  }

  /** True if the request has a body that has not been read to the end. */
  get isUnread(): boolean {
    if (this.body instanceof IncomingBody && this.body.isTaken) return false;
    const { incoming } = this;
    return "stream" in incoming ? hasBody(incoming) && !incoming.complete : !incoming.complete;
  }

  /** Stops reading the body after the answer. The rest is discarded. */
  abandonBody(): void {
    if (this.body instanceof IncomingBody) this.body.abandon();
  }

  get signal(): AbortSignal {
    if (this.#controller) return this.#controller.signal;
    const controller = new AbortController();
    this.#controller = controller;
    const outgoing = this.#outgoing;
    const abort = (): void => {
      if (!isFinished(outgoing)) controller.abort();
    };
    if (isClosed(outgoing)) abort();
    else outgoing.once("close", abort);
    return controller.signal;
  }
}

/**
 * True if the headers announce a body (RFC 9112, section 6). In HTTP/2 a request has one unless its headers
 * end the stream (RFC 9113, section 8.1).
 */
function hasBody(incoming: Incoming): boolean {
  if ("stream" in incoming) return !incoming.stream.endAfterHeaders;
  const { headers } = incoming;
  if (headers["transfer-encoding"] !== undefined) return true;
  return headers["content-length"] !== undefined && headers["content-length"] !== "0";
}

/**
 * True if a body has arrived as a whole, and nobody listens to its end. Announcing the end to nobody would
 * cost as much as validating a small body.
 */
function isBuffered(incoming: Incoming): boolean {
  if ("stream" in incoming || incoming.readableLength === 0) return false;
  if (incoming.readableLength !== Number(incoming.headers["content-length"])) return false;
  return incoming.listenerCount("end") + incoming.listenerCount("close") === 0;
}

/** Returns the authority of a target in absolute form, which replaces Host (RFC 9112, section 3.2.2). */
const authorityOf = (target: string): string | undefined =>
  target.startsWith("/") ? undefined : /^https?:\/\/([^/?#]+)/i.exec(target)?.[1];

/** The body of a request. It can be iterated or collected at once. */
class IncomingBody implements CollectableBytes {
  readonly #incoming: Incoming;
  #isAbandoned = false;
  #isTaken = false;

  constructor(incoming: Incoming) {
    this.#incoming = incoming;
  }

  /** True if it was read as a whole, before Node knows that it is complete. */
  get isTaken(): boolean {
    return this.#isTaken;
  }

  abandon(): void {
    this.#isAbandoned = true;
  }

  /** Leaving the iteration early keeps the connection open, so that the response can be sent. */
  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    const chunks = this.#incoming.iterator({ destroyOnReturn: false });
    return {
      next: async () => {
        const result = (await chunks.next()) as IteratorResult<Uint8Array>;
        // A handler that reads on after its answer must not mistake the rest for the whole body.
        if (this.#isAbandoned) throw new Error("the body was discarded behind the answer");
        return result;
      },
      return: async () => {
        await chunks.return?.();
        return { done: true, value: undefined };
      },
    };
  }

  collect(limit: number, timeout: number): Uint8Array | Promise<Uint8Array> {
    if (!isBuffered(this.#incoming)) return this.#collectArriving(limit, timeout);
    // It is as long as its Content-Length, which has been compared with the limit.
    this.#isTaken = true;
    return this.#incoming.read() as Uint8Array;
  }

  #collectArriving(limit: number, timeout: number): Promise<Uint8Array> {
    const incoming = this.#incoming;
    return new Promise((resolve, reject) => {
      const collector = new ByteCollector();
      let length = 0;
      let isSettled = false;
      const fail = (failure: RequestFailure): void => {
        clearTimeout(timer);
        isSettled = true;
        reject(failure);
      };
      const stop = (status: 408 | 413): void => {
        if (isSettled) return;
        incoming.off("data", onData).pause();
        fail(new RequestFailure(status));
      };
      const onData = (chunk: Uint8Array): void => {
        length += chunk.length;
        if (length > limit) stop(413);
        else collector.add(chunk);
      };
      const onEnd = (): void => {
        clearTimeout(timer);
        isSettled = true;
        resolve(joined(collector.take()));
      };
      // Removing the listener, or passing an error that nobody receives, would cost as much as a small
      // request.
      const onClose = (): void => {
        if (!isSettled) fail(incompleteBody());
      };
      const timer = timeout > 0 ? setTimeout(stop, timeout, 408) : undefined;
      incoming.on("data", onData).on("end", onEnd).on("error", onClose).on("close", onClose);
    });
  }
}

export const isHttp2 = (outgoing: Outgoing): outgoing is Http2ServerResponse =>
  "stream" in outgoing;

/** True if the connection, or in HTTP/2 the stream, is closed. */
export function isClosed(outgoing: Outgoing): boolean {
  return isHttp2(outgoing) ? outgoing.stream.destroyed : outgoing.closed;
}

const isFinished = (outgoing: Outgoing): boolean =>
  isHttp2(outgoing) ? outgoing.writableEnded : outgoing.writableFinished;

/**
 * Aborts a response, so that the client notices that it is incomplete (RFC 9113, section 7:
 * INTERNAL_ERROR).
 */
export function abortResponse(outgoing: Outgoing): void {
  if (isHttp2(outgoing)) outgoing.stream.close(2);
  else outgoing.destroy();
}

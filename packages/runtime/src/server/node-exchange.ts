import { once } from "node:events";
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { Http2ServerRequest, Http2ServerResponse } from "node:http2";
import type { CollectableBytes } from "./body.ts";
import type { HttpRequest, HttpResponse } from "./types.ts";

/** A request as `node:http`, or `node:http2` by its compatibility API, gives it. */
export type Incoming = IncomingMessage | Http2ServerRequest;

/** What the answer to an {@link Incoming} is written to. */
export type Outgoing = ServerResponse | Http2ServerResponse;

/** What a framework has changed about a request before it handed it on. */
export interface Changes {
  /** The path and query below where the server is mounted. */
  readonly url?: string | undefined;
  /** A body that something else has read already. */
  readonly body?: Uint8Array | undefined;
}

/** A request of Node; its signal is made when it is first looked at. */
export class NodeRequest implements HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Incoming["headers"];
  readonly body: HttpRequest["body"];
  readonly incoming: Incoming;
  readonly #outgoing: Outgoing;
  #controller: AbortController | undefined;

  constructor(incoming: Incoming, outgoing: Outgoing, changes?: Changes) {
    this.method = incoming.method ?? "GET";
    this.url = changes?.url ?? incoming.url ?? "/";
    this.headers = incoming.headers;
    this.incoming = incoming;
    this.#outgoing = outgoing;
    const isOpen = changes?.body === undefined && hasBody(incoming);
    this.body = isOpen ? new IncomingBody(incoming) : changes?.body;
  }

  get origin(): string | undefined {
    const { socket, headers } = this.incoming;
    const authority = headers[":authority"] ?? headers.host;
    if (authority === undefined) return undefined;
    return `${"encrypted" in socket ? "https" : "http"}://${String(authority)}`;
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
 * A request has a body when its headers frame one (RFC 9112, section 6), or in HTTP/2 when they are
 * not its end (RFC 9113, 8.1).
 */
function hasBody(incoming: Incoming): boolean {
  if ("stream" in incoming) return !incoming.stream.endAfterHeaders;
  const { headers } = incoming;
  if (headers["transfer-encoding"] !== undefined) return true;
  return headers["content-length"] !== undefined && headers["content-length"] !== "0";
}

/** The body of a request, in pieces or in one. */
class IncomingBody implements CollectableBytes {
  readonly #incoming: Incoming;

  constructor(incoming: Incoming) {
    this.#incoming = incoming;
  }

  /** Leaving the iteration early keeps the connection, so that the answer still gets through. */
  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    return this.#incoming.iterator({ destroyOnReturn: false }) as AsyncIterator<Uint8Array>;
  }

  collect(limit: number, milliseconds: number): ReturnType<CollectableBytes["collect"]> {
    const incoming = this.#incoming;
    return new Promise((resolve, reject) => {
      const chunks: Uint8Array[] = [];
      let length = 0;
      const settle = (outcome: readonly Uint8Array[] | "too large" | "too late"): void => {
        clearTimeout(timer);
        // An error that nobody hears costs as much as a small request does.
        incoming.off("close", onClose);
        // What has ended emits nothing more that would be heard.
        if (typeof outcome === "string") incoming.off("data", onData).pause();
        resolve(outcome);
      };
      const onData = (chunk: Uint8Array): void => {
        length += chunk.length;
        if (length > limit) settle("too large");
        else chunks.push(chunk);
      };
      const onEnd = (): void => settle(chunks);
      const onClose = (): void => {
        clearTimeout(timer);
        reject(new Error("the connection was closed"));
      };
      const timer = milliseconds > 0 ? setTimeout(settle, milliseconds, "too late") : undefined;
      incoming.on("data", onData).on("end", onEnd).on("error", reject).on("close", onClose);
    });
  }
}

const isHttp2 = (outgoing: Outgoing): outgoing is Http2ServerResponse => "stream" in outgoing;

/** Whether the connection, or in HTTP/2 the stream, is gone. */
function isClosed(outgoing: Outgoing): boolean {
  return isHttp2(outgoing) ? outgoing.stream.destroyed : outgoing.closed;
}

const isFinished = (outgoing: Outgoing): boolean =>
  isHttp2(outgoing) ? outgoing.writableEnded : outgoing.writableFinished;

/** Breaks an answer off, so that its client can tell that it is not whole (RFC 9113, 7: INTERNAL_ERROR). */
export function breakOff(outgoing: Outgoing): void {
  if (isHttp2(outgoing)) outgoing.stream.close(2);
  else outgoing.destroy();
}

/** `writeHead` of both, whose other members differ in what they give back. */
const writeHead = (outgoing: Outgoing, status: number, headers: OutgoingHttpHeaders): void =>
  void (outgoing as ServerResponse).writeHead(status, headers);

/** Writes a response; a body that is iterated over at the pace at which the client reads. */
export async function writeResponse(
  request: NodeRequest,
  outgoing: Outgoing,
  response: HttpResponse,
  isLast: boolean,
): Promise<void> {
  const { status, headers, body } = response;
  if (isLast || !request.incoming.complete) closeAfter(outgoing, headers);
  if (body === undefined || typeof body === "string" || body instanceof Uint8Array) {
    const length = body === undefined ? 0 : Buffer.byteLength(body);
    const isFramed = request.method !== "HEAD" && status !== 204 && status !== 304;
    if (isFramed) headers["content-length"] = String(length);
    writeHead(outgoing, status, headers);
    if (body === undefined || !isFramed) outgoing.end();
    else if (typeof body === "string") outgoing.end(body, encodingOf(body, length));
    else outgoing.end(body);
    return;
  }
  writeHead(outgoing, status, headers);
  if (!isHttp2(outgoing)) outgoing.flushHeaders();
  await writeBody(outgoing, body[Symbol.asyncIterator]());
}

/** HTTP/2 has no such header (RFC 9113, 8.2.2). */
function closeAfter(outgoing: Outgoing, headers: HttpResponse["headers"]): void {
  if (!isHttp2(outgoing)) headers["connection"] ??= "close";
}

/** A text whose characters are a byte each is the same in both encodings, and Node writes one quicker. */
const encodingOf = (text: string, bytes: number): "latin1" | "utf8" =>
  text.length === bytes ? "latin1" : "utf8";

async function writeBody(
  outgoing: Outgoing,
  chunks: AsyncIterator<Uint8Array | string>,
): Promise<void> {
  const stop = (): void => void chunks.return?.();
  outgoing.once("close", stop);
  while (!isClosed(outgoing)) {
    const { done, value } = await chunks.next();
    if (done) break;
    if (!write(outgoing, value) && !isClosed(outgoing)) await drainOrClose(outgoing);
  }
  outgoing.off("close", stop);
  if (isClosed(outgoing)) await chunks.return?.();
  else outgoing.end();
}

const write = (outgoing: Outgoing, chunk: Uint8Array | string): boolean =>
  (outgoing as ServerResponse).write(chunk);

/** Waits until the client has read on, or is gone. */
async function drainOrClose(outgoing: Outgoing): Promise<void> {
  const settled = new AbortController();
  const { signal } = settled;
  await Promise.race([once(outgoing, "drain", { signal }), once(outgoing, "close", { signal })]);
  settled.abort();
}

import { once } from "node:events";
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { Http2ServerRequest, Http2ServerResponse } from "node:http2";
import type { CollectableBytes } from "./body.ts";
import type { HttpRequest, HttpResponse } from "./types.ts";

/** A request of `node:http`, or of the compatibility API of `node:http2`. */
export type Incoming = IncomingMessage | Http2ServerRequest;

/** The response object for an {@link Incoming}. */
export type Outgoing = ServerResponse | Http2ServerResponse;

/** Changes that a framework made to a request before passing it on. */
export interface Changes {
  /** The path and query relative to the mount path. */
  readonly url?: string | undefined;
  /** A body that has been read already. */
  readonly body?: Uint8Array | undefined;
}

/** A request of Node; its signal is created at its first use. */
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
    this.headers = headersOf(incoming);
    this.incoming = incoming;
    this.#outgoing = outgoing;
    const isUnread = changes?.body === undefined && hasBody(incoming);
    this.body = isUnread ? new IncomingBody(incoming) : changes?.body;
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
 * The headers of a request. Node keeps only the first of several `Authorization` lines, and another
 * program in front of it may have checked the last.
 */
function headersOf({ headers, rawHeaders }: Incoming): HttpRequest["headers"] {
  if (headers.authorization === undefined) return headers;
  const lines: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    if (name.length === 13 && name.toLowerCase() === "authorization")
      lines.push(rawHeaders[index + 1] ?? "");
  }
  return lines.length > 1 ? { ...headers, authorization: lines } : headers;
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

/** The body of a request, iterable or collected at once. */
class IncomingBody implements CollectableBytes {
  readonly #incoming: Incoming;

  constructor(incoming: Incoming) {
    this.#incoming = incoming;
  }

  /** Leaving the iteration early keeps the connection open, so that the response can be sent. */
  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    return this.#incoming.iterator({ destroyOnReturn: false }) as AsyncIterator<Uint8Array>;
  }

  collect(limit: number, timeout: number): ReturnType<CollectableBytes["collect"]> {
    const incoming = this.#incoming;
    return new Promise((resolve, reject) => {
      const chunks: Uint8Array[] = [];
      let length = 0;
      const finish = (outcome: readonly Uint8Array[] | "too large" | "timeout"): void => {
        clearTimeout(timer);
        // Creating an error without need costs as much as a small request.
        incoming.off("close", onClose);
        // After the end no listener is called any more.
        if (typeof outcome === "string") incoming.off("data", onData).pause();
        resolve(outcome);
      };
      const onData = (chunk: Uint8Array): void => {
        length += chunk.length;
        if (length > limit) finish("too large");
        else chunks.push(chunk);
      };
      const onEnd = (): void => finish(chunks);
      const onClose = (): void => {
        clearTimeout(timer);
        reject(new Error("the connection was closed"));
      };
      const timer = timeout > 0 ? setTimeout(finish, timeout, "timeout") : undefined;
      incoming.on("data", onData).on("end", onEnd).on("error", reject).on("close", onClose);
    });
  }
}

const isHttp2 = (outgoing: Outgoing): outgoing is Http2ServerResponse => "stream" in outgoing;

/** True if the connection, or in HTTP/2 the stream, is closed. */
function isClosed(outgoing: Outgoing): boolean {
  return isHttp2(outgoing) ? outgoing.stream.destroyed : outgoing.closed;
}

const isFinished = (outgoing: Outgoing): boolean =>
  isHttp2(outgoing) ? outgoing.writableEnded : outgoing.writableFinished;

/** Aborts a response, so that the client can detect that it is incomplete (RFC 9113, 7: INTERNAL_ERROR). */
export function abortResponse(outgoing: Outgoing): void {
  if (isHttp2(outgoing)) outgoing.stream.close(2);
  else outgoing.destroy();
}

/** `writeHead` of both kinds, whose return types differ. */
const writeHead = (outgoing: Outgoing, status: number, headers: OutgoingHttpHeaders): void =>
  void (outgoing as ServerResponse).writeHead(status, headers);

/** Writes a response; an iterable body is read only as fast as the client reads. */
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

/** ASCII text is the same in both encodings, and Node writes latin1 faster. */
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

/** Waits until the client has read on or disconnected. */
async function drainOrClose(outgoing: Outgoing): Promise<void> {
  const finished = new AbortController();
  const { signal } = finished;
  await Promise.race([once(outgoing, "drain", { signal }), once(outgoing, "close", { signal })]);
  finished.abort();
}

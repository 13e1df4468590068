import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { HttpRequest, HttpResponse, Server } from "./types.ts";

/**
 * A server as a listener of `node:http`: `createServer(toNodeListener(server)).listen(port)`. A
 * body that is iterated over is written at the pace at which the client reads; when the client goes
 * away, the request's signal aborts and the iteration is left.
 */
export function toNodeListener(
  server: Server,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (incoming, outgoing) => {
    const request = new NodeRequest(incoming, outgoing);
    server
      .handle(request)
      .then((response) => writeResponse(request, outgoing, response))
      .catch(() => outgoing.destroy());
  };
}

/** A request of `node:http`; its signal is made when it is first looked at. */
class NodeRequest implements HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: AsyncIterable<Uint8Array> | undefined;
  readonly incoming: IncomingMessage;
  readonly #outgoing: ServerResponse;
  #controller: AbortController | undefined;

  constructor(incoming: IncomingMessage, outgoing: ServerResponse) {
    this.method = incoming.method ?? "GET";
    this.url = incoming.url ?? "/";
    this.headers = incoming.headers;
    this.incoming = incoming;
    this.#outgoing = outgoing;
    this.body = hasBody(incoming)
      ? { [Symbol.asyncIterator]: () => iterateBody(incoming) }
      : undefined;
  }

  get signal(): AbortSignal {
    if (this.#controller) return this.#controller.signal;
    const controller = new AbortController();
    this.#controller = controller;
    const outgoing = this.#outgoing;
    const abort = (): void => {
      if (!outgoing.writableFinished) controller.abort();
    };
    if (outgoing.closed) abort();
    else outgoing.once("close", abort);
    return controller.signal;
  }
}

/** A request has a body when its headers frame one (RFC 9112, section 6). */
function hasBody({ headers }: IncomingMessage): boolean {
  if (headers["transfer-encoding"] !== undefined) return true;
  return headers["content-length"] !== undefined && headers["content-length"] !== "0";
}

/** Leaving the iteration early keeps the connection, so that the answer still gets through. */
function iterateBody(incoming: IncomingMessage): AsyncIterator<Uint8Array> {
  return incoming.iterator({ destroyOnReturn: false }) as AsyncIterator<Uint8Array>;
}

async function writeResponse(
  request: NodeRequest,
  outgoing: ServerResponse,
  response: HttpResponse,
): Promise<void> {
  const { status, headers, body } = response;
  if (!request.incoming.complete) headers["connection"] ??= "close";
  if (body === undefined || typeof body === "string" || body instanceof Uint8Array) {
    const length = body === undefined ? 0 : Buffer.byteLength(body);
    const isFramed = request.method !== "HEAD" && status !== 204 && status !== 304;
    if (isFramed) headers["content-length"] = String(length);
    outgoing.writeHead(status, headers).end(body);
    return;
  }
  outgoing.writeHead(status, headers).flushHeaders();
  await writeBody(outgoing, body[Symbol.asyncIterator]());
}

async function writeBody(
  outgoing: ServerResponse,
  chunks: AsyncIterator<Uint8Array | string>,
): Promise<void> {
  const stop = (): void => void chunks.return?.();
  outgoing.once("close", stop);
  while (!outgoing.closed) {
    const { done, value } = await chunks.next();
    if (done) break;
    if (!outgoing.write(value) && !outgoing.closed) await drainOrClose(outgoing);
  }
  outgoing.off("close", stop);
  if (outgoing.closed) await chunks.return?.();
  else outgoing.end();
}

/** Waits until the client has read on, or is gone. */
async function drainOrClose(outgoing: ServerResponse): Promise<void> {
  const settled = new AbortController();
  const { signal } = settled;
  await Promise.race([once(outgoing, "drain", { signal }), once(outgoing, "close", { signal })]);
  settled.abort();
}

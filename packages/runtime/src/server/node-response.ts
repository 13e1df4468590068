import { once } from "node:events";
import type { OutgoingHttpHeaders, ServerResponse } from "node:http";
import { constants } from "node:http2";
import type { ConnectionLimits, DiscardLimits } from "./connection-options.ts";
import { discardRest, lingering } from "./discard.ts";
import { waitsForContinue } from "./expect-continue.ts";
import { isClosed, isHttp2 } from "./node-request.ts";
import type { Incoming, NodeRequest, Outgoing } from "./node-request.ts";
import { takenOver } from "./raw-exchange.ts";
import { limitSilence, unsentBytes } from "./silent-client.ts";
import type { HttpResponse } from "./types.ts";

/** Calls `writeHead` of either response class. Their return types differ. */
const writeHead = (outgoing: Outgoing, status: number, headers: OutgoingHttpHeaders): void =>
  void (outgoing as ServerResponse).writeHead(status, headers);

/**
 * Writes a response. An iterable body is read only as fast as the client reads. The unread rest of a
 * request body is discarded within the limits, so that the answer arrives.
 *
 * @returns a promise for an iterable body; any other is passed to Node at once
 * @throws {Error} of Node, if it takes no head, such as that of a response that a handler has begun itself
 */
export function writeResponse(
  request: NodeRequest,
  outgoing: Outgoing,
  response: HttpResponse,
  limits: ConnectionLimits,
  isLast: boolean,
): Promise<void> | undefined {
  const raw = takenOver(response);
  if (raw !== undefined && raw.response === undefined) return undefined;
  const { status, headers, body } = response;
  const isEndless = request.isUnread && !isReadable(request, status, limits);
  const rest = isEndless ? lingering(limits) : limits;
  const closes = isLast || rest !== limits;
  // HTTP/2 does not allow this header (RFC 9113, section 8.2.2).
  if (closes && !isHttp2(outgoing)) headers["connection"] = "close";
  if (body === undefined || typeof body === "string" || body instanceof Uint8Array) {
    request.abandonBody();
    const sent = body === undefined ? undefined : toSent(body);
    const isFramed = request.method !== "HEAD" && status !== 204 && status !== 304;
    if (isFramed) headers["content-length"] = String(sent?.length ?? 0);
    writeHead(outgoing, status, headers);
    finish(request, outgoing, isFramed ? sent : undefined, rest, closes);
    if (unsentBytes(outgoing) > 0) limitSilence(outgoing, limits.sendTimeout);
    return undefined;
  }
  writeHead(outgoing, status, headers);
  if (!isHttp2(outgoing)) outgoing.flushHeaders();
  limitSilence(outgoing, limits.sendTimeout);
  const written = async (): Promise<void> => {
    await writeBody(outgoing, body[Symbol.asyncIterator]());
    request.abandonBody();
    if (!isClosed(outgoing)) finish(request, outgoing, undefined, rest, closes);
  };
  return written();
}

/** True if the rest of a body is likely to end within the limits. */
function isReadable(
  { incoming }: NodeRequest,
  status: number,
  { maxDiscardedBytes }: ConnectionLimits,
): boolean {
  if (status === 408 || waitsForContinue(incoming)) return false;
  return !(Number(incoming.headers["content-length"]) > maxDiscardedBytes);
}

/** A complete body for sending. */
interface SentBody {
  readonly bytes: string | Uint8Array;
  /** In bytes. */
  readonly length: number;
  readonly encoding: "latin1" | "utf8";
}

/** Chooses the encoding of a body. ASCII text is the same in both, and Node writes latin1 faster. */
function toSent(bytes: string | Uint8Array): SentBody {
  const length = Buffer.byteLength(bytes);
  return { bytes, length, encoding: length === bytes.length ? "latin1" : "utf8" };
}

/** Writes the rest of a response, and discards the rest of the request. */
function finish(
  { incoming, isUnread }: NodeRequest,
  outgoing: Outgoing,
  body: SentBody | undefined,
  limits: DiscardLimits,
  isLast: boolean,
): void {
  if (!isUnread) endWith(outgoing, body);
  else if (isLast && !isHttp2(outgoing)) {
    // Node closes the connection directly after the last response.
    if (body === undefined) outgoing.flushHeaders();
    else write(outgoing, body.bytes);
    void discardRest(incoming, limits).then(() => outgoing.end());
  } else {
    endWith(outgoing, body);
    void discardOrClose(incoming, outgoing, limits);
  }
}

/** Reads the rest of a body, so that the connection can be reused, or closes the connection. */
async function discardOrClose(
  incoming: Incoming,
  outgoing: Outgoing,
  limits: DiscardLimits,
): Promise<void> {
  const { socket } = incoming;
  if (await discardRest(incoming, limits)) return;
  if (!isHttp2(outgoing)) {
    socket.destroySoon();
    return;
  }
  // After the answer the client is asked to stop sending. Other streams continue (RFC 9113, section 8.1).
  const { stream } = outgoing;
  const stop = (): void => stream.close(constants.NGHTTP2_NO_ERROR);
  if (stream.writableFinished) stop();
  else stream.once("finish", stop);
}

function endWith(outgoing: Outgoing, body: SentBody | undefined): void {
  if (body === undefined) outgoing.end();
  else outgoing.end(body.bytes, body.encoding);
}

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

import { ConnectionError, TimeoutError } from "./errors.ts";
import { retryAfterOf } from "./retry-after.ts";
import type { ClientRequest } from "./types.ts";

/** Methods that may be sent twice and mean the same (RFC 9110, section 9.2.2; RFC 10008 for `QUERY`). */
const idempotentMethods = /^(?:GET|HEAD|PUT|DELETE|OPTIONS|TRACE|QUERY)$/;

/** Statuses of a server that may answer otherwise in a while. */
const passingStatuses = [408, 429, 500, 502, 503, 504];

/** The codes of runtimes for a request that found no connection. */
const unsent = /^(?:E(?:NOTFOUND|AI_AGAIN|(?:HOST|NET)UNREACH)|UND_ERR_CONNECT_TIMEOUT)$|Refused$/i;

/** True if a request may be sent again at all, whatever became of it. */
export function canRepeat({ body }: Pick<ClientRequest, "body">): boolean {
  const isRead = body instanceof ReadableStream || Symbol.asyncIterator in Object(body);
  return !isRead;
}

/** The message where {@link canRepeat} is the reason not to try again. */
export const onceOnly =
  "its body is a stream, which can be sent once: give a function that makes the stream, to have the call tried again";

/** True if a response would have made a request be sent again, but for its body. */
export function isStuck(request: ClientRequest, response: Response): boolean {
  if (canRepeat(request)) return false;
  const other = { ...request, body: undefined };
  return response.status === 401 || waitAfterResponse(other, response, Infinity) < Infinity;
}

/**
 * The wait before a request is sent again after a response, in milliseconds: the one that the server
 * asks for, else that of {@link backoff}. Infinite: it is not to be sent again.
 *
 * @param cap the longest wait that is worth it.
 */
export function waitAfterResponse(
  request: ClientRequest,
  { status, headers }: Response,
  cap: number,
): number {
  // By 429 and 503 a server says that it has done nothing.
  const isSafe = isRepeatable(request) || status === 429 || status === 503;
  if (!passingStatuses.includes(status) || !isSafe || !canRepeat(request)) return Infinity;
  const wanted = retryAfterOf(headers);
  if (wanted === undefined) return backoff(request.attempt);
  return wanted <= cap ? wanted : Infinity;
}

/** As {@link waitAfterResponse}, where there was no response. */
export function waitAfterError(request: ClientRequest, error: unknown): number {
  const isPassing =
    error instanceof ConnectionError || (error instanceof TimeoutError && error.kind === "attempt");
  const isSafe = isRepeatable(request) || wasUnsent(error);
  return isPassing && isSafe && canRepeat(request) ? backoff(request.attempt) : Infinity;
}

function isRepeatable({ method, hasIdempotencyKey }: ClientRequest): boolean {
  return hasIdempotencyKey || idempotentMethods.test(method);
}

/** Runtimes put the code on the cause of what `fetch` throws, some on an error that collects several. */
function wasUnsent(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (unsent.test(String((cause as { code?: unknown }).code))) return true;
  return false;
}

/** Doubling from half a second to eight, of which a random part is waited ("full jitter"). */
export function backoff(attempt: number): number {
  return Math.random() * Math.min(8000, 500 * 2 ** attempt);
}

/** Waits, unless the signal ends it: then it rejects with the signal's reason. */
export function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", stop, { once: true });
  });
}

/** Frees the connection of a response that is not read. */
export function discard({ body }: Response): void {
  // One that a middleware is reading stays with it.
  body?.cancel().catch(() => {});
}

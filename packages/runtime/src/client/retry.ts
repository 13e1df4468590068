import { ConnectionError, TimeoutError } from "./errors.ts";
import { retryAfterOf } from "./retry-after.ts";
import type { ClientRequest } from "./types.ts";

/** Idempotent methods (RFC 9110, section 9.2.2; RFC 10008 for `QUERY`). */
const idempotentMethods = /^(?:GET|HEAD|PUT|DELETE|OPTIONS|TRACE|QUERY)$/;

/** Statuses of temporary failures. */
const passingStatuses = [408, 429, 500, 502, 503, 504];

/** The error codes of runtimes for a request that was never sent. */
const unsent = /^(?:E(?:NOTFOUND|AI_AGAIN|(?:HOST|NET)UNREACH)|UND_ERR_CONNECT_TIMEOUT)$|Refused$/i;

/** True if the body of a request can be sent again. A stream can be sent only once. */
export function canRepeat({ body }: Pick<ClientRequest, "body">): boolean {
  const isRead = body instanceof ReadableStream || Symbol.asyncIterator in Object(body);
  return !isRead;
}

/** The hint for errors of a request that {@link canRepeat} refuses. */
export const onceOnly =
  "its body is a stream, which can be sent only once: pass a function that creates the stream to allow retries";

/** True if only the body prevents a request from being sent again after this response. */
export function isStuck(request: ClientRequest, response: Response): boolean {
  if (canRepeat(request)) return false;
  const other = { ...request, body: undefined };
  return response.status === 401 || waitAfterResponse(other, response, Infinity) < Infinity;
}

/**
 * Returns the wait before a request is sent again, in milliseconds: what the server asks for, else that of
 * {@link backoff}. `Infinity`: it is not sent again.
 *
 * @param cap the longest acceptable wait.
 */
export function waitAfterResponse(
  request: ClientRequest,
  { status, headers }: Response,
  cap: number,
): number {
  // With 429 and 503 a server says that it has not processed the request.
  const isSafe = isRepeatable(request) || status === 429 || status === 503;
  if (!passingStatuses.includes(status) || !isSafe || !canRepeat(request)) return Infinity;
  const wanted = retryAfterOf(headers);
  if (wanted === undefined) return backoff(request.attempt);
  return wanted <= cap ? wanted : Infinity;
}

/** As {@link waitAfterResponse}, for an error without a response. */
export function waitAfterError(request: ClientRequest, error: unknown): number {
  const isPassing =
    error instanceof ConnectionError || (error instanceof TimeoutError && error.kind === "attempt");
  const isSafe = isRepeatable(request) || wasUnsent(error);
  return isPassing && isSafe && canRepeat(request) ? backoff(request.attempt) : Infinity;
}

function isRepeatable({ method, hasIdempotencyKey }: ClientRequest): boolean {
  return hasIdempotencyKey || idempotentMethods.test(method);
}

/**
 * True if no connection was made. Runtimes put the code on a cause of the error, some on one that collects
 * several.
 */
function wasUnsent(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (unsent.test(String((cause as { code?: unknown }).code))) return true;
  return false;
}

/** Returns a random wait ("full jitter") below a limit that doubles from half a second to eight. */
export function backoff(attempt: number): number {
  return Math.random() * Math.min(8000, 500 * 2 ** attempt);
}

/** Waits. Rejects with the signal's reason when it aborts. */
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

/** Frees the connection of a response whose body is not read. */
export function discard({ body }: Response): void {
  // Rejects if a middleware is reading the body.
  body?.cancel().catch(() => {});
}

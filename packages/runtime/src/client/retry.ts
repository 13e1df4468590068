import { ConnectionError, TimeoutError } from "./errors.ts";
import { retryAfterOf } from "./retry-after.ts";
import type { ClientRequest } from "./types.ts";
import { withTimeout } from "./with-timeout.ts";

/** True if the body of a request can be sent again. A stream can be sent only once. */
export function canRepeat({ body }: Pick<ClientRequest, "body">): boolean {
  return !(body instanceof ReadableStream || Symbol.asyncIterator in Object(body));
}

/** The hint for errors of a request that {@link canRepeat} refuses. */
export const onceOnly =
  "its body is a stream, which is sent only once: pass a function that creates it";

/** True if the work of a request may be done twice: idempotent methods (RFC 9110, section 9.2.2; RFC 10008). */
const isRepeatable = ({ method, hasIdempotencyKey }: ClientRequest): boolean =>
  hasIdempotencyKey || /^(?:GET|HEAD|PUT|DELETE|OPTIONS|TRACE|QUERY)$/.test(method);

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
  const isUnprocessed = status === 429 || status === 503;
  if (!isUnprocessed && !([408, 500, 502, 504].includes(status) && isRepeatable(request)))
    return Infinity;
  const wanted = retryAfterOf(headers);
  if (wanted === undefined) return backoff(request.attempt);
  return wanted <= cap ? wanted : Infinity;
}

/** As {@link waitAfterResponse}, for an error without a response. */
export function waitAfterError(request: ClientRequest, error: unknown): number {
  const isPassing =
    error instanceof ConnectionError || (error instanceof TimeoutError && error.kind === "attempt");
  return isPassing && (isRepeatable(request) || wasUnsent(error))
    ? backoff(request.attempt)
    : Infinity;
}

/**
 * True if no connection was made. Runtimes put the code on a cause of the error, some on one that collects
 * several.
 */
function wasUnsent(error: unknown): boolean {
  for (let cause = error; cause; cause = (cause as Error).cause)
    if (
      /NOTFOUND|AI_AGAIN|UNREACH|REFUSED|CONNECT_TIMEOUT/i.test(
        `${(cause as { code?: unknown }).code}`,
      )
    )
      return true;
  return false;
}

/** Returns a random wait ("full jitter") below a limit that doubles from half a second to eight. */
export function backoff(attempt: number): number {
  return Math.random() * Math.min(8000, 500 * 2 ** attempt);
}

/** Waits. Rejects with the signal's reason when it aborts. */
export async function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  const elapsed = new Error();
  try {
    await withTimeout(
      signal,
      milliseconds,
      () => elapsed,
      () => new Promise(() => {}),
    );
  } catch (error) {
    if (error !== elapsed) throw error;
  }
}

/** Frees the connection of a response whose body is not read. */
export function discard({ body }: Response): void {
  // Rejects if a middleware is reading the body.
  body?.cancel().catch(() => {});
}

import type { Waiter } from "../clock.ts";
import { ConnectionError, TimeoutError } from "./errors.ts";
import { retryAfterOf } from "./retry-after.ts";
import type { CallPolicy, ClientRequest } from "./types.ts";
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

const defaults = {
  maxRetryAfter: 60_000,
  retries: 2,
  retryDelay: backoff,
  retryStatuses: [408, 429, 500, 502, 503, 504],
  timeout: 60_000,
};

/** When a call is tried again. */
export type RetryPolicy = Required<Pick<CallPolicy, keyof typeof defaults>>;

/** Returns the policy of a call: its options, else the client's, else the defaults. */
export function retryPolicy(client: CallPolicy, call: CallPolicy): RetryPolicy {
  const policy: { [name: string]: unknown } = {};
  for (const name of Object.keys(defaults) as (keyof RetryPolicy)[])
    policy[name] = call[name] ?? client[name] ?? defaults[name];
  return policy as RetryPolicy;
}

/**
 * Returns the wait before a request is sent again, in milliseconds: what the server asks for, else that of
 * the policy. `Infinity`: it is not sent again.
 */
export function waitAfterResponse(
  request: ClientRequest,
  { ok, status, headers }: Response,
  { maxRetryAfter, retryDelay, retryStatuses }: RetryPolicy,
): number {
  if (ok) return Infinity;
  const asked = headers.get("x-should-retry");
  // With 429 and 503 a server says that it has not processed the request.
  const isUnprocessed = status === 429 || status === 503;
  const isRetried = retryStatuses.includes(status) && (isUnprocessed || isRepeatable(request));
  if (asked === "false" || (asked !== "true" && !isRetried)) return Infinity;
  const wanted = retryAfterOf(headers);
  if (wanted === undefined) return retryDelay(request.attempt);
  return wanted <= maxRetryAfter ? wanted : Infinity;
}

/** As {@link waitAfterResponse}, for an error without a response. */
export function waitAfterError(
  request: ClientRequest,
  error: unknown,
  { retryDelay }: RetryPolicy,
): number {
  const isPassing =
    error instanceof ConnectionError || (error instanceof TimeoutError && error.kind === "attempt");
  return isPassing && (isRepeatable(request) || wasUnsent(error))
    ? retryDelay(request.attempt)
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

/** Waits, by a clock or the machine's. Rejects with the signal's reason when it aborts. */
export async function wait(
  milliseconds: number,
  signal: AbortSignal | undefined,
  clock?: Waiter,
): Promise<void> {
  if (clock) return clock.wait(milliseconds, signal);
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

import { retryAfterOf } from "./retry-after.ts";

interface Named {
  readonly operationId: string;
}

/** The operation of an error. */
interface Called extends Named {
  readonly method: string;
  readonly path: string;
}

/** The base of all errors of a call. */
class CallError extends Error {
  declare readonly operationId: string;
  /** The id that the server gave the request; only where it did. */
  declare readonly requestId: string | undefined;

  constructor({ operationId }: Named, message: string, details: object, options?: ErrorOptions) {
    super(`${operationId}: ${message}`, options);
    Object.assign(this, { operationId }, details);
    // A log of an error shows what is enumerable: a response has its URL, and that may have a key.
    if ("response" in this) Object.defineProperty(this, "response", { enumerable: false });
  }
}

/** An answer that is no success, or that the description does not know. */
export class ApiError<Body = unknown> extends CallError {
  override name = "ApiError";
  declare readonly status: number;
  /** The decoded body; text where it is not what its content type says. */
  declare readonly body: Body;
  declare readonly headers: Headers;
  declare readonly method: string;
  /** The operation's path template. */
  declare readonly path: string;
  /** The response, its body read already. */
  declare readonly response: Response;

  /** @param reason what more to say than the status, such as the kind of error in the body. */
  constructor(
    operation: Called,
    response: Response,
    body: Body,
    reason?: string,
    requestId?: string,
  ) {
    const { status, statusText, headers } = response;
    const { method, path } = operation;
    const text = `${status} ${statusText}`.trimEnd() + (reason ? `: ${reason}` : "");
    const id = requestId ? ` (request ${requestId})` : "";
    const details = { status, body, headers, method, path, requestId, response };
    super(operation, text + id, details);
  }

  /** The wait that the server asks for before the next call, in milliseconds (RFC 9110, 10.2.3). */
  get retryAfter(): number | undefined {
    return retryAfterOf(this.headers);
  }
}

/** {@link ApiError}, or a class of it for bodies of one schema. */
export type ApiErrorClass = new (
  operation: Called,
  response: Response,
  body: never,
  reason?: string,
  requestId?: string,
) => ApiError;

/** No answer, or not all of it: the request could not be sent or the connection broke off. */
export class ConnectionError extends CallError {
  override name = "ConnectionError";

  /**
   * @param hint what to do about it.
   * @param url where the request went; its query and what fills in its path are not told.
   */
  constructor(operation: Called, cause: unknown, requestId?: string, hint?: string, url?: string) {
    const reason = `the connection failed: ${reasonOf(cause)}${hint ? `; ${hint}` : ""}`;
    super(operation, `${targetOf(operation, url)}: ${reason}`, { requestId }, { cause });
  }
}

/**
 * A request as messages name it: `GET https://host/v1/books/{book_id}`. Values of parameters may be
 * secrets, and so may long parts of a base URL.
 */
function targetOf({ method, path }: Called, url: string | undefined): string {
  const template = path.startsWith("/") ? path.replace(/[?#].*/s, "") : "";
  if (!url || !URL.canParse(url)) return `${method} ${template}`;
  const { protocol, host, pathname } = new URL(url);
  // All before the first fixed part of the template is the base URL's.
  const [first = ""] = /^\/[^/{]+/.exec(template) ?? [];
  const base = first && pathname.slice(0, Math.max(0, pathname.indexOf(first)));
  const plain = base.replace(/[^/]+/g, (part) =>
    /^(?:[a-z._-]{1,40}|[\w.-]{1,8})$/i.test(part) ? part : "…",
  );
  return `${method} ${protocol}//${host}${plain}${template}`;
}

/**
 * Runtimes say what happened in the cause of what `fetch` throws, with a code; an error that collects those
 * of several addresses has a code, but no message.
 */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, cause, code } = error as Error & { code?: unknown };
  const own = typeof code === "string" && !message.includes(code) ? [message, code] : [message];
  const inner = cause instanceof Error ? [reasonOf(cause)] : [];
  return [...own, ...inner].filter(Boolean).join(": ");
}

/**
 * The time limit that was exceeded: of one attempt, of the whole call, between two events of a stream, or of
 * waiting for a status.
 */
export type TimeoutKind = "attempt" | "total" | "idle" | "wait";

/** There was no answer, no event of a stream, or no status that was waited for, in time. */
export class TimeoutError extends CallError {
  override name = "TimeoutError";
  declare readonly kind: TimeoutKind;
  /** The time limit, in milliseconds. */
  declare readonly timeout: number;

  constructor(operation: Named, kind: TimeoutKind, timeout: number, requestId?: string) {
    const option = kind === "attempt" ? "timeout" : `${kind}Timeout`;
    const text = `nothing came within ${timeout} ms: raise \`${option}\``;
    super(operation, text, { kind, timeout, requestId });
  }
}

/** A body that is not what its content type, or the description, says, or larger than `maxBodyBytes`. */
export class DecodeError extends CallError {
  override name = "DecodeError";
  declare readonly status: number;
  declare readonly response: Response;

  constructor(operation: Named, response: Response, reason: string, options?: ErrorOptions) {
    const { status } = response;
    super(operation, `${status}: ${reason}`, { status, response }, options);
  }
}

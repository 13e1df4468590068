import { retryAfterOf } from "./retry-after.ts";

interface Named {
  readonly operationId: string;
}

/** The operation of an error. */
interface Called extends Named {
  readonly method: string;
  readonly path: string;
}

/** The base class of all errors of a call. */
class CallError extends Error {
  declare readonly operationId: string;
  /** The request id from the server's response, if it sent one. */
  declare readonly requestId: string | undefined;

  constructor({ operationId }: Named, message: string, details: object, options?: ErrorOptions) {
    super(`${operationId}: ${message}`, options);
    Object.assign(this, { operationId }, details);
    // Logs of an error print enumerable members: the response has its URL, which may contain a key.
    if ("response" in this) Object.defineProperty(this, "response", { enumerable: false });
  }
}

/** An unsuccessful or undocumented answer. */
export class ApiError<Body = unknown> extends CallError {
  override name = "ApiError";
  declare readonly status: number;
  /** The decoded body, or its text where it does not match its content type. */
  declare readonly body: Body;
  declare readonly headers: Headers;
  declare readonly method: string;
  /** The operation's path template. */
  declare readonly path: string;
  /** The response. Its body has been read. */
  declare readonly response: Response;

  /** @param reason details beside the status, such as the kind of error in the body. */
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

  /**
   * The time that the server asks to wait before the next call, in milliseconds (RFC 9110, section 10.2.3).
   */
  get retryAfter(): number | undefined {
    return retryAfterOf(this.headers);
  }
}

/** {@link ApiError}, or a subclass for bodies of one schema. */
export type ApiErrorClass = new (
  operation: Called,
  response: Response,
  body: never,
  reason?: string,
  requestId?: string,
) => ApiError;

/** No answer, or an incomplete one: the request could not be sent, or the connection broke. */
export class ConnectionError extends CallError {
  override name = "ConnectionError";

  /**
   * @param hint advice for the caller.
   * @param url the request's address. The message has its origin alone: the rest may contain secrets.
   */
  constructor(
    operation: Called,
    cause: unknown,
    requestId?: string,
    hint?: string,
    url: string = "",
  ) {
    const place = URL.canParse(url) ? `${new URL(url).origin}: ` : "";
    super(
      operation,
      `${place}the connection failed: ${reasonOf(cause)}${hint ? `; ${hint}` : ""}`,
      { requestId },
      { cause },
    );
  }
}

/**
 * Joins the messages and codes of an error and its causes. `fetch` throws the reason as the cause; an error
 * for several addresses has a code but no message.
 */
function reasonOf(error: unknown): string {
  const texts: string[] = [];
  for (let one = error; one; one = (one as Error).cause) {
    const { message = String(one), code } = one as { message?: string; code?: unknown };
    texts.push(message);
    if (typeof code === "string" && !message.includes(code)) texts.push(code);
  }
  return texts.filter(Boolean).join(": ");
}

/**
 * The time limit that was exceeded: of one attempt, of the whole call, between two chunks of a stream, or
 * of waiting for a status.
 */
export type TimeoutKind = "attempt" | "total" | "idle" | "wait";

/** An answer, the next chunk of a stream, or an awaited status did not come in time. */
export class TimeoutError extends CallError {
  override name = "TimeoutError";
  declare readonly kind: TimeoutKind;
  /** The time limit, in milliseconds. */
  declare readonly timeout: number;
  /** The number of the attempt that took too long, from 0; of the kind `attempt` alone. */
  declare readonly attempt: number | undefined;

  constructor(
    operation: Named,
    kind: TimeoutKind,
    timeout: number,
    requestId?: string,
    attempt?: number,
  ) {
    const option = kind === "attempt" ? "timeout" : `${kind}Timeout`;
    const text = `nothing came within ${timeout} ms: raise \`${option}\``;
    super(operation, text, { kind, timeout, attempt, requestId });
  }
}

/** A body that does not match its content type or the description, or is larger than `maxBodyBytes`. */
export class DecodeError extends CallError {
  override name = "DecodeError";
  declare readonly status: number;
  declare readonly response: Response;

  constructor(operation: Named, response: Response, reason: string, options?: ErrorOptions) {
    const { status } = response;
    super(operation, `${status}: ${reason}`, { status, response }, options);
  }
}

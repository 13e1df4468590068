import type { CallInput } from "@openapi-packages/runtime/client";
import type { ApiDescriptor } from "@openapi-packages/runtime";
import type { ClientCredentials } from "./credentials.ts";

/** The options for opening a client. */
export interface ClientTarget {
  /** The base URL of all operations, without a trailing slash. */
  readonly baseUrl: string;
  /** A credential for each security scheme. They are only verified for clients that send credentials. */
  readonly credentials: ClientCredentials;
  /** The security schemes of the description. */
  readonly securitySchemes: ApiDescriptor["securitySchemes"];
  /**
   * True to keep the client's default retries, false to disable them if it has an option for that: verification
   * is faster without.
   */
  readonly isRetrying: boolean;
}

/** The operation of a call, from the description. */
export interface CalledOperation {
  readonly operationId: string;
  /** In upper case. */
  readonly method: string;
  /** The path template. */
  readonly path: string;
  /** True if its answer is a stream of items: server-sent events, JSON lines, a JSON text sequence. */
  readonly isStream: boolean;
  /** The kind of its answer's body, for clients that need to know it; `undefined` if there is none. */
  readonly answerIs: AnswerKind | undefined;
  /** The media types of its request's body in the description. */
  readonly bodyMediaTypes: readonly string[];
  /** The media type of the answer to ask for, if a success has several. */
  readonly accept?: string | undefined;
}

/** The kind of a body: a JSON value, text, bytes, the members of a form, the items of a stream. */
export type AnswerKind = "json" | "text" | "bytes" | "form" | "stream";

/**
 * An adapter throws it for something that its client does not support. The case is then reported as not
 * verified.
 */
export class NotExpressible extends Error {
  override readonly name = "NotExpressible";
  /** What would make it possible. */
  readonly how: string;

  constructor(what: string, how: string) {
    super(what);
    this.how = how;
  }
}

/**
 * The result of a call. Members that the client does not expose are omitted: they are not verified, and the
 * report counts them.
 */
export type ClientOutcome = ClientAnswer | ClientError;

/** A call that returned something. */
export interface ClientAnswer {
  readonly kind: "answer";
  readonly status?: number | undefined;
  readonly headers?: Headers | Readonly<Record<string, string>> | undefined;
  /**
   * The body as the caller receives it: a JSON value, a text, or bytes (`Blob`, `ArrayBuffer`, a view,
   * `Response`). `undefined` if there is none.
   */
  readonly body?: unknown;
  /** The items of a stream, instead of the body. Iterating reads them; leaving the iteration ends the stream. */
  readonly items?: AsyncIterable<unknown> | undefined;
}

/**
 * Why a call failed: an error status, a missing or incomplete answer, an answer that does not match its media
 * type, a timeout, an input that cannot be sent, or the end of the client's program.
 */
export type ClientErrorReason =
  "status" | "connection" | "decoding" | "timeout" | "input" | "crash";

/** A failed call, whether the client throws the error or returns it. */
export interface ClientError {
  readonly kind: "error";
  /** The error, for messages. */
  readonly error: unknown;
  readonly reason?: ClientErrorReason | undefined;
  readonly status?: number | undefined;
  readonly headers?: Headers | Readonly<Record<string, string>> | undefined;
  /** Default: the error does not expose one. */
  readonly body?: unknown;
}

/** The options of a call. */
export interface ClientCallOptions {
  /** Aborts when the call is abandoned. */
  readonly signal: AbortSignal;
}

/** A client that can be called. */
export interface OpenedClient {
  /** True if the client has a call for an operation. */
  has(operation: CalledOperation): boolean;
  /**
   * Calls an operation. It may throw the client's errors, which {@link OpenedClient.readError} reads.
   *
   * @param input parameters by location, `body`, and `contentType` if the operation accepts several
   */
  call(
    operation: CalledOperation,
    input: CallInput,
    options: ClientCallOptions,
  ): Promise<ClientOutcome>;
  /** Reads an error of a call or an iteration. Default: {@link errorOutcome}. */
  readError?(error: unknown): ClientError;
  close?(): Promise<void> | void;
}

/** A kind of client that can be verified. */
export interface ClientAdapter {
  /** The name in reports. */
  readonly name: string;
  /** True if its calls send the credentials that it is opened with. Default: credentials are not verified. */
  readonly sendsCredentials?: boolean;
  /**
   * `"text"` if it gives dates as the texts of the answer: a `Date` is then a failure. Default: texts that the
   * description calls dates may be a `Date`.
   */
  readonly dates?: "text";
  /** True if it can only make one call at a time. Default: calls may run concurrently. */
  readonly isSequential?: boolean;
  /** @throws {Error} when the client cannot be started */
  open(target: ClientTarget): OpenedClient | Promise<OpenedClient>;
}

/**
 * Reads an error of a client: `status`, `statusCode` or `response.status`, and `body` or `data`. An unread body
 * counts as none.
 */
export function errorOutcome(error: unknown): ClientError {
  const own = recordOf(error);
  const response = recordOf(own["response"]);
  const status = [own["status"], own["statusCode"], response["status"]].find(
    (one) => typeof one === "number",
  );
  const body = [own["body"], own["data"], response["data"]].find((one) => one !== undefined);
  const isRead = body !== undefined && !(body instanceof ReadableStream);
  return {
    kind: "error",
    error,
    ...(status !== undefined && { status: status as number }),
    ...(isRead && { body }),
  };
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};

import type { CallInput } from "@openapi-packages/runtime/client";
import type { ApiDescriptor } from "@openapi-packages/runtime";
import type { ClientCredentials } from "./credentials.ts";

/** What a client is opened for. */
export interface ClientTarget {
  /** The base URL of all operations, without a slash at its end. */
  readonly baseUrl: string;
  /** A credential per security scheme; only clients that send credentials are verified to. */
  readonly credentials: ClientCredentials;
  /** The security schemes of the description. */
  readonly securitySchemes: ApiDescriptor["securitySchemes"];
  /**
   * True if the client should send requests again as it does by default, false if it had better not, where it has an
   * option for it: verification takes less time.
   */
  readonly isRetrying: boolean;
}

/** The operation of a call, as the description has it. */
export interface CalledOperation {
  readonly operationId: string;
  /** In upper case. */
  readonly method: string;
  /** The path template. */
  readonly path: string;
  /** True if its answer is a stream of items: server-sent events, JSON lines, a JSON text sequence. */
  readonly isStream: boolean;
  /** What the body of its answer is, for clients that have to be told; `undefined` where there is none. */
  readonly answerIs: AnswerKind | undefined;
  /** The media types of its request's body, as the description has them. */
  readonly bodyMediaTypes: readonly string[];
  /** The media type of the answer that is wanted, where a success has several. */
  readonly accept?: string | undefined;
}

/** What a body is: a value of JSON, text, bytes, the members of a form, the items of a stream. */
export type AnswerKind = "json" | "text" | "bytes" | "form" | "stream";

/** Thrown by an adapter for what its client cannot do, so that it is not verified, and counted so. */
export class NotExpressible extends Error {
  override readonly name = "NotExpressible";
  /** What would have to be given. */
  readonly how: string;

  constructor(what: string, how: string) {
    super(what);
    this.how = how;
  }
}

/**
 * What a call came to. A member that is left out is one that the client does not show: it is not verified, and the
 * report counts it.
 */
export type ClientOutcome = ClientAnswer | ClientError;

/** A call that gave its caller something. */
export interface ClientAnswer {
  readonly kind: "answer";
  readonly status?: number | undefined;
  readonly headers?: Headers | Readonly<Record<string, string>> | undefined;
  /**
   * The body as the caller has it: a value of JSON, a text, or bytes (`Blob`, `ArrayBuffer`, a view, `Response`).
   * `undefined` where there is none.
   */
  readonly body?: unknown;
  /** The items of a stream, instead of the body. Iterating over them reads them; leaving the iteration ends the stream. */
  readonly items?: AsyncIterable<unknown> | undefined;
}

/**
 * Why a call failed: an answer whose status is an error, no answer or not all of it, an answer that is not what its media
 * type says, time that ran out, an input that cannot be sent, the end of the program that the client is.
 */
export type ClientErrorReason =
  "status" | "connection" | "decoding" | "timeout" | "input" | "crash";

/** A call that failed, however the client says so: thrown, or given as a result. */
export interface ClientError {
  readonly kind: "error";
  /** What was thrown or given, for messages. */
  readonly error: unknown;
  readonly reason?: ClientErrorReason | undefined;
  readonly status?: number | undefined;
  readonly headers?: Headers | Readonly<Record<string, string>> | undefined;
  /** Left out: the error does not show one. */
  readonly body?: unknown;
}

/** What a call gets beside its input. */
export interface ClientCallOptions {
  /** Aborts when the call is given up. */
  readonly signal: AbortSignal;
}

/** A client that can be called. */
export interface OpenedClient {
  /** True if the client has a call for an operation. */
  has(operation: CalledOperation): boolean;
  /**
   * Calls an operation. What the client throws may be thrown: it is read by {@link OpenedClient.readError}.
   *
   * @param input parameters by location, `body`, and `contentType` where the operation takes several
   */
  call(
    operation: CalledOperation,
    input: CallInput,
    options: ClientCallOptions,
  ): Promise<ClientOutcome>;
  /** Reads what a call or an iteration threw. Left out: as {@link errorOutcome} does. */
  readError?(error: unknown): ClientError;
  close?(): Promise<void> | void;
}

/** A kind of client that can be verified. */
export interface ClientAdapter {
  /** What reports call it. */
  readonly name: string;
  /** True if its calls send the credentials that it is opened with. Left out: credentials are not verified. */
  readonly sendsCredentials?: boolean;
  /** True if it makes one call at a time. Left out: calls may run at the same time. */
  readonly isSequential?: boolean;
  /** @throws {Error} when the client cannot be started */
  open(target: ClientTarget): OpenedClient | Promise<OpenedClient>;
}

/**
 * Reads what a client threw: `status`, `statusCode` or `response.status`, and the `body` or `data` of the error.
 * A body that is still to be read is none.
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

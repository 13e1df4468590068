import type { ByteSource } from "../byte-stream.ts";
import type { OperationDescriptor, OperationValidators } from "../operation.ts";
import type { AnyResult } from "../result.ts";

/** A request as the server core takes it: plain data, so that an adapter has nothing to convert. */
export interface HttpRequest {
  readonly method: string;
  /** Path and query as on the request line, still percent-encoded. */
  readonly url: string;
  /** By name in lower case. */
  readonly headers: { readonly [name: string]: string | readonly string[] | undefined };
  /** Left out: the request has no body. */
  readonly body?: Uint8Array | ByteSource | undefined;
  /** Aborts when the client is gone. */
  readonly signal?: AbortSignal | undefined;
}

/** A response as the server core gives it. Leaving a body that is iterated over early ends it. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: { [name: string]: string | string[] };
  readonly body?: string | Uint8Array | AsyncIterable<Uint8Array | string>;
}

/**
 * Response headers as a handler gives them; `undefined` and `null` leave a header out. A documented
 * header is written by its schema, any other as text, or as a line per text of a list.
 */
export interface ResponseHeaders {
  readonly [name: string]: string | number | boolean | object | null | undefined;
}

/** A documented result, with headers and, where several are documented, the media type to write. */
export type Answer<Result> = Result extends unknown
  ? Result & { readonly headers?: ResponseHeaders; readonly contentType?: string }
  : never;

/** What a handler is told beside its input. */
export interface RequestContext {
  readonly operation: OperationDescriptor;
  readonly request: HttpRequest;
  /** What the security verifier gave; by scheme when the requirement has several schemes. */
  readonly principal: unknown;
  /** Aborts when the client is gone. */
  readonly signal: AbortSignal;
  /** Where a client asks to resume an event stream (WHATWG HTML, 9.2.4). */
  readonly lastEventId?: string | undefined;
}

/** A handler: from the input of an operation to one of its results. */
export type Handler<Input, Result, Context = RequestContext> = (
  input: Input,
  context: Context,
) => Answer<Result> | Promise<Answer<Result>>;

/** A handler of whatever operation. */
export type AnyHandler<Context> = Handler<never, AnyResult, Context>;

/** One operation with what serves it. */
export interface Route<Context = RequestContext> {
  readonly operation: OperationDescriptor;
  /** The compiled validators, or a function that loads them at the first request. */
  readonly validators:
    OperationValidators | (() => OperationValidators | Promise<OperationValidators>);
  /** Without one the operation answers 501. */
  readonly handler: AnyHandler<Context> | undefined;
}

/** A credential as a request carries it. A member that the scheme does not have is empty. */
export interface SecurityCredential {
  /** Of HTTP bearer authentication, OAuth 2 and OpenID Connect. */
  readonly token: string;
  /** Of HTTP basic authentication. */
  readonly username: string;
  /** Of HTTP basic authentication. */
  readonly password: string;
  /** Of an API key. */
  readonly value: string;
}

/** Gives the principal that a credential stands for; `undefined` refuses it with 401. */
export type SecurityVerifier = (
  credential: SecurityCredential,
  details: {
    readonly operation: OperationDescriptor;
    readonly scopes: readonly string[];
    readonly request: HttpRequest;
  },
) => unknown;

/** Something that went wrong inside the server; the client gets a 500, or its stream breaks off. */
export interface ServerFailure {
  readonly phase: "security" | "validators" | "context" | "handler" | "response" | "stream";
  readonly error: unknown;
  readonly operation: OperationDescriptor;
  readonly request: HttpRequest;
}

/** How a server core behaves. */
export interface ServerOptions<Context = RequestContext> {
  /** Makes the context of the handlers from what the core knows. */
  readonly context?: (base: RequestContext) => Context | Promise<Context>;
  /** By scheme. A scheme without a verifier demands that a credential is there, whatever it is. */
  readonly security?: { readonly [scheme: string]: SecurityVerifier | undefined };
  /**
   * Whether handlers' answers are checked: `warn` reports what is wrong, `strict` answers 500
   * instead. Left out: `off`.
   */
  readonly validateResponses?: "off" | "warn" | "strict";
  /** Left out: failures are written to the console. */
  readonly onError?: (failure: ServerFailure) => void;
  /** The path that the server is mounted under, such as `/api`. */
  readonly basePath?: string;
  /** The largest request body in bytes; a larger one is answered with 413. Left out: 1 MiB. */
  readonly maxBodyBytes?: number;
}

/** The options of a server; they can be left out where the default context is the handlers'. */
export type ServerArguments<Context> = RequestContext extends Context
  ? [options?: ServerOptions<Context>]
  : [options: ServerOptions<Context> & Required<Pick<ServerOptions<Context>, "context">>];

/** A server without a transport: see `toFetch` and `toNodeListener`. */
export interface Server {
  /** Answers a request. It never rejects. */
  handle(request: HttpRequest): Promise<HttpResponse>;
  readonly operations: readonly OperationDescriptor[];
}

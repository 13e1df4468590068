import type { ByteSource } from "../byte-stream.ts";
import type { OperationErrorBodies } from "../error-types.ts";
import type { OperationCodec } from "../operation-codec.ts";
import type {
  OperationDescriptor,
  OperationSerializers,
  OperationValidators,
} from "../operation.ts";
import type { AnyResult } from "../result.ts";
import type { OperationReceivedBodies } from "../received.ts";
import type { InputLimits } from "./body-limits.ts";
import type { ScopedPrincipal } from "./scoped-principal.ts";

/** A request to the server core, in a form that adapters need not convert. */
export interface HttpRequest {
  readonly method: string;
  /** Path and query as on the request line, still percent-encoded. */
  readonly url: string;
  /** The headers by lower-case name. */
  readonly headers: { readonly [name: string]: string | readonly string[] | undefined };
  /** Absent if the request has no body. */
  readonly body?: Uint8Array | ByteSource | undefined;
  /** Scheme and authority of the request, if the adapter knows them: `https://api.example.com`. */
  readonly origin?: string | undefined;
  /** Aborts when the client disconnects. */
  readonly signal?: AbortSignal | undefined;
  /** The adapter's own request, which `nodeExchange` and `fetchRequest` return. */
  readonly raw?: unknown;
  /** Keeps the body of `raw` unread, so that it can be passed on. Called before the body is read. */
  keepRaw?(): void;
}

/** A response of the server core. Ending the iteration over a body early cancels it. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: { [name: string]: string | string[] };
  readonly body?: string | Uint8Array | AsyncIterable<Uint8Array | string>;
}

/**
 * Response headers of a handler. `undefined` and `null` omit a header. A documented header is serialized by
 * its schema, any other as text, or as one field line per item of an array. A value with a line break, a
 * control character or a character beyond Latin-1 becomes a 500, which is reported to `onError`. Connection
 * headers such as `connection` and `transfer-encoding` are not sent. A `content-length` is only sent with a
 * streamed body, which must have that length.
 */
export interface ResponseHeaders {
  readonly [name: string]: string | number | bigint | boolean | object | null | undefined;
}

/** A documented result with headers and, if several are documented, the media type of the body. */
export type Answer<Result> = Result extends unknown
  ? Result & { readonly headers?: ResponseHeaders; readonly contentType?: string }
  : never;

/**
 * The context that a handler receives with its input. `Principal` is the type that the security verifiers
 * return. It must include `undefined` if handlers of operations with anonymous access use it.
 */
export interface RequestContext<Principal = unknown> {
  readonly operation: OperationDescriptor;
  readonly request: HttpRequest;
  /** The id of the request, generated if it has none. The response has the same id. */
  readonly requestId: string;
  /**
   * The principal that the security verifier returned; an object by scheme if the requirement has several.
   * `undefined` for operations without security, for an anonymous call where that is allowed, and with
   * `security: "unchecked"`.
   */
  readonly principal: Principal;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
  /** The Last-Event-ID of a client that resumes an event stream (WHATWG HTML, 9.2.4). */
  readonly lastEventId?: string | undefined;
}

/** Creates an error from a documented result: `throw fail({ status: 404, body })` responds with it. */
export type Fail<Result> = (answer: Answer<Result>) => Error;

/** The context of an operation with anonymous access: `principal` is `undefined` for an anonymous caller. */
export type AnonymousContext<Context> = {
  [Member in keyof Context]: Member extends "principal"
    ? Context[Member] | undefined
    : Context[Member];
};

/**
 * Implements an operation: returns one of its documented results, or throws one with `fail` from any depth.
 */
export type Handler<Input, Result, Context = RequestContext> = (
  input: Input,
  context: Context,
  fail: Fail<Result>,
) => Answer<Result> | Promise<Answer<Result>>;

/** A handler of any operation. */
export type AnyHandler<Context> = Handler<never, AnyResult, Context>;

/** An operation with its handler, validators and serializers. */
export interface Route<Context = RequestContext> {
  readonly operation: OperationDescriptor;
  /** The compiled validators, or a function that loads them on the first request. */
  readonly validators:
    OperationValidators | (() => OperationValidators | Promise<OperationValidators>);
  /** The compiled serializers. Without them bodies are sent with all members. */
  readonly serializers?: OperationSerializers;
  /** How the server's own errors fill in the documented error bodies. Default: they do not. */
  readonly errorBodies?: OperationErrorBodies;
  /** How bodies are prepared for the handler. Default: they are not changed. */
  readonly received?: OperationReceivedBodies;
  /** Converts inputs for the handler, and its answers back. Default: both are JSON. */
  readonly codec?: OperationCodec;
  /**
   * Verifies a request before its input is read. Returns the request to read, whose body it may have read
   * within the limits, or throws the refusal. Default: nothing is verified.
   */
  readonly verify?:
    ((request: HttpRequest, limits: InputLimits) => Promise<HttpRequest>) | undefined;
  /** Without a handler the operation responds with 501. */
  readonly handler: AnyHandler<Context> | undefined;
}

/** The credential of a request. Members that the scheme does not use are empty. */
export interface SecurityCredential {
  /** The token of HTTP bearer authentication, OAuth 2 and OpenID Connect. */
  readonly token: string;
  /** The user name of HTTP basic authentication. */
  readonly username: string;
  /** The password of HTTP basic authentication. */
  readonly password: string;
  /** The API key. */
  readonly value: string;
}

/** The result of a verifier: a principal, or a value that refuses the credential. */
type Verified<Principal> =
  Principal | ScopedPrincipal<Principal | null | undefined> | undefined | null | false;

/**
 * Returns the principal of a credential. `undefined`, `null`, `false` and any other falsy value refuse the
 * credential with 401, so that the result of a look-up can be returned directly. It may be a promise or
 * another thenable. An error that it throws is reported to `onError` and answered with 500.
 *
 * A requirement with scopes is only satisfied by `withScopes(principal, scopes)` with all of them; if one
 * is missing, the answer is 403. A principal without scopes is then an error of the verifier and answered
 * with 500. A verifier that has checked them itself returns `withScopes(principal, details.scopes)`.
 */
export type SecurityVerifier<Principal = unknown> = (
  credential: SecurityCredential,
  details: {
    readonly operation: OperationDescriptor;
    /** The scopes that the operation requires. */
    readonly scopes: readonly string[];
    readonly request: HttpRequest;
  },
) => Verified<Principal> | PromiseLike<Verified<Principal>>;

/** The options of `Server.close`. */
export interface CloseOptions {
  /**
   * How long streams may continue, in milliseconds. Those that have not ended by then end after their
   * current item. Default: 0.
   */
  readonly streamTimeout?: number;
}

/** A server without a transport: see `toFetch` and `toNodeListener`. */
export interface Server {
  /** Handles a request. The promise never rejects. */
  handle(request: HttpRequest): Promise<HttpResponse>;
  /** As `handle`, but returns `undefined` for an unknown path. */
  handleKnown(request: HttpRequest): Promise<HttpResponse | undefined>;
  /**
   * Shuts down gracefully: new requests get 503, active ones are completed, streams end after their current
   * item, with the error event if one is declared, at once or after `streamTimeout`.
   *
   * @returns a promise that resolves when the last response has been sent.
   */
  close(options?: CloseOptions): Promise<void>;
  /** True after `close` has been called. */
  readonly isClosing: boolean;
  readonly operations: readonly OperationDescriptor[];
}

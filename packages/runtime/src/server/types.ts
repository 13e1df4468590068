import type { ByteSource } from "../byte-stream.ts";
import type {
  OperationDescriptor,
  OperationSerializers,
  OperationValidators,
} from "../operation.ts";
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
  /** Scheme and authority that the client asked for, where the adapter knows them: `https://api.example.com`. */
  readonly origin?: string | undefined;
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

/**
 * What a handler is told beside its input. `Principal` is what the security verifiers give; it has to
 * include `undefined` where handlers of operations that let anybody in look at it.
 */
export interface RequestContext<Principal = unknown> {
  readonly operation: OperationDescriptor;
  readonly request: HttpRequest;
  /** The request's own id, else one made for it; the response has it too. */
  readonly requestId: string;
  /** What the security verifier gave; by scheme when the requirement has several schemes. */
  readonly principal: Principal;
  /** Aborts when the client is gone. */
  readonly signal: AbortSignal;
  /** Where a client asks to resume an event stream (WHATWG HTML, 9.2.4). */
  readonly lastEventId?: string | undefined;
}

/** Makes an error of a documented result: `throw fail({ status: 404, body })` answers it. */
export type Fail<Result> = (answer: Answer<Result>) => Error;

/**
 * A handler: from the input of an operation to one of its results, which it returns, or throws by
 * `fail` from wherever it is.
 */
export type Handler<Input, Result, Context = RequestContext> = (
  input: Input,
  context: Context,
  fail: Fail<Result>,
) => Answer<Result> | Promise<Answer<Result>>;

/** A handler of whatever operation. */
export type AnyHandler<Context> = Handler<never, AnyResult, Context>;

/** One operation with what serves it. */
export interface Route<Context = RequestContext> {
  readonly operation: OperationDescriptor;
  /** The compiled validators, or a function that loads them at the first request. */
  readonly validators:
    OperationValidators | (() => OperationValidators | Promise<OperationValidators>);
  /** The compiled serializers. Left out: bodies are sent with all that is in them. */
  readonly serializers?: OperationSerializers;
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

/** A principal with the scopes that its credential was given for, as `withScopes` makes it. */
export interface ScopedPrincipal<Principal> {
  readonly principal: Principal;
  readonly scopes: readonly string[];
}

/**
 * Gives the principal that a credential stands for; `undefined` refuses it with 401. Given by
 * `withScopes`, the principal's scopes are checked against those of the requirement, and the request
 * is refused with 403 where one is missing.
 */
export type SecurityVerifier<Principal = unknown> = (
  credential: SecurityCredential,
  details: {
    readonly operation: OperationDescriptor;
    readonly scopes: readonly string[];
    readonly request: HttpRequest;
  },
) =>
  | (Principal | ScopedPrincipal<Principal> | undefined)
  | Promise<Principal | ScopedPrincipal<Principal> | undefined>;

/** A server without a transport: see `toFetch` and `toNodeListener`. */
export interface Server {
  /** Answers a request. It never rejects. */
  handle(request: HttpRequest): Promise<HttpResponse>;
  /** As `handle`, but leaves a path that the description does not have to others: `undefined`. */
  handleKnown(request: HttpRequest): Promise<HttpResponse | undefined>;
  /**
   * Ends the service in order: requests from now on get 503, those that run are answered, streams end
   * behind the item they are at, with the error event where the description has one.
   *
   * @returns when the last answer has been given.
   */
  close(): Promise<void>;
  /** Whether `close` has been called. */
  readonly isClosing: boolean;
  readonly operations: readonly OperationDescriptor[];
}

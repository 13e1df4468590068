import type { OperationDescriptor } from "../operation.ts";
import type { AnyResult } from "../result.ts";

/** What a credential is made of: a token or key, or a user name and password. */
export type CredentialValue = string | { readonly username: string; readonly password: string };

/** A credential, or a function that is asked for it at each call; `undefined`: there is none. */
export type Credential =
  CredentialValue | (() => CredentialValue | undefined | Promise<CredentialValue | undefined>);

/** How a client is set up. */
export interface ClientOptions {
  /**
   * Where all operations are, or a function that says it of each. Left out, or `undefined` from the
   * function: the operation's own server where the description gives it one, else the first.
   */
  readonly baseUrl?: string | ((operation: OperationDescriptor) => string | undefined);
  /** One credential for whichever scheme an operation needs, or one per security scheme. */
  readonly auth?: Credential | { readonly [scheme: string]: Credential };
  /** Sent with each request. */
  readonly headers?: { readonly [name: string]: string };
  /** Sends the requests. Left out: the global `fetch`, as it is at the time of the call. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/**
 * How one call differs from the client's setting.
 *
 * @typeParam Accept the media types of the operation's success.
 */
export interface CallOptions<Accept extends string = string> {
  readonly signal?: AbortSignal;
  /** The media type to ask for. Left out: any of the documented ones. */
  readonly accept?: Accept;
  readonly headers?: { readonly [name: string]: string };
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** What a caller sends, part by part. */
export interface CallInput {
  readonly path?: object;
  readonly query?: object;
  readonly header?: object;
  readonly cookie?: object;
  readonly body?: unknown;
  /** The media type to write the body as. Left out: the description's first. */
  readonly contentType?: string;
}

/**
 * A documented answer with the response that it came in. Where headers are documented,
 * `headerValues` has them as their schemas say, as far as the response has them.
 */
export type CallResult<Result> = Result extends unknown
  ? Omit<Result, "headers" | "response"> & {
      readonly headers: Headers;
      readonly response: Response;
    } & HeaderValues<Result>
  : never;

type HeaderValues<Result> = Result extends { readonly headers: infer Values }
  ? { readonly headerValues: Values }
  : "headers" extends keyof Result
    ? { readonly headerValues: NonNullable<Result["headers"]> }
    : unknown;

/**
 * A call of an operation. It starts when it is first awaited or asked for its result or response,
 * and sends one request, however often that is.
 */
export interface Call<Output, Result extends AnyResult = AnyResult> extends PromiseLike<Output> {
  /**
   * The documented answer, whatever its status.
   *
   * @throws {ApiError} when the status is not documented.
   */
  result(): Promise<CallResult<Result>>;
  /** The response with its body unread, whatever its status. */
  response(): Promise<Response>;
  catch<Caught = never>(
    onRejected?: ((reason: unknown) => Caught | PromiseLike<Caught>) | null,
  ): Promise<Output | Caught>;
  finally(onFinally?: (() => void) | null): Promise<Output>;
}

/** One event of a stream, its data decoded. */
export interface StreamEvent<Item> {
  readonly data: Item;
  /** The event's type; `message` where the stream names none. */
  readonly event: string;
  /** The last event id so far; empty until the stream sets one. */
  readonly id: string;
  /** The reconnection time in milliseconds, when the stream set one. */
  readonly retry?: number;
}

/** The items of a stream. They can be read once; leaving the iteration ends the stream. */
export interface ItemStream<Item> extends AsyncIterable<Item> {
  /** The items together with what the stream says of each. */
  events(): AsyncGenerator<StreamEvent<Item>, void, undefined>;
}

/** A call whose answer is a stream: it can be iterated over at once, and starts then. */
export interface StreamCall<Item, Result extends AnyResult = AnyResult>
  extends Call<ItemStream<Item>, Result>, AsyncIterable<Item> {
  /** The items together with what the stream says of each. */
  events(): AsyncGenerator<StreamEvent<Item>, void, undefined>;
}

/** A call of a list operation: awaiting it gives the first page, iterating over it all items. */
export interface PageCall<Item, Output, Result extends AnyResult = AnyResult>
  extends Call<Output, Result>, AsyncIterable<Item> {
  /** Page by page, from the first. */
  pages(): AsyncGenerator<Output, void, undefined>;
}

/** The part of openapi-fetch's middleware that the core uses. */
export interface HttpMiddleware {
  onResponse(context: {
    readonly params: object;
    readonly response: Response;
  }): Response | undefined;
}

/** The part of an openapi-fetch client that the core uses, whatever paths it is typed for. */
export interface HttpClient {
  request(
    method: never,
    path: never,
    init: never,
  ): Promise<{ error?: unknown; response: Response }>;
  use(...middleware: HttpMiddleware[]): void;
}

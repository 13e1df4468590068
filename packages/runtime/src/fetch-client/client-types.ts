import type { CallPolicy } from "../client/call-options.ts";
import type { FetchOptions as OptionsOfFetch } from "../client/fetch-types.ts";
import type { WebRequest } from "../web-types.ts";
import type {
  BodyOf,
  ErrorOf,
  FilterKeys,
  HttpMethod,
  InputOptions,
  MediaType,
  PathsWithMethod,
  RequiredKeysOf,
  SuccessOf,
} from "./path-types.ts";

/** Retries, time limits and the size of bodies, as a setting of the client or of one call. */
export type Policy = Pick<
  CallPolicy,
  "maxBodyBytes" | "maxRetryAfter" | "retries" | "timeout" | "totalTimeout"
>;

type HeaderValue = string | number | boolean;

/** Headers; `null` removes one that was set before, and `undefined` leaves it. */
export type HeadersOptions =
  | Headers
  | readonly (readonly [string, string])[]
  | { readonly [name: string]: HeaderValue | readonly HeaderValue[] | null | undefined };

/** Writes the parameters of a query. */
export type QuerySerializer<Operation> = (
  query: Operation extends { parameters: { query?: infer Query } }
    ? NonNullable<Query>
    : { readonly [name: string]: unknown },
) => string;

/** The notation of lists and objects in queries. */
export interface QuerySerializerOptions {
  /** Default: `form`, exploded. */
  readonly array?: {
    readonly style: "form" | "spaceDelimited" | "pipeDelimited";
    readonly explode: boolean;
  };
  /** Default: `deepObject`, exploded. */
  readonly object?: { readonly style: "form" | "deepObject"; readonly explode: boolean };
  /** True to leave reserved characters as they are. Default: false. */
  readonly allowReserved?: boolean;
}

/** Writes a body. */
export type BodySerializer<Operation> = (body: BodyOf<Operation>, headers: Headers) => unknown;

/** Fills in the parameters of a path. */
export type PathSerializer = (path: string, parameters: { [name: string]: unknown }) => string;

/** Sends a request. */
export type SendRequest = (request: WebRequest) => Promise<Response>;

/** Creates a request; a class that extends `Request`. */
export type RequestClass = new (url: string, init?: never) => WebRequest;

/** Options of a client. */
export interface ClientOptions extends Policy, OptionsOfFetch {
  /** The URL before all paths. */
  readonly baseUrl?: string;
  /** Default: the global `fetch` when the client is created. */
  readonly fetch?: SendRequest;
  /** Default: the global `Request`. */
  readonly Request?: RequestClass;
  readonly querySerializer?: QuerySerializer<unknown> | QuerySerializerOptions;
  readonly bodySerializer?: BodySerializer<never>;
  readonly pathSerializer?: PathSerializer;
  readonly headers?: HeadersOptions;
  /** The second argument of `fetch`, such as `{ dispatcher }` in Node. */
  readonly requestInitExt?: { readonly [name: string]: unknown };
}

/** What the body of a success is read as. */
interface BodyType<Data> {
  json: Data;
  text: string;
  blob: Blob;
  arrayBuffer: ArrayBuffer;
  stream: Response extends { readonly body: infer Body } ? Body : unknown;
}

/** How the body of a success is read. */
export type ParseAs = keyof BodyType<unknown>;

/** Options of a call, without those of `fetch`. */
export type RequestOptions<Operation> = InputOptions<Operation> &
  Policy & {
    readonly baseUrl?: string;
    readonly querySerializer?: QuerySerializer<Operation> | QuerySerializerOptions;
    readonly bodySerializer?: BodySerializer<Operation>;
    readonly pathSerializer?: PathSerializer;
    /** Default: `json`. */
    readonly parseAs?: ParseAs;
    readonly fetch?: SendRequest;
    readonly headers?: HeadersOptions;
    /** Middleware of this call, after that of the client. */
    readonly middleware?: readonly Middleware[];
    readonly signal?: AbortSignal | null;
  };

/** Options of a call. */
export type FetchOptions<Operation> = RequestOptions<Operation> & OptionsOfFetch;

/** The answer of a call: `data` of a success, or `error`. */
export type FetchResponse<Operation, Options, Media extends MediaType = MediaType> =
  | {
      data: Options extends { parseAs: infer As extends ParseAs }
        ? BodyType<SuccessOf<Operation, Media>>[As]
        : SuccessOf<Operation, Media>;
      error?: never;
      response: Response;
    }
  | { data?: never; error: ErrorOf<Operation, Media>; response: Response };

/** What a middleware is called with. */
export interface MiddlewareCallbackParams {
  /** The request as it is by then. */
  request: WebRequest;
  /** The path of the description, with its braces. */
  readonly schemaPath: string;
  /** The parameters of the call. */
  readonly params: {
    readonly query?: { readonly [name: string]: unknown };
    readonly header?: { readonly [name: string]: unknown };
    readonly path?: { readonly [name: string]: unknown };
    readonly cookie?: { readonly [name: string]: unknown };
  };
  /** Identifies the call. */
  readonly id: string;
  /** The options that apply to the call. */
  readonly options: MergedOptions;
}

/** The options of a call together with those of the client. */
export interface MergedOptions {
  readonly baseUrl: string;
  readonly parseAs: ParseAs;
  readonly querySerializer: QuerySerializer<unknown>;
  readonly bodySerializer: BodySerializer<never>;
  readonly pathSerializer: PathSerializer;
  readonly fetch: SendRequest;
}

type Changed<Value> = Value | void | undefined | Promise<Value | void | undefined>;

/**
 * Functions around each call. `onRequest` of the first middleware runs first, `onResponse` and `onError` of
 * the last one.
 */
export interface Middleware {
  /** Returns another request, or a response instead of sending it. */
  onRequest?(options: MiddlewareCallbackParams): Changed<WebRequest | Response>;
  /** Returns another response. */
  onResponse?(options: MiddlewareCallbackParams & { response: Response }): Changed<Response>;
  /** Returns a response, or another error. */
  onError?(options: MiddlewareCallbackParams & { error: unknown }): Changed<Response | Error>;
}

/** The second argument of a call, which is optional if nothing in it is required. */
type Init<Options> = [RequiredKeysOf<Options>] extends [never]
  ? [init?: Options & { readonly [name: string]: unknown }]
  : [init: Options & { readonly [name: string]: unknown }];

type MaybeInit<Item, Method extends keyof Item> = [
  RequiredKeysOf<FetchOptions<FilterKeys<Item, Method>>>,
] extends [never]
  ? FetchOptions<FilterKeys<Item, Method>> | undefined
  : FetchOptions<FilterKeys<Item, Method>>;

/** A call of a method. */
export type ClientMethod<
  Paths extends object,
  Method extends HttpMethod,
  Media extends MediaType,
> = <
  Path extends PathsWithMethod<Paths, Method>,
  Options extends MaybeInit<Paths[Path], Method & keyof Paths[Path]>,
>(
  url: Path,
  ...init: Init<Options>
) => Promise<FetchResponse<FilterKeys<Paths[Path], Method>, Options, Media>>;

/** Calls by method and path. */
export interface Client<Paths extends object, Media extends MediaType = MediaType> {
  /** Calls any method. */
  request<
    Method extends HttpMethod,
    Path extends PathsWithMethod<Paths, Method>,
    Options extends MaybeInit<Paths[Path], Method & keyof Paths[Path]>,
  >(
    method: Method,
    url: Path,
    ...init: Init<Options>
  ): Promise<FetchResponse<FilterKeys<Paths[Path], Method>, Options, Media>>;
  GET: ClientMethod<Paths, "get", Media>;
  PUT: ClientMethod<Paths, "put", Media>;
  POST: ClientMethod<Paths, "post", Media>;
  DELETE: ClientMethod<Paths, "delete", Media>;
  OPTIONS: ClientMethod<Paths, "options", Media>;
  HEAD: ClientMethod<Paths, "head", Media>;
  PATCH: ClientMethod<Paths, "patch", Media>;
  TRACE: ClientMethod<Paths, "trace", Media>;
  /** Adds middleware to all later calls. */
  use(...middleware: readonly Middleware[]): void;
  /** Removes middleware. */
  eject(...middleware: readonly Middleware[]): void;
}

/** Calls by path, then method: `client["/pets"].GET()`. */
export type PathBasedClient<Paths extends object, Media extends MediaType = MediaType> = {
  [Path in keyof Paths]: {
    [
      Method in keyof Paths[Path] & HttpMethod as Paths[Path][Method] extends undefined
        ? never
        : Uppercase<Method>
    ]: <Options extends MaybeInit<Paths[Path], Method>>(
      ...init: Init<Options>
    ) => Promise<FetchResponse<Paths[Path][Method], Options, Media>>;
  };
};

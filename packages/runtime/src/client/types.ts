import type { Waiter } from "../clock.ts";
import type { CallInput, CallOptions, CallPolicy } from "./call-options.ts";
import type { CallResult } from "./call-result.ts";
import type { Fetch, FetchOptions } from "./fetch-types.ts";
import type { KnownValue } from "./match.ts";
import type { ClientOperation, ClientRequest } from "./operation.ts";

export type { CallInput, CallOptions, CallPolicy, StreamCallOptions } from "./call-options.ts";
export type { CallResult } from "./call-result.ts";
export type { ClientRequest } from "./operation.ts";
export type {
  Fetch,
  FetchOptions,
  FetchRequest,
  FetchRequestOptions,
  FetchResponse,
} from "./fetch-types.ts";
import type { AnyResult } from "../result.ts";

/** A credential: a token or key, or a user name and password. */
export type CredentialValue = string | { readonly username: string; readonly password: string };

/** What a function that returns a credential is called with. */
export interface CredentialRequest {
  readonly operationId: string;
  /** The name of the security scheme in the description. */
  readonly scheme: string;
  /** The credential that the server has just refused with 401. Return a fresh one. */
  readonly refused?: CredentialValue;
}

/** A credential, or a function that each call asks for one. `undefined` means that there is none. */
export type Credential =
  | CredentialValue
  | ((
      request: CredentialRequest,
    ) => CredentialValue | undefined | Promise<CredentialValue | undefined>);

/** Passes a request on. It may be called several times, or not at all. */
export type Next = (request: ClientRequest) => Promise<Response>;

/**
 * A function around each call or each attempt. The first middleware is the outermost. It reads a `clone()`
 * of a response that it returns, and cancels the body of one that it drops.
 */
export interface Middleware {
  /** Wraps a whole call, including retries. The body of the response has been received by then. */
  onCall?(request: ClientRequest, next: Next): Promise<Response>;
  /** Wraps each attempt. */
  onAttempt?(request: ClientRequest, next: Next): Promise<Response>;
}

/** Checks requests and responses against the description; see `validation`. */
export interface CallValidator {
  /** @throws when the input must not be sent. */
  request(operation: ClientOperation, input: CallInput): void;
  /** @throws when the answer must not reach the caller. */
  response(operation: ClientOperation, response: Response, body: unknown): void;
}

/** One credential for each security scheme. */
type SchemeCredentials<Scheme extends string> = [Scheme] extends [never]
  ? never
  : { readonly [Name in Scheme]?: Credential | undefined };

/**
 * Options of a client.
 *
 * @typeParam Scheme the names of the description's security schemes.
 */
export interface ClientOptions<Scheme extends string = string> extends CallPolicy, FetchOptions {
  /**
   * The base URL of all operations, or a function that returns it for each. A relative one, such as `/api`,
   * is resolved against the page's address, and refused outside of a page. Left out, or if the function
   * returns `undefined`: the operation's own server, else the first of the description.
   */
  readonly baseUrl?: string | ((operation: ClientOperation) => string | undefined);
  /** One credential for any security scheme, or one for each. */
  readonly auth?: Credential | SchemeCredentials<Scheme>;
  /** Headers of every request. */
  readonly headers?: { readonly [name: string]: string };
  /** Sends the requests. Default: the global `fetch` at the time of the call. */
  readonly fetch?: Fetch;
  readonly middleware?: readonly Middleware[];
  /**
   * Waits between attempts, reads of a status and connections of a stream, for tests
   * that need no real time. Time limits are always timers. Default: the clock of the machine.
   */
  readonly clock?: Waiter;
  /** Default: nothing is validated. */
  readonly validate?: CallValidator;
  /** The response header that has the request id. Default: `x-request-id`. */
  readonly requestIdHeader?: string;
  /** The `User-Agent` header; `false` sends none. Browsers always send their own. */
  readonly userAgent?: string | false;
}

/**
 * A call of an operation. It is a promise of the success body: return it, await it or pass it on like one.
 * However it is used, it sends one request.
 *
 * It starts by itself in the next microtask, with its input as of then. Calling `result()` or `response()`,
 * or iterating over it, starts it at once in that form. {@link Call.defer} keeps it from starting.
 */
export interface Call<Output, Result extends AnyResult = AnyResult> extends Promise<Output> {
  /** The operation. */
  readonly operation: ClientOperation;
  /** The input of the call. */
  readonly input: CallInput;
  /**
   * Returns the same call with other options or another input, sent separately. The original is {@link
   * Call.defer deferred}.
   */
  with(options: CallOptions, input?: CallInput): this;
  /**
   * Keeps the call from starting by itself: it starts when it is awaited, iterated over, or asked for its
   * result or response. Use it in functions that receive a call and decide whether to make it.
   */
  defer(): this;
  /**
   * Returns the answer, whatever its status, as a union discriminated by `status` and `ok`.
   *
   * @throws {ApiError} for an undocumented error if the description documents others; with `strict: true`
   * for every undocumented status.
   */
  result(): Promise<CallResult<Result>>;
  /** Returns the response, whatever its status. Its body is unread, unless the call was awaited before. */
  response(): Promise<Response>;
}

/** One event of a stream with its decoded data. */
export interface StreamEvent<Item> {
  readonly data: Item;
  /** The event's type. `message` if the stream names none. */
  readonly event: string;
  /** The last event id so far. Empty until the stream sets one. */
  readonly id: string;
  /** The reconnection time in milliseconds, if the stream set one. */
  readonly retry?: number;
}

/** The items of a stream. It can be read only once; leaving the iteration cancels it. */
export interface ItemStream<Item> extends AsyncIterable<Item> {
  /** The request id from the server's response, if it sent one. */
  readonly requestId: string | undefined;
  /** The last event id so far, from which a later call can resume. Empty if there is none. */
  readonly lastEventId: string;
  /**
   * True after the stream has ended. If a terminal event is declared, a stream that ends without it is an
   * error.
   */
  readonly isComplete: boolean;
  /** Iterates over the events: the items with their type, id and reconnection time. */
  events(): AsyncGenerator<StreamEvent<Item>, void, undefined>;
}

/** A call whose answer is a stream. It can be iterated over directly, and only once. */
export interface StreamCall<Item, Result extends AnyResult = AnyResult>
  extends Call<ItemStream<Item>, Result>, AsyncIterable<Item> {
  /** Iterates over the events: the items with their type, id and reconnection time. */
  events(): AsyncGenerator<StreamEvent<Item>, void, undefined>;
}

/**
 * A call of a list operation. Awaiting it returns the first page; iterating over it yields the items of all
 * pages.
 */
export interface PageCall<Item, Output, Result extends AnyResult = AnyResult>
  extends Call<Output, Result>, AsyncIterable<Item> {
  /** Iterates over the pages, from the first. */
  pages(): AsyncGenerator<Output, void, undefined>;
  /**
   * Returns the {@link Call.defer deferred} call of the page after the one that this call returned.
   * `undefined` after the last.
   */
  after(page: Output): PageCall<Item, Output, Result> | undefined;
}

/**
 * Options of `waitFor`.
 *
 * @typeParam Body the record.
 * @typeParam Until the statuses to wait for.
 */
export interface WaitOptions<Body, Until extends string> {
  /** The statuses to wait for. Default: the last step of the lifecycle in the description. */
  readonly until?: readonly Until[];
  /** The longest total wait, in milliseconds. Default: 600 000; `Infinity`: no limit. */
  readonly waitTimeout?: number;
  /** The shortest interval between two reads, in milliseconds. Default: 1000. */
  readonly minInterval?: number;
  /** The longest interval between two reads, in milliseconds. Default: 10 000. */
  readonly maxInterval?: number;
  /** Stops waiting. The signal of the call does so too. */
  readonly signal?: AbortSignal;
  /** Called with each read, including the last. */
  readonly onProgress?: (body: Body) => void;
}

/**
 * A call that reads a record whose status changes (`x-lifecycle`).
 *
 * @typeParam Member the member that has the status, or a JSON pointer to a nested one.
 * @typeParam Succeeded the status to wait for by default.
 */
export interface PollCall<
  Output,
  Member extends string,
  Succeeded extends string,
  Result extends AnyResult = AnyResult,
> extends Call<Output, Result> {
  /**
   * Reads the record repeatedly until it has one of the statuses to wait for. Each read is a separate call
   * with this call's input, options and retries. The interval is that of `Retry-After`, else a random one
   * that grows from `minInterval` to `maxInterval`.
   *
   * @returns the record, with its status narrowed to those awaited.
   * @throws {TypeError} when a number of the options is out of its range; nothing is sent then.
   * @throws {FinalStatusError} when it reaches another final status.
   * @throws {TimeoutError} of the kind `wait` when it reaches none in time. Errors of a read pass through.
   */
  waitFor<const Until extends StatusOf<Output, Member> = StatusOf<Output, Member> & Succeeded>(
    options?: WaitOptions<Output, Until>,
  ): Promise<Output & WithStatus<Member, Until>>;
}

/** The known values of a record's status. */
type StatusOf<Output, Member extends string> = Member extends `/${infer Path}`
  ? StatusAt<Output, Path>
  : OwnStatus<Output, Member>;

type StatusAt<Output, Path extends string> = Path extends `${infer Name}/${infer Rest}`
  ? Output extends { readonly [Key in Token<Name>]?: infer Inner }
    ? StatusAt<NonNullable<Inner>, Rest>
    : never
  : OwnStatus<Output, Token<Path>>;

type OwnStatus<Output, Member extends string> = Output extends {
  readonly [Name in Member]?: infer Status;
}
  ? KnownValue<Status> & string
  : never;

/** A record whose status is narrowed: `WithStatus<"status", "DONE">` is `{ status: "DONE" }`. */
type WithStatus<Member extends string, Status> = Member extends `/${infer Path}`
  ? StatusBelow<Path, Status>
  : Record<Member, Status>;

type StatusBelow<Path extends string, Status> = Path extends `${infer Name}/${infer Rest}`
  ? Record<Token<Name>, StatusBelow<Rest, Status>>
  : Record<Token<Path>, Status>;

/** Decodes a reference token of a JSON pointer (RFC 6901, section 4). */
type Token<Text extends string> = Text extends `${infer Before}~1${infer After}`
  ? `${Token<Before>}/${Token<After>}`
  : Text extends `${infer Before}~0${infer After}`
    ? `${Before}~${Token<After>}`
    : Text;

import type { CallInput, CallOptions, CallPolicy } from "./call-options.ts";
import type { CallResult } from "./call-result.ts";
import type { Fetch, FetchOptions } from "./fetch-types.ts";
import type { KnownValue } from "./match.ts";
import type { ClientOperation, SendableBody } from "./operation.ts";

export type { CallInput, CallOptions, CallPolicy, StreamCallOptions } from "./call-options.ts";
export type { CallResult } from "./call-result.ts";
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

/** The request of a credential, for a function that gives it. */
export interface CredentialRequest {
  readonly operationId: string;
  /** The name of the security scheme, as the description has it. */
  readonly scheme: string;
  /** The credential that the server has just refused with 401: a fresh one is wanted. */
  readonly refused?: CredentialValue;
}

/** A credential, or a function that is asked for it at each call; `undefined`: there is none. */
export type Credential =
  | CredentialValue
  | ((
      request: CredentialRequest,
    ) => CredentialValue | undefined | Promise<CredentialValue | undefined>);

/** A request on its way, as middleware sees and may change it. */
export interface ClientRequest {
  /** The operation: `operationId`, `method` and `path` as the description has them. */
  readonly operation: ClientOperation;
  readonly method: string;
  readonly url: string;
  /** By lower-case name. Credentials are added behind all middleware, so that none of it leaks them. */
  readonly headers: { readonly [name: string]: string };
  /** A function makes it anew for each attempt; a `ReadableStream` can be sent once. */
  readonly body?: SendableBody | undefined;
  /** The number of earlier attempts. */
  readonly attempt: number;
  readonly hasIdempotencyKey: boolean;
}

/** Sends a request on; it may be called again, or not at all. */
export type Next = (request: ClientRequest) => Promise<Response>;

/**
 * A function around each call, or each attempt of it. The first of several is the outermost. It reads a
 * `clone()` of a response that it passes on, and cancels the body of one that it does not.
 */
export interface Middleware {
  /** Around a whole call, retries included. A response's body has been received when it comes. */
  onCall?(request: ClientRequest, next: Next): Promise<Response>;
  /** Around each attempt. */
  onAttempt?(request: ClientRequest, next: Next): Promise<Response>;
}

/** Checks what is sent and received by the description; see `validation`. */
export interface CallValidator {
  /** @throws when the input is not to be sent. */
  request(operation: ClientOperation, input: CallInput): void;
  /** @throws when the answer is not to be given to the caller. */
  response(operation: ClientOperation, response: Response, body: unknown): void;
}

/** A credential per security scheme. */
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
   * The base URL of all operations, or a function that returns it of each. A relative one, such as `/api`,
   * is taken from the page's address, and refused where there is no page. Left out, or `undefined` from the
   * function: the operation's own server where the description gives it one, else the first.
   */
  readonly baseUrl?: string | ((operation: ClientOperation) => string | undefined);
  /** One credential for whichever scheme an operation needs, or one per security scheme. */
  readonly auth?: Credential | SchemeCredentials<Scheme>;
  /** Sent with each request. */
  readonly headers?: { readonly [name: string]: string };
  /** Sends the requests. Left out: the global `fetch`, as it is at the time of the call. */
  readonly fetch?: Fetch;
  readonly middleware?: readonly Middleware[];
  /** Left out: nothing is validated. */
  readonly validate?: CallValidator;
  /** The header in which the server gives a request its id. Left out: `x-request-id`. */
  readonly requestIdHeader?: string;
  /** The caller's name for the server's logs; `false`: none. Browsers send their own. */
  readonly userAgent?: string | false;
}

/**
 * A call of an operation, which is a promise of its success: it can be returned, awaited and handed on as
 * one, and a rejection that nobody handles is unhandled as any promise's. It sends one request, whatever
 * is asked of it, and however often.
 *
 * It starts by itself in the next microtask, with its input as it is then. What is asked of it right where
 * it is made says how: `result()`, `response()` or an iteration; {@link Call.defer} keeps it from starting.
 */
export interface Call<Output, Result extends AnyResult = AnyResult> extends Promise<Output> {
  /** The operation. */
  readonly operation: ClientOperation;
  /** With what it is called. */
  readonly input: CallInput;
  /**
   * The same call with other options, or another input: it is sent on its own. The original is
   * {@link Call.defer deferred}.
   */
  with(options: CallOptions, input?: CallInput): this;
  /**
   * Keeps the call from starting by itself: it starts when it is awaited, iterated over or asked for its
   * result or response. For functions that are given a call, and decide whether it is made.
   */
  defer(): this;
  /**
   * The answer, whatever its status, as a union by `status` and `ok`.
   *
   * @throws {ApiError} when the status is an error that is not documented, beside others that are; with
   *   `strict: true` for each status that is not documented.
   */
  result(): Promise<CallResult<Result>>;
  /**
   * The response, whatever its status; its body is unread, unless the call has started before as one that
   * is awaited.
   */
  response(): Promise<Response>;
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
  /** The id that the server gave the request; only where it did. */
  readonly requestId: string | undefined;
  /** The last event id so far, by which a later call can go on; empty where there is none. */
  readonly lastEventId: string;
  /** True once it has ended: with its terminal event, where one is declared; to end without is an error. */
  readonly isComplete: boolean;
  /** The items together with what the stream says of each. */
  events(): AsyncGenerator<StreamEvent<Item>, void, undefined>;
}

/** A call whose answer is a stream: it can be iterated over at once, and once. */
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
  /**
   * The call of the page behind that which this one has answered with, {@link Call.defer deferred};
   * `undefined` behind the last.
   */
  after(page: Output): PageCall<Item, Output, Result> | undefined;
}

/**
 * Options of waiting for a status.
 *
 * @typeParam Body what each reading gives.
 * @typeParam Until the statuses that are waited for.
 */
export interface WaitOptions<Body, Until extends string> {
  /** The statuses that are waited for. Left out: the last of the description's steps. */
  readonly until?: readonly Until[];
  /** The longest wait in all, in milliseconds. Left out: 600 000; `Infinity`: no limit. */
  readonly waitTimeout?: number;
  /** The shortest time between two readings, in milliseconds. Left out: 1000. */
  readonly minInterval?: number;
  /** The longest time between two readings, in milliseconds. Left out: 10 000. */
  readonly maxInterval?: number;
  /** Ends the wait and its reading; that of the call does too. */
  readonly signal?: AbortSignal;
  /** Called with each reading, the last one included. */
  readonly onProgress?: (body: Body) => void;
}

/**
 * A call that reads a record whose status moves (`x-lifecycle`).
 *
 * @typeParam Member the member that has the status, or the JSON pointer of a status below one.
 * @typeParam Succeeded the status that is waited for unless told otherwise.
 */
export interface PollCall<
  Output,
  Member extends string,
  Succeeded extends string,
  Result extends AnyResult = AnyResult,
> extends Call<Output, Result> {
  /**
   * Reads the record again and again until its status is waited for. Each reading is a call of its own, with
   * this call's input, options and retries. Between two readings passes what `Retry-After` says, else a
   * random time that grows from `minInterval` to `maxInterval`.
   *
   * @returns the record, its status narrowed to those that were waited for.
   * @throws {FinalStatusError} when it comes to another status that is final.
   * @throws {TimeoutError} of the kind `wait` when it does not in time; what a reading throws passes through.
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

/** What a record has whose status is one of some. */
type WithStatus<Member extends string, Status> = Member extends `/${infer Path}`
  ? StatusBelow<Path, Status>
  : Record<Member, Status>;

type StatusBelow<Path extends string, Status> = Path extends `${infer Name}/${infer Rest}`
  ? Record<Token<Name>, StatusBelow<Rest, Status>>
  : Record<Token<Path>, Status>;

/** A reference token of a JSON pointer, read (RFC 6901, section 4). */
type Token<Text extends string> = Text extends `${infer Before}~1${infer After}`
  ? `${Token<Before>}/${Token<After>}`
  : Text extends `${infer Before}~0${infer After}`
    ? `${Before}~${Token<After>}`
    : Text;

import type { AnyResult, OperationDescriptor } from "@openapi-packages/runtime";
import type { RoutingOptions, ServerOptions } from "@openapi-packages/runtime/server";
import type {
  Answer,
  Handler,
  HttpRequest,
  HttpResponse,
  RequestContext,
  Server,
} from "@openapi-packages/runtime/server";
import type { CallbackDelivery, CallbackOptions } from "./callbacks/callback-plan.ts";
import type { Clock } from "./clock.ts";
import type { ExchangeWatcher } from "./exchange-tap.ts";
import type { MockLimits, MockUsage } from "./limits.ts";
import type { MockExchange, UpstreamMode, Violation } from "./mock-exchange.ts";
import type { Snapshot } from "./snapshot.ts";

export type { CallbackDelivery, CallbackOptions } from "./callbacks/callback-plan.ts";
export type { MockExchange, UpstreamMode, Violation } from "./mock-exchange.ts";
export type { Recording, Snapshot, SnapshotRecord } from "./snapshot.ts";

/** Options of a mock. */
export interface CreateMockOptions<Types extends MockTypes = MockTypes>
  extends Pick<ServerOptions, "security" | "onError" | "acceptNull" | "readOnly">, RoutingOptions {
  /**
   * The maximum size of a request's body in bytes, as the server's option. Default: `limits.bodyBytes`, 1 MiB.
   */
  readonly maxBodyBytes?: number;
  /**
   * True to require the credentials of the description's security. The mock accepts `credentials`, those that
   * the description's own operations create, until they are revoked or deleted, and for a scheme without
   * `credentials` a generated one: see `Mock.credentials`. `security` verifies its schemes instead. Default:
   * `false`, every request is accepted, unless `credentials` or `security` is set.
   */
  readonly demandCredentials?: boolean;
  /** The accepted credentials by scheme: a bearer token, an API key, or `user:password` for HTTP basic. */
  readonly credentials?: { readonly [Scheme in SchemesOf<Types>]?: readonly string[] };
  /** The scopes or roles of credentials: `{ reader: ["pets:read"] }`; for another, 403. Default: all. */
  readonly scopes?: { readonly [credential: string]: readonly string[] };
  /**
   * The address that callers use, such as `https://api.example.com/v1`: MSW's handlers only answer its origin,
   * and its path is the `basePath`. Default: any origin.
   */
  readonly baseUrl?: string;
  /** The seed of all random values. Default: 0. */
  readonly seed?: string | number;
  /**
   * True to vary answers from request to request, by the seed and the number of the request. Default: false,
   * the answers are the examples.
   */
  readonly dynamic?: boolean;
  /** Whether resources are stored, by `operationId` or for all. Default: true. */
  readonly state?: boolean | { readonly [operationId: string]: boolean };
  /** The initial records. Default: those of the examples. */
  readonly start?: "examples" | "empty" | Snapshot;
  /** The latency of every answer in milliseconds, as a number or a range `"200..800"`. Default: 0. */
  readonly latency?: Latency;
  readonly faults?: readonly FaultRule[];
  /** The pace of streams. */
  readonly streams?: StreamPace;
  readonly clock?: Clock;
  /** The limits for stored data. Beyond them the oldest is evicted. Default: see {@link MockLimits}. */
  readonly limits?: Partial<MockLimits>;
  /** The server for operations that are not mocked. Default: all are mocked. */
  readonly upstream?: Upstream;
  /**
   * Whether answers are validated: `strict` answers 500 instead of an invalid one. Default: `warn` reports
   * invalid overrides to `onError`; the mock's own answers are valid.
   */
  readonly validateResponses?: ServerOptions["validateResponses"];
  /** Adds overrides, at the start and after each `reset`. */
  readonly setup?: (mock: Mock<Types>) => void;
  /**
   * How the mock sends the callbacks of operations that it answered with success; `false`: it sends none.
   * Default: to this machine only, unsigned.
   */
  readonly callbacks?: CallbackOptions | false;
  /** Called after each completed exchange. */
  readonly onExchange?: (exchange: MockExchange) => void;
}

/** The options of the engine: those of a mock, and those of a server around it. */
export interface EngineOptions<
  Types extends MockTypes = MockTypes,
> extends CreateMockOptions<Types> {
  /** A watcher of exchanges, such as the console. */
  readonly watcher?: ExchangeWatcher;
  /** True if other machines reach the mock. Default: false. */
  readonly isReachable?: boolean;
  /** Called after each callback. */
  readonly onCallback?: (delivery: CallbackDelivery) => void;
  /** Completes the 404 of a path below the base path that the description does not have. */
  readonly unknownPath?: (path: string, response: HttpResponse) => HttpResponse;
}

/** The security schemes that operations name, if they are known. */
type SchemesOf<Types extends MockTypes> = Types extends {
  readonly schemes: infer Schemes extends string;
}
  ? Schemes
  : string;

/** Milliseconds, or a range of them. */
export type Latency = number | `${number}..${number}`;

/** The pace of a stream. */
export interface StreamPace {
  /** The interval between items in milliseconds. Default: 100. */
  readonly interval?: Latency;
  /** The time in milliseconds without an item after which a comment is sent; 0: never. Default: 15 000. */
  readonly heartbeat?: number;
}

/** A rule that makes operations fail on purpose. */
export interface FaultRule {
  /** The operations, by `operationId` with `*` as a wildcard at its start or end. Default: all. */
  readonly operation?: string;
  /** The probability of the fault, from 0 to 1. Default: 1, always. */
  readonly probability?: number;
  /** The number of requests that the rule applies to. Default: any number. */
  readonly times?: number;
  readonly latency?: Latency;
  /** Answers with this status, from 200 to 599: as documented, or else with problem details (RFC 9457). */
  readonly status?: number;
  readonly fault?: FaultKind;
  /** The number of items of a stream before its fault. Default: 1. */
  readonly after?: number;
}

/**
 * `reset` breaks the connection before the answer, `half-body` in the middle of it, `malformed-json` corrupts
 * it, `drip` sends it slowly in small chunks, `stream-error` sends an error after some items,
 * `stream-truncated` ends the stream there.
 */
export type FaultKind =
  "reset" | "half-body" | "malformed-json" | "drip" | "stream-error" | "stream-truncated";

/** Lets another server answer operations. */
export interface Upstream {
  /** The origin and path below which all requests stay. */
  readonly url: string;
  /** The mode of operations that `modes` does not name. Default: `proxy`. */
  readonly mode?: UpstreamMode;
  readonly modes?: { readonly [operationId: string]: UpstreamMode };
  /** Default: the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** Called with each request or answer that violates the description. */
  readonly onViolation?: (violation: Violation) => void;
  /**
   * The time in milliseconds for an answer to begin and, unless it is a stream, to complete. After that the
   * request is answered with 504. 0: no limit. Default: 30 000.
   */
  readonly timeout?: number;
  /** True to refuse requests that violate the description instead of passing them on. Default: false. */
  readonly refuse?: boolean;
}

/**
 * Access to the records of a mock, for handlers and tests. `Resources` maps the name of a resource to its type.
 */
export interface StateAccess<Resources = { readonly [name: string]: unknown }> {
  /** Returns the current value of a record by its key. */
  get<Name extends keyof Resources & string>(
    resource: Name,
    key: string,
  ): Resources[Name] | undefined;
  /** Returns the current records in the order of their creation: all, or the last ones. */
  list<Name extends keyof Resources & string>(resource: Name, last?: number): Resources[Name][];
  /** Returns the number of records. */
  count(resource: keyof Resources & string): number;
  /** Adds a record, or replaces the one with its key. `scope` has the path parameters of its parents. */
  put<Name extends keyof Resources & string>(
    resource: Name,
    value: Resources[Name],
    scope?: { readonly [parameter: string]: string },
  ): void;
  /**
   * Removes a record and everything below it.
   *
   * @returns true if it existed.
   */
  remove(resource: keyof Resources & string, key: string): boolean;
}

/** The context of an override: that of the request, the stored records, and the mock's own answer. */
export interface MockContext<
  Result = AnyResult,
  Resources = { readonly [name: string]: unknown },
> extends RequestContext {
  readonly state: StateAccess<Resources>;
  /** Returns the answer of the mock without the override. */
  readonly fallback: () => Promise<Answer<Result>>;
}

/** An override of one operation: an answer, or a handler of the same type as a server's. */
export type Override<Input, Result, Resources = { readonly [name: string]: unknown }> =
  Answer<Result> | Handler<Input, Result, MockContext<Result, Resources>>;

/** The override of an operation by its `operationId`. */
export type OverrideOf<Types extends MockTypes, Id extends keyof Types["operations"]> = Override<
  Types["operations"][Id]["handlerInput"],
  Types["operations"][Id]["result"],
  Types["resources"]
>;

/** The input and result of every operation, by `operationId`. */
export interface MockTypes {
  readonly operations: {
    readonly [operationId: string]: { readonly handlerInput: unknown; readonly result: AnyResult };
  };
  readonly resources: { readonly [name: string]: unknown };
  /** The names of the security schemes that operations name. Default: unknown. */
  readonly schemes?: string;
}

/** The input and result of each operation of a table, taken from its descriptors. */
export type OperationTypes<Table extends { readonly [operationId: string]: OperationDescriptor }> =
  {
    readonly [Id in keyof Table]: NonNullable<Table[Id]["types"]>;
  };

/** A mock of a whole API. */
export interface Mock<Types extends MockTypes = MockTypes> {
  /** The mock as a server, for adapters of `@openapi-packages/runtime/server`. */
  readonly server: Server;
  /** The mock as `fetch`, for clients in the same process. */
  readonly fetch: (input: string | URL | Request, init?: object) => Promise<Response>;
  /**
   * True if the mock answers a request to a path: an operation has its method and path, or the mock signed it.
   */
  readonly knows: (method: string, path: string) => boolean;
  /**
   * Overrides an operation.
   *
   * @returns a function that removes the override.
   */
  on<Id extends keyof Types["operations"] & string>(
    operationId: Id,
    override: OverrideOf<Types, Id>,
  ): () => void;
  readonly state: StateAccess<Types["resources"]>;
  /** The last 100 callbacks, the oldest first: those that were sent, and why others were not. */
  readonly callbacks: readonly CallbackDelivery[];
  /** Resolves when all callbacks of the operations that were answered have been sent. */
  settled(): Promise<void>;
  /** Returns everything that is stored, for `start`, `restore` or a file. */
  snapshot(): Snapshot;
  /** Restores the initial state, including the overrides and faults of the options. */
  reset(): void;
  /**
   * Restores a snapshot.
   *
   * @throws {TypeError} when it is invalid.
   */
  restore(snapshot: unknown): void;
  /** Adds records by resource, each with a list of values. */
  seed(records: {
    readonly [Name in keyof Types["resources"]]?: readonly Types["resources"][Name][];
  }): void;
  /** Returns how much is stored, and how much was evicted. */
  usage(): MockUsage;
  /** Advances the clock, and with it lifecycles, without waiting. */
  advance(milliseconds: number): void;
  readonly faults: FaultControl;
  /**
   * The credentials that are always accepted, by security scheme: those of the option `credentials`, and
   * generated ones for other schemes. Empty if none are required.
   */
  readonly credentials: { readonly [scheme: string]: readonly string[] };
}

/** Controls the faults of a mock. */
export interface FaultControl {
  /** The rules that are not used up. Their `times` are the requests that are left. */
  readonly rules: readonly FaultRule[];
  /**
   * Adds a rule before the others.
   *
   * @returns a function that removes it.
   * @throws {TypeError} for an invalid rule.
   */
  add(rule: FaultRule): () => void;
  clear(): void;
}

export type { HttpRequest, HttpResponse };

import type { AnyResult, Issue, OperationDescriptor } from "@openapi-packages/runtime";
import type { RoutingOptions, ServerOptions } from "@openapi-packages/runtime/server";
import type {
  Answer,
  Handler,
  HttpRequest,
  HttpResponse,
  RequestContext,
  Server,
} from "@openapi-packages/runtime/server";
import type { Clock } from "./clock.ts";
import type { ExchangeWatcher } from "./exchange-tap.ts";
import type { MockLimits, MockUsage } from "./limits.ts";
import type { Snapshot } from "./snapshot.ts";

export type { Recording, Snapshot, SnapshotRecord } from "./snapshot.ts";

/** Options of a mock. */
export interface CreateMockOptions<Types extends MockTypes = MockTypes>
  extends Pick<ServerOptions, "security" | "onError" | "acceptNull" | "readOnly">, RoutingOptions {
  /** Bytes of a request's body, as the server's option. Left out: `limits.bodyBytes`, 1 MiB. */
  readonly maxBodyBytes?: number;
  /**
   * True if requests need the credentials that the description's security requires. Accepted are
   * `credentials`, those that the description's own operations create, until they are revoked or deleted,
   * and of a scheme without `credentials` one that the mock makes: see `Mock.credentials`. `security`
   * verifies its schemes instead. Left out: `false`, every request is let in, unless `credentials` or
   * `security` is given.
   */
  readonly demandCredentials?: boolean;
  /**
   * The credentials that are accepted, by security scheme: a bearer token, an API key, or
   * `user:password` for HTTP basic.
   */
  readonly credentials?: {
    readonly [Scheme in SchemesOf<Types>]?: readonly string[];
  };
  /**
   * The address that callers use, such as `https://api.example.com/v1`: its origin alone is answered by
   * MSW's handlers, and its path is the `basePath`. Left out: any origin.
   */
  readonly baseUrl?: string;
  /** The seed of all random values. Left out: 0. */
  readonly seed?: string | number;
  /** Answers vary from request to request, each by the seed and its number. Left out: they are the examples. */
  readonly dynamic?: boolean;
  /** True if resources are remembered; by `operationId`, or for all. Left out: they are. */
  readonly state?: boolean | { readonly [operationId: string]: boolean };
  /** The records from the start. Left out: those that the examples show. */
  readonly start?: "examples" | "empty" | Snapshot;
  /** Milliseconds that every answer takes, as a number or a range `"200..800"`. Left out: 0. */
  readonly latency?: Latency;
  readonly faults?: readonly FaultRule[];
  /** The pace of streams. */
  readonly streams?: StreamPace;
  readonly clock?: Clock;
  /** The most that is remembered; what is over goes, the oldest first. Left out: see {@link MockLimits}. */
  readonly limits?: Partial<MockLimits>;
  /** The server of operations that are not mocked. Left out: all are mocked. */
  readonly upstream?: Upstream;
  /**
   * True if answers are checked: `strict` answers 500 instead of one that does not conform. Left out:
   * `warn`, which reports overrides that do not to `onError`; the mock's own answers conform.
   */
  readonly validateResponses?: ServerOptions["validateResponses"];
  /** Puts overrides in place, at the start and after each `reset`. */
  readonly setup?: (mock: Mock<Types>) => void;
  /** Called with each request that has been answered. */
  readonly onExchange?: (exchange: MockExchange) => void;
}

/** The options of the engine: those of a mock, and who watches it from beside it, as its console does. */
export interface EngineOptions<
  Types extends MockTypes = MockTypes,
> extends CreateMockOptions<Types> {
  readonly watcher?: ExchangeWatcher;
}

/** The security schemes that operations name, as far as they are known. */
type SchemesOf<Types extends MockTypes> = Types extends {
  readonly schemes: infer Schemes extends string;
}
  ? Schemes
  : string;

/** Milliseconds: so many, or from and up to. */
export type Latency = number | `${number}..${number}`;

/** The pace of a stream. */
export interface StreamPace {
  /** Milliseconds between items. Left out: 100. */
  readonly interval?: Latency;
  /** Milliseconds without an item after which a comment is sent; 0: never. Left out: 15 000. */
  readonly heartbeat?: number;
}

/** A rule by which operations fail on purpose. */
export interface FaultRule {
  /** Operations by `operationId`; `*` at an end stands for any text. Left out: all. */
  readonly operation?: string;
  /** The probability of the fault, from 0 to 1. Left out: 1, always. */
  readonly probability?: number;
  /** The number of requests after which the rule is spent. Left out: any number. */
  readonly times?: number;
  readonly latency?: Latency;
  /** Answers with this status, from 200 to 599, as documented, or else with problem details (RFC 9457). */
  readonly status?: number;
  readonly fault?: FaultKind;
  /** Of a stream, the items before its fault. Left out: 1. */
  readonly after?: number;
}

/**
 * `reset` breaks the connection before the answer, `half-body` within it, `malformed-json` spoils it,
 * `drip` gives it byte by byte, `stream-error` sends an error after some items, `stream-truncated`
 * ends the stream there.
 */
export type FaultKind =
  "reset" | "half-body" | "malformed-json" | "drip" | "stream-error" | "stream-truncated";

/** Operations that another server answers. */
export interface Upstream {
  /** An origin and a path, below which all requests stay. */
  readonly url: string;
  /** The mode of operations that `modes` does not name. Left out: `proxy`. */
  readonly mode?: UpstreamMode;
  readonly modes?: { readonly [operationId: string]: UpstreamMode };
  /** Left out: the runtime's own. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** Called with each request or answer that breaks the contract. */
  readonly onViolation?: (violation: Violation) => void;
  /**
   * Milliseconds until an answer begins and, unless it is a stream, is whole; then the request is
   * answered with 504. 0: any time. Left out: 30 000.
   */
  readonly timeout?: number;
  /** True if a request that breaks the contract is refused and not passed on. Left out: it is passed on. */
  readonly refuse?: boolean;
}

/** `mock` answers here, `proxy` passes on, `record` passes on and stores the answer for `mock`. */
export type UpstreamMode = "mock" | "proxy" | "record";

/** A place where an exchange with another server breaks the description. */
export interface Violation {
  readonly operationId: string | undefined;
  readonly method: string;
  readonly url: string;
  readonly side: "request" | "response";
  readonly status: number | undefined;
  readonly message: string;
  readonly issues: readonly Issue[];
}

/** A request that has been answered, for people to look at. */
export interface MockExchange {
  readonly number: number;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly method: string;
  readonly url: string;
  readonly operationId: string | undefined;
  readonly status: number | undefined;
  /** Milliseconds from the request to the whole answer. */
  readonly duration: number;
  readonly mode: UpstreamMode;
  /** The fault that was applied on purpose. */
  readonly fault: string | undefined;
  /** The places that did not conform. */
  readonly violations: readonly Violation[];
}

/** The records of a mock, for handlers and tests. `Resources` maps the name of a resource to its type. */
export interface StateAccess<Resources = { readonly [name: string]: unknown }> {
  /** A record as it is now; its key as text. */
  get<Name extends keyof Resources & string>(
    resource: Name,
    key: string,
  ): Resources[Name] | undefined;
  /** The records as they are now, in the order of their creation: all, or the last so many. */
  list<Name extends keyof Resources & string>(resource: Name, last?: number): Resources[Name][];
  /** The number of records. */
  count(resource: keyof Resources & string): number;
  /** Adds a record, or replaces the one with its key. A scope says which paths it is below. */
  put<Name extends keyof Resources & string>(
    resource: Name,
    value: Resources[Name],
    scope?: { readonly [parameter: string]: string },
  ): void;
  /** Removes a record and all below it. @returns true if it was there. */
  remove(resource: keyof Resources & string, key: string): boolean;
}

/** The context of an override: that of the request, what is remembered, and the way to the default. */
export interface MockContext<
  Result = AnyResult,
  Resources = { readonly [name: string]: unknown },
> extends RequestContext {
  readonly state: StateAccess<Resources>;
  /** Gives what the mock would answer without the override. */
  readonly fallback: () => Promise<Answer<Result>>;
}

/** An override of one operation: an answer, or a handler of the type that the server's handlers have. */
export type Override<Input, Result, Resources = { readonly [name: string]: unknown }> =
  Answer<Result> | Handler<Input, Result, MockContext<Result, Resources>>;

/** The override of an operation by its `operationId`. */
export type OverrideOf<Types extends MockTypes, Id extends keyof Types["operations"]> = Override<
  Types["operations"][Id]["handlerInput"],
  Types["operations"][Id]["result"],
  Types["resources"]
>;

/** Every operation's input and result, by `operationId`. */
export interface MockTypes {
  readonly operations: {
    readonly [operationId: string]: { readonly handlerInput: unknown; readonly result: AnyResult };
  };
  readonly resources: { readonly [name: string]: unknown };
  /** The names of the security schemes that operations name. Left out: they are not known. */
  readonly schemes?: string;
}

/** The input and result of each operation of a table, as its descriptors have them. */
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
  /** True if the mock answers a request to a path: an operation has it with that method, or the mock signed it. */
  readonly knows: (method: string, path: string) => boolean;
  /** Answers an operation otherwise than by default. @returns a function that takes the override back. */
  on<Id extends keyof Types["operations"] & string>(
    operationId: Id,
    override: OverrideOf<Types, Id>,
  ): () => void;
  readonly state: StateAccess<Types["resources"]>;
  /** All that is remembered, for `start`, `restore` or a file. */
  snapshot(): Snapshot;
  /** Goes back to the start, overrides and faults included; those of the options hold again. */
  reset(): void;
  /** Takes up what was remembered. @throws {TypeError} when it is no snapshot. */
  restore(snapshot: unknown): void;
  /** Adds records to what there is: by resource, a list of values. */
  seed(records: {
    readonly [Name in keyof Types["resources"]]?: readonly Types["resources"][Name][];
  }): void;
  /** How much is remembered, and what went because of a limit. */
  usage(): MockUsage;
  /** Lets time pass for lifecycles, without waiting. */
  advance(milliseconds: number): void;
  readonly faults: FaultControl;
  /**
   * The credentials that are accepted as long as the mock is there, by security scheme: those of the option
   * `credentials`, and of other schemes one that was made. Empty if none is demanded.
   */
  readonly credentials: { readonly [scheme: string]: readonly string[] };
}

/** The faults of a mock from now on. */
export interface FaultControl {
  readonly rules: readonly FaultRule[];
  /** Adds a rule before the others. @returns a function that takes it back. @throws {TypeError} when it makes no sense. */
  add(rule: FaultRule): () => void;
  clear(): void;
}

export type { HttpRequest, HttpResponse };

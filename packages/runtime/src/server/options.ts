import type { OperationDescriptor } from "../operation.ts";
import type { AnyResult } from "../result.ts";
import type { IdempotencyGuard } from "../idempotency/types.ts";
import type { Problem } from "../error-template.ts";
import type { BodyLimits, OperationLimits } from "./body-limits.ts";
import type { ServerHooks } from "./hooks.ts";
import type { AnyResults } from "./server-failure.ts";
import type { Slashes } from "./router.ts";
import type { Answer, RequestContext, SecurityVerifier } from "./types.ts";

/** The type of a context's `principal`; `unknown` unless the context extends the default one. */
export type PrincipalOf<Context> =
  Context extends RequestContext<infer Principal> ? Principal : unknown;

/** One verifier for each security scheme, by name. */
export type SchemeVerifiers<Schemes extends string, Context = RequestContext> = {
  readonly [Scheme in Schemes]: SecurityVerifier<PrincipalOf<Context>>;
};

/**
 * The types of a description's operations, for options that depend on them. Generated servers provide their
 * own.
 */
export interface ApiTypes {
  /** The results by operationId. */
  readonly results: object;
  /** The bodies of the documented errors. */
  readonly errorBody: unknown;
}

/** The results of the operations of a table, taken from its descriptors. */
export type ResultsOf<Table extends { readonly [operationId: string]: OperationDescriptor }> = {
  readonly [Id in keyof Table]: NonNullable<Table[Id]["types"]>["result"];
};

/** The union of error bodies. Types that allow any value are left out if there are others. */
export type ErrorBodyOf<Bodies extends readonly unknown[]> = [KnownOf<Bodies>] extends [never]
  ? unknown
  : KnownOf<Bodies>;

type KnownOf<Bodies extends readonly unknown[]> = {
  [Index in keyof Bodies]: unknown extends Bodies[Index] ? never : Bodies[Index];
}[number];

/** The types of a description that is only known at run time. */
export interface AnyApi {
  readonly results: AnyResults;
  readonly errorBody: unknown;
}

/** Options of servers and mocks for the paths that they answer. */
export interface RoutingOptions {
  /**
   * The path before the paths of the description, such as `/v1`, or a list of several; `/` means none. It
   * is relative to the path at which a framework mounts the server. Default: the paths of the description's
   * `servers`, or of an operation's own, with their variables at their defaults, and `/`, because many
   * frameworks and gateways remove the path that they route by. Other paths get a 404 that names them.
   */
  readonly basePath?: string | readonly string[];
  /**
   * `lenient` ignores doubled and trailing slashes if the exact path has no operation: `/pets/` and
   * `//pets` match `/pets`. Default: `exact`.
   */
  readonly slashes?: Slashes;
}

/** The options of a server. `Schemes` are the names of the security schemes that its operations name. */
export interface ServerOptions<
  Context = RequestContext,
  Schemes extends string = string,
  Api extends ApiTypes = AnyApi,
>
  extends BodyLimits, RoutingOptions, ServerHooks<Api["results"]> {
  /** Creates the context for handlers from the default context. */
  readonly context?: (
    base: RequestContext<PrincipalOf<Context> | undefined>,
  ) => Context | Promise<Context>;
  /**
   * A verifier for each security scheme that an operation names, including alternatives. A server without
   * one of them does not start. The type requires them for all operations of the description, the check at
   * start only for those with a handler, or for all with the option `missing`.
   *
   * `"unchecked"` verifies no credential: every request reaches its handler, and `principal` is
   * `undefined`. Use it only if something in front of the server, such as a gateway, has checked the
   * credential of every request that can reach the server.
   */
  readonly security?:
    | { readonly [Scheme in Schemes]?: SecurityVerifier<PrincipalOf<Context>> | undefined }
    | "unchecked";
  /**
   * The members of response bodies to send: `declared` properties only, so that a column such as
   * `password` is never sent by accident, or `all`. An object without declared `properties` is sent
   * with all members, as are members that `additionalProperties` allows. Default: `declared`.
   */
  readonly serialize?: "declared" | "all";
  /**
   * `absent` treats `null` for an optional member or parameter that is not nullable as absent, because many
   * clients write unset members that way. Handlers do not see it. A body with more than some thousands of
   * them gets a 400. Default: each one gets a 400.
   */
  readonly acceptNull?: "absent";
  /**
   * Validates response bodies: `warn` reports an invalid one to `onError`, `strict` responds with 500
   * instead. Default: `off`.
   */
  readonly validateResponses?: "off" | "warn" | "strict";
  /**
   * Handles the operations without a handler, for example with a mock. Its responses have the header
   * `x-missing-handler` with the operationId. With `toFetch` the body of `fetchRequest(request)` is still
   * unread: `throw respondWith(await mock.fetch(fetchRequest(request)))`. Default: those operations respond
   * with 501.
   */
  readonly missing?: (
    operation: OperationDescriptor,
    input: unknown,
    context: Context,
  ) => Answer<AnyResult> | Promise<Answer<AnyResult>>;
  /**
   * Creates the body of the server's own refusals, such as a 400 or a 401, for statuses that the operation
   * documents. `operation.operationId` and `problem.status` determine its type. An invalid body is reported
   * to `onError` and not sent. If it returns `undefined`, and by default, the body is built by the
   * description's schema, or is `application/problem+json` (RFC 9457) if its required members are unknown,
   * for which `generate` prints a warning.
   */
  readonly errorBody?: (
    problem: Problem,
    operation: OperationDescriptor,
  ) => Api["errorBody"] | undefined | Promise<Api["errorBody"] | undefined>;
  /**
   * How `readOnly` members of requests are treated: `drop` removes them from the input, `refuse` answers
   * 400, `pass` keeps them. A member is read-only if a schema that its object matches says so, as with
   * annotations of JSON Schema; in a union only the alternatives that the value matches count. Default:
   * `drop`.
   */
  readonly readOnly?: "drop" | "refuse" | "pass";
  /**
   * Carries out requests with an idempotency key once: `idempotencyKeys` of the entry `server/idempotency`.
   * Default: handlers are called for each request.
   */
  readonly idempotency?: IdempotencyGuard;
  /** Further hooks, such as those of `tracing`. They run after the hooks of the options themselves. */
  readonly hooks?: readonly ServerHooks[];
  /** The maximum size of path and query in bytes; a longer one gets a 414. Default: 8 KiB. */
  readonly maxUrlBytes?: number;
  /** The maximum size of all headers together in bytes; larger ones get a 431. Default: 16 KiB. */
  readonly maxHeaderBytes?: number;
  /** The limits of single operations, by `operationId`. */
  readonly limits?: { readonly [operationId: string]: OperationLimits };
  /**
   * The time in milliseconds without an event after which a comment keeps an event stream alive. Default:
   * 15 000. `0`: never.
   */
  readonly heartbeat?: number;
  /**
   * The header that carries the request id in requests and responses. Default: `x-request-id`.
   * `false`: ids are generated and not sent.
   */
  readonly requestIdHeader?: string | false;
  /** Generates the id of a request that has none. Default: a random UUID. */
  readonly newRequestId?: () => string;
}

/**
 * The options parameter of a server. `security` is required if an operation names a security scheme, with a
 * verifier for each of `Schemes`, or if the handlers rely on a principal. `context` is required if the
 * handlers use another context than the default one. Otherwise the parameter is optional.
 *
 * If `Schemes` is `string`, the schemes are only known when the server starts.
 */
export type ServerArguments<
  Context,
  Schemes extends string = string,
  Api extends ApiTypes = AnyApi,
> =
  Record<never, never> extends RequiredOptions<Context, Schemes>
    ? [options?: ServerOptions<Context, Schemes, Api>]
    : [options: ServerOptions<Context, Schemes, Api> & RequiredOptions<Context, Schemes>];

/** The options that a server requires. */
type RequiredOptions<Context, Schemes extends string> = ContextOption<Context> &
  (string extends Schemes ? PrincipalSource<Context> : VerifiersOption<Context, Schemes>);

type ContextOption<Context> =
  RequestContext<PrincipalOf<Context>> extends Context ? unknown : ContextSource<Context>;

/** Requires `context` or `security` if handlers rely on a principal. */
type PrincipalSource<Context> = RequestContext extends Context
  ? unknown
  : RequestContext<PrincipalOf<Context>> extends Context
    ? { readonly security: SchemeVerifiers<string, Context> } | ContextSource<Context>
    : unknown;

type VerifiersOption<Context, Schemes extends string> = [Schemes] extends [never]
  ? PrincipalSource<Context>
  : undefined extends PrincipalOf<Context>
    ? { readonly security: SchemeVerifiers<Schemes, Context> | "unchecked" }
    : | { readonly security: SchemeVerifiers<Schemes, Context> }
      | ({ readonly security: "unchecked" } & ContextSource<Context>);

type ContextSource<Context> = Required<Pick<ServerOptions<Context>, "context">>;

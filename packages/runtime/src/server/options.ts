import type { OperationDescriptor } from "../operation.ts";
import type { AnyResult } from "../result.ts";
import type { Problem } from "../error-template.ts";
import type { BodyLimits, OperationLimits } from "./body-limits.ts";
import type { ServerHooks } from "./hooks.ts";
import type { AnyResults } from "./server-failure.ts";
import type { Slashes } from "./slashes.ts";
import type { Answer, RequestContext, SecurityVerifier } from "./types.ts";

/** The type of a context's `principal`; `unknown` unless the context extends the default one. */
export type PrincipalOf<Context> =
  Context extends RequestContext<infer Principal> ? Principal : unknown;

/** A verifier for each of some security schemes, by name. */
export type SchemeVerifiers<Schemes extends string, Context = RequestContext> = {
  readonly [Scheme in Schemes]: SecurityVerifier<PrincipalOf<Context>>;
};

/** The types of a description's operations, for options that depend on them; generated servers have their own. */
export interface ApiTypes {
  /** The results by operationId. */
  readonly results: object;
  /** The bodies of the errors that operations document. */
  readonly errorBody: unknown;
}

/** The results of the operations of a table, as its descriptors have them. */
export type ResultsOf<Table extends { readonly [operationId: string]: OperationDescriptor }> = {
  readonly [Id in keyof Table]: NonNullable<Table[Id]["types"]>["result"];
};

/** The bodies of errors by a list of their types; those that may be anything permit nothing else beside others. */
export type ErrorBodyOf<Bodies extends readonly unknown[]> = [KnownOf<Bodies>] extends [never]
  ? unknown
  : KnownOf<Bodies>;

type KnownOf<Bodies extends readonly unknown[]> = {
  [Index in keyof Bodies]: unknown extends Bodies[Index] ? never : Bodies[Index];
}[number];

/** The types of a description that is known only at run time. */
export interface AnyApi {
  readonly results: AnyResults;
  readonly errorBody: unknown;
}

/** The options of a server, and of a mock, about the paths that they answer. */
export interface RoutingOptions {
  /**
   * The path before the paths of the description, such as `/v1`; several are a list, and `/` is none. It is
   * part of what a framework leaves of the path that it mounts the server under. Default: the paths of the
   * description's `servers`, or of an operation's own, with their variables at their defaults, and `/`, since
   * many frameworks and gateways take off the path that they route by. Other paths get a 404 that names them.
   */
  readonly basePath?: string | readonly string[];
  /**
   * `lenient` ignores doubled slashes, and one at the end of a path, where the path has no operation as it
   * is: `/pets/` and `//pets` are `/pets`. Default: `exact`.
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
  /** Creates the context that handlers get from the default context. */
  readonly context?: (
    base: RequestContext<PrincipalOf<Context> | undefined>,
  ) => Context | Promise<Context>;
  /**
   * A verifier for each security scheme that an operation names, alternatives included; a server that
   * lacks one does not start. By type all operations of the description count; at start those do that
   * have a handler, and with the option `missing` all.
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
   * `absent` takes `null` for an optional member or parameter that is not nullable as if it were not there,
   * as many clients write members that are unset; handlers do not see it. A body may have some thousands of
   * them; more get a 400. Default: each gets a 400.
   */
  readonly acceptNull?: "absent";
  /**
   * Validates response bodies: `warn` reports an invalid one to `onError`, `strict` responds with 500
   * instead. Default: `off`.
   */
  readonly validateResponses?: "off" | "warn" | "strict";
  /**
   * Handles the operations without a handler, with a mock for example. Its responses have the header
   * `x-missing-handler` with the operationId. Behind `toFetch` the request that `fetchRequest` gives has its
   * body still: `throw respondWith(await mock.fetch(fetchRequest(request)))`. Default: those operations
   * respond with 501.
   */
  readonly missing?: (
    operation: OperationDescriptor,
    input: unknown,
    context: Context,
  ) => Answer<AnyResult> | Promise<Answer<AnyResult>>;
  /**
   * Creates the body of a refusal of the server itself, such as a 400 or a 401, where the operation
   * documents its status: of the type that the operation has for it, which `operation.operationId` and
   * `problem.status` tell. A body that the description does not allow is reported to `onError` and not
   * sent. `undefined`, and the default: the body that the description's schema makes of the problem, or
   * `application/problem+json` (RFC 9457) where its required members are not known, of which `generate` warns.
   */
  readonly errorBody?: (
    problem: Problem,
    operation: OperationDescriptor,
  ) => Api["errorBody"] | undefined | Promise<Api["errorBody"] | undefined>;
  /**
   * What becomes of `readOnly` members that a request sends: `drop` takes them out of the input, `refuse`
   * answers 400, `pass` hands them on. A member is read-only if a schema that holds for its object says so, as annotations of JSON
   * Schema have it: in a union the alternatives that the value is of. Default: `drop`.
   */
  readonly readOnly?: "drop" | "refuse" | "pass";
  /**
   * True if members of response bodies that have another name by now are sent by their earlier one too
   * (`x-renamed-from`), for clients of an earlier version. Requests by earlier names are taken in any case.
   * Default: `false`, bodies are as the description has them.
   */
  readonly sendEarlierNames?: boolean;
  /** Further hooks, such as `tracing` creates; they run after the hooks of the options themselves. */
  readonly hooks?: readonly ServerHooks[];
  /** The maximum size of path and query in bytes; a longer one gets a 414. Default: 8 KiB. */
  readonly maxUrlBytes?: number;
  /** The maximum size of all headers together in bytes; larger ones get a 431. Default: 16 KiB. */
  readonly maxHeaderBytes?: number;
  /** The limits of single operations, by `operationId`. */
  readonly limits?: { readonly [operationId: string]: OperationLimits };
  /**
   * Milliseconds without an event after which a comment is sent to keep an event stream alive.
   * Default: 15 000. `0`: never.
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
 * The options parameter of a server. `security` is required if an operation names a security scheme,
 * with a verifier for each of `Schemes`, or if the handlers rely on a principal; `context` is required if
 * the handlers use another context than the default one. If neither is, the parameter is optional.
 *
 * `Schemes` of `string` is a server of which only its start knows the schemes.
 */
export type ServerArguments<
  Context,
  Schemes extends string = string,
  Api extends ApiTypes = AnyApi,
> =
  Record<never, never> extends RequiredOptions<Context, Schemes>
    ? [options?: ServerOptions<Context, Schemes, Api>]
    : [options: ServerOptions<Context, Schemes, Api> & RequiredOptions<Context, Schemes>];

/** The options that a server cannot do without. */
type RequiredOptions<Context, Schemes extends string> = ContextOption<Context> &
  (string extends Schemes ? PrincipalSource<Context> : VerifiersOption<Context, Schemes>);

type ContextOption<Context> =
  RequestContext<PrincipalOf<Context>> extends Context ? unknown : ContextSource<Context>;

/** Handlers that rely on a principal need somebody who gives it. */
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

import type { OperationDescriptor } from "../operation.ts";
import type { AnyResult } from "../result.ts";
import type { ServerHooks } from "./hooks.ts";
import type { Answer, RequestContext, SecurityVerifier } from "./types.ts";

/** Limits for reading request bodies. */
export interface BodyLimits {
  /** The maximum size of a request body in bytes; a larger one gets a 413. Default: 1 MiB. */
  readonly maxBodyBytes?: number;
  /**
   * The timeout in milliseconds for a request body, or for each chunk of a streamed one; a slower one
   * gets a 408. Default: 30 000. `0`: no limit.
   */
  readonly bodyTimeout?: number;
  /**
   * The maximum size of a part of a multipart body in bytes; a larger one gets a 413. Default:
   * `maxBodyBytes`.
   */
  readonly maxPartBytes?: number;
  /** The maximum number of parts of a multipart body; more get a 413. Default: 1000. */
  readonly maxParts?: number;
}

/** The limits of one operation. */
export interface OperationLimits extends BodyLimits {
  /** The maximum size of the parts of single properties in bytes, instead of `maxPartBytes`. */
  readonly parts?: { readonly [property: string]: number };
}

/** The limits of one operation, defaults included. */
export type InputLimits = Required<OperationLimits>;

/** The type of a context's `principal`; `unknown` unless the context extends the default one. */
export type PrincipalOf<Context> =
  Context extends RequestContext<infer Principal> ? Principal : unknown;

/** The options of a server. */
export interface ServerOptions<Context = RequestContext> extends BodyLimits, ServerHooks {
  /** Creates the context that handlers get from the default context. */
  readonly context?: (
    base: RequestContext<PrincipalOf<Context> | undefined>,
  ) => Context | Promise<Context>;
  /** The verifiers by security scheme. Without one, any credential of the scheme is accepted. */
  readonly security?: {
    readonly [scheme: string]: SecurityVerifier<PrincipalOf<Context>> | undefined;
  };
  /**
   * The members of response bodies to send: `declared` properties only, so that a column such as
   * `password` is never sent by accident, or `all`. An object without declared `properties` is sent
   * with all members, as are members that `additionalProperties` allows. Default: `declared`.
   */
  readonly serialize?: "declared" | "all";
  /**
   * Validates response bodies: `warn` reports an invalid one to `onError`, `strict` responds with 500
   * instead. Default: `off`.
   */
  readonly validateResponses?: "off" | "warn" | "strict";
  /**
   * Handles the operations without a handler, with a mock for example. Its responses have the header
   * `x-missing-handler` with the operationId. Default: those operations respond with 501.
   */
  readonly missing?: (
    operation: OperationDescriptor,
    input: unknown,
    context: Context,
  ) => Answer<AnyResult> | Promise<Answer<AnyResult>>;
  /** Further hooks, such as `tracing` creates; they run after the hooks of the options themselves. */
  readonly hooks?: readonly ServerHooks[];
  /** The path that the server is mounted under, such as `/api`. */
  readonly basePath?: string;
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
 * The options parameter of a server: optional if the handlers use the default context; `security` is
 * required if they rely on a principal, `context` if they use another context.
 */
export type ServerArguments<Context> = RequestContext extends Context
  ? [options?: ServerOptions<Context>]
  : RequestContext<PrincipalOf<Context>> extends Context
    ? [options: ServerOptions<Context> & Required<Pick<ServerOptions<Context>, "security">>]
    : [options: ServerOptions<Context> & Required<Pick<ServerOptions<Context>, "context">>];

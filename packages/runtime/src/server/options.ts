import type { OperationDescriptor } from "../operation.ts";
import type { AnyResult } from "../result.ts";
import type { ServerHooks } from "./hooks.ts";
import type { Answer, RequestContext, SecurityVerifier } from "./types.ts";

/** How much of a request body is waited for. */
export interface BodyLimits {
  /** The largest request body in bytes; a larger one is answered with 413. Left out: 1 MiB. */
  readonly maxBodyBytes?: number;
  /**
   * Milliseconds in which a request body has to arrive, or of a stream each next piece; a slower one
   * is answered with 408. Left out: 30 000. `0`: no limit.
   */
  readonly bodyTimeout?: number;
  /**
   * The largest part of a multipart body in bytes; a larger one is answered with 413. Left out: as
   * large as the body may be.
   */
  readonly maxPartBytes?: number;
  /** How many parts a multipart body may have; more are answered with 413. Left out: 1000. */
  readonly maxParts?: number;
}

/** The limits of one operation. */
export interface OperationLimits extends BodyLimits {
  /** The bytes of each part of a multipart body by the name of its property, instead of `maxPartBytes`. */
  readonly parts?: { readonly [property: string]: number };
}

/** All limits of one operation, those that nobody has set included. */
export type InputLimits = Required<OperationLimits>;

/** The principal of a context that has one as the default context does; of others it is unknown. */
export type PrincipalOf<Context> =
  Context extends RequestContext<infer Principal> ? Principal : unknown;

/** How a server core behaves. */
export interface ServerOptions<Context = RequestContext> extends BodyLimits, ServerHooks {
  /** Makes the context of the handlers from what the core knows. */
  readonly context?: (
    base: RequestContext<PrincipalOf<Context> | undefined>,
  ) => Context | Promise<Context>;
  /** By scheme. A scheme without a verifier demands that a credential is there, whatever it is. */
  readonly security?: {
    readonly [scheme: string]: SecurityVerifier<PrincipalOf<Context>> | undefined;
  };
  /**
   * What of a handler's answer is sent: `declared` members alone, so that a column such as `password`
   * never leaves by accident, or `all`. An object that the description lists no members of is
   * sent whole, as are members that `additionalProperties` allows expressly. Left out: `declared`.
   */
  readonly serialize?: "declared" | "all";
  /**
   * Whether what is sent is checked: `warn` reports what is wrong, `strict` answers 500 instead.
   * Left out: `off`.
   */
  readonly validateResponses?: "off" | "warn" | "strict";
  /**
   * Answers the operations that have no handler, with a mock for example. Its answers carry
   * `x-missing-handler` with the operation's id. Left out: those operations answer 501.
   */
  readonly missing?: (
    operation: OperationDescriptor,
    input: unknown,
    context: Context,
  ) => Answer<AnyResult> | Promise<Answer<AnyResult>>;
  /** Further hooks, such as `tracing` makes; those of the options themselves come first. */
  readonly hooks?: readonly ServerHooks[];
  /** The path that the server is mounted under, such as `/api`. */
  readonly basePath?: string;
  /** The longest path and query in bytes; a longer one is answered with 414. Left out: 8 KiB. */
  readonly maxUrlBytes?: number;
  /** The largest headers in bytes, all together; larger ones are answered with 431. Left out: 16 KiB. */
  readonly maxHeaderBytes?: number;
  /** The limits of single operations, by `operationId`. */
  readonly limits?: { readonly [operationId: string]: OperationLimits };
  /**
   * Milliseconds without an event after which an event stream says that it is alive, by a comment.
   * Left out: 15 000. `0`: never.
   */
  readonly heartbeat?: number;
  /**
   * The header in which requests bring their id and responses take it back. Left out: `x-request-id`.
   * `false`: ids are made, and stay within.
   */
  readonly requestIdHeader?: string | false;
  /** Makes the id of a request that brings none. Left out: a random UUID. */
  readonly newRequestId?: () => string;
}

/**
 * The options of a server. They can be left out where the default context is the handlers'; a
 * principal that they rely on needs verifiers, any other context its maker.
 */
export type ServerArguments<Context> = RequestContext extends Context
  ? [options?: ServerOptions<Context>]
  : RequestContext<PrincipalOf<Context>> extends Context
    ? [options: ServerOptions<Context> & Required<Pick<ServerOptions<Context>, "security">>]
    : [options: ServerOptions<Context> & Required<Pick<ServerOptions<Context>, "context">>];

import type { PaginationDescriptor, SecurityRequirementDescriptor } from "../operation.ts";
import type { ApiErrorClass } from "./errors.ts";
import type { CallInput, CallOptions, CallPolicy } from "./call-options.ts";

/** The parameters of one request as text, percent-encoded where HTTP wants it. */
export interface WrittenParameters {
  /** The path, its parameters filled in. */
  readonly path: string;
  /** Without `?`; empty where there is none. */
  readonly query: string;
  /** By lower-case name. */
  readonly headers: { readonly [name: string]: string };
  readonly cookie?: string;
}

/**
 * A body as `fetch` takes it, or a function that makes it anew for each attempt. A stream can be
 * sent once.
 */
export type SendableBody = BodyInit | (() => BodyInit);

/** A body with its media type. */
export interface WrittenBody {
  readonly body: SendableBody;
  /** Left out: `fetch` sets it, as for the boundary of a multipart body. */
  readonly contentType?: string;
}

/** What reading a response gives. */
export interface ReadResponse {
  /** `undefined` for an empty body. */
  readonly body: unknown;
  /** The described media type, or the actual one of a range; only where several are documented. */
  readonly contentType?: string;
  /** Only where headers are documented. */
  readonly headerValues?: { readonly [name: string]: unknown };
}

/** What a response is read for. */
export interface ReadContext {
  readonly options: CallOptions;
  /** What holds where the call's own options say nothing. */
  readonly clientOptions: CallPolicy & { readonly requestIdHeader?: string };
  /** Aborts when the attempt is over: the caller gave up, or time has run out. */
  readonly signal: AbortSignal;
  /** Tells that the body is read after this: time no longer runs out, but the caller can still give up. */
  detach(): void;
  /** Called when a body that was detached has been read, or never will be. */
  release(): void;
}

/**
 * What a client knows of an operation. Generated code writes one down with what differs from the
 * rule only: functions for what is out of the ordinary come with it, so that an application bundles
 * none that its calls do not need.
 */
export interface ClientOperation {
  readonly operationId: string;
  /** The HTTP method in upper case. */
  readonly method: string;
  /** The path template, as the description has it. */
  readonly path: string;
  /** The documented media types, joined by `, `, by status as the description writes it; empty for no body. */
  readonly responses: { readonly [status: string]: string };
  /** Left out: as the description has it for all operations. */
  readonly security?: readonly SecurityRequirementDescriptor[];
  /** Server URLs of its own or of its path, variables replaced by their defaults. Left out: the description's. */
  readonly servers?: readonly string[];
  readonly pagination?: PaginationDescriptor;
  /** The header parameter that takes an idempotency key. Left out: none is described. */
  readonly idempotencyHeader?: string;
  /** The class of what is thrown, by status as the description writes it. Left out: {@link ApiError}. */
  readonly errors?: { readonly [status: string]: ApiErrorClass };
  /** Left out: text in the path, `form` in the query, `simple` in headers. */
  readonly parameters?: (operation: ClientOperation, input: CallInput) => WrittenParameters;
  /** Left out: JSON. */
  readonly body?: (operation: ClientOperation, input: CallInput) => WrittenBody | undefined;
  /** Reads a response. Left out: JSON, text or bytes, by its content type. */
  readonly read?: (
    operation: ClientOperation,
    response: Response,
    context: ReadContext,
  ) => Promise<ReadResponse>;
}

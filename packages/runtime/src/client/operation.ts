import type { OperationDescriptor } from "../operation.ts";
import type { ApiErrorClass } from "./errors.ts";
import type { CallInput, CallOptions, CallPolicy } from "./call-options.ts";

/** The parameters of one request as text, percent-encoded where HTTP requires it. */
export interface WrittenParameters {
  /** The path with its parameters filled in. */
  readonly path: string;
  /** The query without `?`, or an empty text. */
  readonly query: string;
  /** By lower-case name. */
  readonly headers: { readonly [name: string]: string };
  readonly cookie?: string;
  /** The header that has an idempotency key, if one is described. */
  readonly idempotencyKey?: string | undefined;
}

/** A body as `fetch` takes it (Fetch Standard, `BodyInit`). */
export type BodyContent =
  | (string | ArrayBuffer | ArrayBufferView)
  | (Blob | FormData | URLSearchParams | ReadableStream<Uint8Array>);

/** A body for `fetch`, or a function that creates it for each attempt. A stream can be sent only once. */
export type SendableBody = BodyContent | (() => BodyContent);

/** A body with its media type. */
export interface WrittenBody {
  readonly body: SendableBody;
  /** Default: `fetch` sets it, for instance for the boundary of a multipart body. */
  readonly contentType?: string;
}

/** The result of reading a response. */
export interface ReadResponse {
  /** `undefined` for an empty body. */
  readonly body: unknown;
  /**
   * The documented media type, or the actual one for a documented range. Only where several are documented.
   */
  readonly contentType?: string;
  /** Only where headers are documented. */
  readonly headerValues?: { readonly [name: string]: unknown };
}

/** The context in which a response is read. */
export interface ReadContext {
  /** The request, without its credentials. */
  readonly request: ClientRequest;
  readonly options: CallOptions;
  /** The client's settings, for options that the call leaves out. */
  readonly clientOptions: CallPolicy & { readonly requestIdHeader?: string };
  /** The credentials that were sent. Messages never repeat them. */
  readonly secrets: readonly string[];
  /** Aborts when the attempt ends because the caller gives up or the time limit passes. */
  readonly signal: AbortSignal;
  /** Removes the time limit for the rest of the body. The caller can still abort. */
  detach(): void;
  /** Called after a detached body has been read or abandoned. */
  release(): void;
}

/** The member of the body whose status is polled. */
export interface PollingFeature {
  /** The name of the member, or a JSON pointer to a nested one. */
  readonly member: string;
  /** The final statuses, which never change. */
  readonly final: readonly string[];
  /** The status that is awaited by default. */
  readonly succeeded: string;
}

/**
 * The client features of one operation beyond the defaults. Generated code names these functions, so that
 * an application bundles only those that its calls need. They read the operation's descriptor.
 */
export interface ClientFeatures {
  /** The error classes, by status as the description writes it. Default: {@link ApiError}. */
  readonly errors?: { readonly [status: string]: ApiErrorClass };
  /** Only for a polled operation. */
  readonly polling?: PollingFeature;
  /** Returns the media types to ask for. Default: `application/json`. */
  readonly accept?: (operation: OperationDescriptor) => string;
  /** Default: text in the path and `form` in the query. */
  readonly writeParameters?: (
    operation: OperationDescriptor,
    input: CallInput,
  ) => WrittenParameters;
  /** Default: JSON. */
  readonly writeBody?: (
    operation: OperationDescriptor,
    input: CallInput,
  ) => WrittenBody | undefined;
  /** Default: JSON, and text or bytes where the response's content type is undocumented. */
  readonly readResponse?: (
    operation: ReadOperation,
    response: Response,
    context: ReadContext,
  ) => Promise<ReadResponse>;
  /** Converts types beyond JSON. Default: all values are JSON. */
  readonly conversion?: Conversion;
  /** Parses JSON. Default: `JSON.parse`. */
  readonly parse?: ParseJson;
}

/** Parses JSON. Throws as `JSON.parse`. */
export type ParseJson = (text: string) => unknown;

/** An operation as readers of its answers take it. */
export type ReadOperation = OperationDescriptor & Pick<ClientFeatures, "parse">;

/** Converts between the caller's values and JSON. */
export interface Conversion {
  /** Converts an input to JSON. */
  readonly encode: (operation: OperationDescriptor, input: CallInput) => CallInput;
  /** Converts the JSON of an answer to the caller's values. */
  readonly decode: (
    operation: OperationDescriptor,
    response: Response,
    read: ReadResponse,
    isCommonError: boolean,
  ) => ReadResponse;
}

/** True if undocumented answers are refused. */
export const isStrict = ({ options, clientOptions }: ReadContext): boolean =>
  options.strict ?? clientOptions.strict ?? false;

/** Returns the input as JSON, as it is written. */
export const jsonInput = (operation: ClientOperation, input: CallInput): CallInput =>
  operation.conversion?.encode(operation, input) ?? input;

/** An operation for clients: the contract's descriptor with the features that it needs. */
export interface ClientOperation extends OperationDescriptor, ClientFeatures {}

/** A request that middleware can inspect and change. */
export interface ClientRequest {
  /** The operation, with `operationId`, `method` and `path` from the description. */
  readonly operation: ClientOperation;
  readonly method: string;
  readonly url: string;
  /** By lower-case name. Credentials are added after all middleware, so that none of it can leak them. */
  readonly headers: { readonly [name: string]: string };
  /** A function creates it for each attempt. A `ReadableStream` can be sent only once. */
  readonly body?: SendableBody | undefined;
  /** The number of earlier attempts. */
  readonly attempt: number;
  readonly hasIdempotencyKey: boolean;
}

import type { OperationDescriptor } from "../operation.ts";
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

/** A body as `fetch` takes it (Fetch Standard, `BodyInit`). */
export type BodyContent =
  | (string | ArrayBuffer | ArrayBufferView)
  | (Blob | FormData | URLSearchParams | ReadableStream<Uint8Array>);

/**
 * A body as `fetch` takes it, or a function that makes it anew for each attempt. A stream can be
 * sent once.
 */
export type SendableBody = BodyContent | (() => BodyContent);

/** A body with its media type. */
export interface WrittenBody {
  readonly body: SendableBody;
  /** Left out: `fetch` sets it, as for the boundary of a multipart body. */
  readonly contentType?: string;
}

/** The result of reading a response. */
export interface ReadResponse {
  /** `undefined` for an empty body. */
  readonly body: unknown;
  /** The described media type, or the actual one of a range; only where several are documented. */
  readonly contentType?: string;
  /** Only where headers are documented. */
  readonly headerValues?: { readonly [name: string]: unknown };
}

/** The context in which a response is read. */
export interface ReadContext {
  readonly options: CallOptions;
  /** The client's settings, where the call's own options have none. */
  readonly clientOptions: CallPolicy & { readonly requestIdHeader?: string };
  /** The credentials that have been sent, which no message repeats. */
  readonly secrets: readonly string[];
  /** Aborts when the attempt is over: the caller gave up, or time has run out. */
  readonly signal: AbortSignal;
  /** Lets the body be read after this: time no longer runs out, but the caller can still give up. */
  detach(): void;
  /** Called when a body that was detached has been read, or never will be. */
  release(): void;
}

/** By which member of its body an operation is polled. */
export interface PollingFeature {
  /** The name of a member, or the JSON pointer of what is below one. */
  readonly member: string;
  /** The values that nothing comes after. */
  readonly final: readonly string[];
  /** The one that is waited for. */
  readonly succeeded: string;
}

/**
 * The features of a client that an operation needs beyond those of every call. Generated code names
 * these functions, so that an application bundles none that its calls do not need; they write and read
 * by the operation's descriptor.
 */
export interface ClientFeatures {
  /** The class of what is thrown, by status as the description writes it. Left out: {@link ApiError}. */
  readonly errors?: { readonly [status: string]: ApiErrorClass };
  /** Only where the operation is polled. */
  readonly polling?: PollingFeature;
  /** Left out: text in the path, `form` in the query, `simple` in headers. */
  readonly writeParameters?: (
    operation: OperationDescriptor,
    input: CallInput,
  ) => WrittenParameters;
  /** Left out: JSON. */
  readonly writeBody?: (
    operation: OperationDescriptor,
    input: CallInput,
  ) => WrittenBody | undefined;
  /** Left out: JSON, text or bytes, by the response's content type. */
  readonly readResponse?: (
    operation: OperationDescriptor,
    response: Response,
    context: ReadContext,
  ) => Promise<ReadResponse>;
  /** Converts values that are others than those of JSON. Left out: all are JSON. */
  readonly conversion?: Conversion;
}

/** What is between a caller's values and those of JSON. */
export interface Conversion {
  /** Makes the JSON of an input's values. */
  readonly encode: (operation: OperationDescriptor, input: CallInput) => CallInput;
  /** Makes of the JSON of an answer the values that it has for callers. */
  readonly decode: (
    operation: OperationDescriptor,
    response: Response,
    read: ReadResponse,
    isCommonError: boolean,
  ) => ReadResponse;
}

/** An input as it is written: JSON. */
export const jsonInput = (operation: ClientOperation, input: CallInput): CallInput =>
  operation.conversion?.encode(operation, input) ?? input;

/** An operation as a client calls it: the contract's descriptor with the features that it needs. */
export interface ClientOperation extends OperationDescriptor, ClientFeatures {}

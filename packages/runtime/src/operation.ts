/**
 * The descriptors of operations: plain data in generated code that client and server read. Members that
 * equal OpenAPI's default are omitted.
 */
import type { WebhookSignature } from "./webhooks/signature.ts";
import type { ErrorFill } from "./error-types.ts";
import type { AnyResult } from "./result.ts";
// The declarations have to be there wherever descriptors are.
// oxlint-disable-next-line import/no-unassigned-import
import "./web-types.ts";

/** The location of a parameter (OpenAPI 3.1, Parameter Object, `in`). */
export type ParameterLocation = "path" | "query" | "header" | "cookie";

/** The serialization style of a parameter (OpenAPI 3.2, Parameter Object, "Style Values"). */
export type ParameterStyle =
  | ("matrix" | "label" | "simple" | "form")
  | ("spaceDelimited" | "pipeDelimited" | "deepObject" | "cookie");

/**
 * The type of a value that is serialized as text, as needed to parse it. A name is a JSON Schema
 * primitive type; `any` leaves the text unchanged; `binary` is a file of a multipart body.
 */
export type ValueShape =
  | "string"
  | "number"
  | "integer"
  | "boolean"
  | "null"
  | "any"
  | "binary"
  | { readonly array: ValueShape }
  | { readonly object: { readonly [name: string]: ValueShape }; readonly rest?: ValueShape }
  | { readonly oneOf: readonly ValueShape[] };

/** One parameter of an operation (OpenAPI 3.1, Parameter Object). */
export interface ParameterDescriptor {
  readonly name: string;
  readonly in: ParameterLocation;
  /** Default: `false`. */
  readonly required?: true;
  /** Default: `simple` in path and header, `form` in query and cookie. */
  readonly style?: ParameterStyle;
  /** Default: `true` for `form` and `cookie`, otherwise `false`. */
  readonly explode?: boolean;
  /** Default: `false`. */
  readonly allowReserved?: true;
  /** True if a query parameter may be a name without a value: an empty list or object. Default: `false`. */
  readonly allowEmptyValue?: true;
  /**
   * True if no item of the list has a comma, so that one that is percent-encoded separates items too:
   * `A%2CB`. Default: `false`, it is part of an item.
   */
  readonly allowEncodedDelimiter?: true;
  /** True of a path parameter that takes several segments with the slashes between (`x-multi-segment`). */
  readonly multiSegment?: true;
  /** The media type of a parameter that is described by `content`. */
  readonly content?: string;
  /** Default: `string`. */
  readonly shape?: ValueShape;
  /** The value that a server uses if the parameter is absent. */
  readonly default?: unknown;
}

/** The serialization of one property of a form body (OpenAPI 3.1, Encoding Object). */
export interface EncodingDescriptor {
  readonly contentType?: string;
  readonly style?: ParameterStyle;
  readonly explode?: boolean;
  readonly allowReserved?: true;
  readonly allowEncodedDelimiter?: true;
}

/**
 * The event that ends a stream; it matches all members given. With `data`, such as `[DONE]`, it is a
 * terminator and not an item; with `event` only, it is the last item if its data is JSON.
 */
export interface TerminalDescriptor {
  readonly event?: string;
  readonly data?: string;
}

/** One media type of a body (OpenAPI 3.1, Media Type Object). */
export interface MediaTypeDescriptor {
  readonly mediaType: string;
  /**
   * The kind of body where the media type does not determine it, as `*\/*` does not, or the schema says
   * otherwise, such as `format: binary` of `text/csv`. Default: by the media type; of a range, bytes.
   */
  readonly as?: "json" | "text" | "bytes";
  /** The format of a body that is a sequence of items instead of one value. */
  readonly stream?: "server-sent-events" | "json-lines" | "json-seq";
  /**
   * An item of `server-sent-events`: the text of the event's data, or the event itself with its fields
   * (OpenAPI 3.2, Media Type Object, `itemSchema`). Default: the data, which is JSON.
   */
  readonly item?: "text" | "event";
  /** The names of the events whose data is JSON, where items are events; `true`: all. Default: data is text. */
  readonly jsonEvents?: true | readonly string[];
  /** The event that ends a stream. Default: the end of the body. */
  readonly terminal?: TerminalDescriptor;
  /** The name of the event that reports an error inside a stream. */
  readonly errorEvent?: string;
  /** The types of a form body's properties, as which its texts are parsed. */
  readonly shape?: ValueShape;
  readonly encoding?: { readonly [property: string]: EncodingDescriptor };
}

/** The body of a request (OpenAPI 3.1, Request Body Object). */
export interface RequestBodyDescriptor {
  /** Default: `false`. */
  readonly required?: true;
  readonly content: readonly MediaTypeDescriptor[];
  /** The member that asks for a stream by `true`, where the operation also answers as a whole. */
  readonly streamMember?: string;
}

/** One documented response (OpenAPI 3.1, Response Object). */
export interface ResponseDescriptor {
  /** Absent if the response has no body. */
  readonly content?: readonly MediaTypeDescriptor[];
  readonly headers?: readonly ParameterDescriptor[];
}

/** A response of JSON without documented headers, which most are. */
export const jsonResponse: ResponseDescriptor = { content: [{ mediaType: "application/json" }] };

/** The scopes by security scheme, all of which must be satisfied (OpenAPI 3.1, Security Requirement Object). */
export interface SecurityRequirementDescriptor {
  readonly [scheme: string]: readonly string[];
}

/** A security scheme, as needed to send and read a credential (OpenAPI 3.1, Security Scheme Object). */
export type SecuritySchemeDescriptor =
  | { readonly type: "http"; readonly scheme: string }
  | { readonly type: "apiKey"; readonly in: "header" | "query" | "cookie"; readonly name: string }
  | { readonly type: "oauth2" }
  | { readonly type: "openIdConnect" }
  | { readonly type: "mutualTLS" };

/**
 * The pagination of a list operation (`x-pagination`). Request members are names of query parameters,
 * response members are JSON pointers into the response body (RFC 6901).
 */
export type PaginationDescriptor =
  | {
      readonly style: "page";
      readonly request: { readonly page: string; readonly pageSize?: string };
      readonly response: {
        readonly items: string;
        readonly page?: string;
        readonly pageSize?: string;
        readonly pageCount?: string;
        readonly totalCount?: string;
        readonly nextPage?: string;
        readonly previousPage?: string;
      };
    }
  | {
      readonly style: "offset";
      readonly request: { readonly offset: string; readonly limit?: string };
      readonly response: {
        readonly items: string;
        readonly offset?: string;
        readonly limit?: string;
        readonly count?: string;
        readonly nextOffset?: string;
        readonly totalCount?: string;
      };
    }
  | {
      /** The next page is requested by a cursor from the previous one. */
      readonly style: "cursor";
      readonly request: { readonly cursor: string; readonly limit?: string };
      readonly response: {
        readonly items: string;
        /** The next page's cursor; absent, `null` or empty on the last page. */
        readonly nextCursor?: string;
        /** A boolean, true if there is a next page. Default: there is one if there is a cursor. */
        readonly hasMore?: string;
        /** A pointer into the last item to the next page's cursor. */
        readonly itemCursor?: string;
        readonly totalCount?: string;
      };
    }
  | {
      /** The next page's URL is in the `Link` header (RFC 8288). */
      readonly style: "link";
      readonly request?: { readonly page?: string; readonly pageSize?: string };
      readonly response: { readonly items: string; readonly totalCount?: string };
    };

/** One operation (OpenAPI 3.1, Operation Object). */
export interface OperationDescriptor<
  Input = unknown,
  Result extends AnyResult = AnyResult,
  HandlerInput = Input,
> {
  readonly operationId: string;
  /** The HTTP method in upper case. */
  readonly method: string;
  /** The path template as in the description. */
  readonly path: string;
  readonly parameters?: readonly ParameterDescriptor[];
  readonly requestBody?: RequestBodyDescriptor;
  /** The responses by status as in the description: `200`, `4XX`, `default`. */
  readonly responses: { readonly [status: string]: ResponseDescriptor };
  /** Alternatives, one of which must be satisfied; an empty one allows anonymous calls. Default: those of the {@link ApiDescriptor}. */
  readonly security?: readonly SecurityRequirementDescriptor[];
  /** The server URLs of the operation or its path, variables replaced by defaults. Default: the description's. */
  readonly servers?: readonly string[];
  readonly pagination?: PaginationDescriptor;
  /** How the service signs it, of a webhook or a callback (`x-webhook-signature`). */
  readonly signature?: WebhookSignature;
  /** The types of its inputs and its results, for the compiler alone: no descriptor has the member. */
  readonly types?: {
    readonly input: Input;
    readonly result: Result;
    readonly handlerInput: HandlerInput;
  };
}

/** One error of a validator: the keyword that failed, and the location (RFC 6901). */
export interface ValidatorError {
  readonly instancePath: string;
  readonly schemaPath?: string;
  readonly keyword: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

/** A compiled validator: returns true if the value is valid, otherwise sets `errors`. */
export interface Validator {
  (value: unknown): boolean;
  errors?: readonly ValidatorError[] | null;
}

/** The compiled validators of one operation. A stream's validator checks one item. */
export interface OperationValidators {
  /** Each validates an object with one member per parameter of that location. */
  readonly path?: Validator;
  readonly query?: Validator;
  readonly header?: Validator;
  readonly cookie?: Validator;
  /** The validators of the request body, by media type as in the description. */
  readonly body?: { readonly [mediaType: string]: Validator };
  /** The validators of response bodies, by status and media type as in the description. */
  readonly responses?: { readonly [status: string]: { readonly [mediaType: string]: Validator } };
}

/**
 * Picks the declared properties of a value, for sending. The value itself is not changed.
 */
export type Serializer = (value: unknown) => unknown;

/** The serializers of one operation's responses. A stream's serializer takes one item. */
export interface OperationSerializers {
  /** The serializers of response bodies, by status and media type. Without one a body is sent unchanged. */
  readonly responses?: { readonly [status: string]: { readonly [mediaType: string]: Serializer } };
  /** The serializer of the errors that all operations share (`x-common-errors`). */
  readonly commonError?: Serializer;
}

/**
 * The body of the errors that all operations have in common (`x-common-errors`). Without it errors that no
 * operation documents are `application/problem+json` (RFC 9457).
 */
export interface ErrorBodyDescriptor extends ErrorFill {
  /** The statuses whose body has this schema. */
  readonly statuses: readonly number[];
  /** The members that the description names, for who reads the body. */
  readonly members?: {
    /** The property with the kind of error, such as `NotFound`. */
    readonly code: string;
    /** The property with the list of issues. */
    readonly issues?: string;
  };
}

/** A whole description, without its operations. */
export interface ApiDescriptor {
  readonly securitySchemes: { readonly [name: string]: SecuritySchemeDescriptor };
  /** The security of operations that state none. Left out: none is needed. */
  readonly security?: readonly SecurityRequirementDescriptor[];
  readonly errorBody?: ErrorBodyDescriptor;
  /** The description's server URLs, variables replaced by defaults. */
  readonly servers: readonly string[];
  /** The variables of each server, by its URL as in the description. */
  readonly serverVariables?: {
    readonly [url: string]: { readonly [name: string]: ServerVariableDescriptor };
  };
}

/** One variable of a server's URL (OpenAPI 3.1, Server Variable Object). */
export interface ServerVariableDescriptor {
  readonly default: string;
  /** The allowed values. Default: any text. */
  readonly values?: readonly string[];
}

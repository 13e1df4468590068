/**
 * The descriptors of operations: plain data in generated code that client and server read. Members that
 * equal OpenAPI's default are omitted.
 */
import type { MediaTypeDescriptor } from "./media-type-descriptor.ts";
import type { ParameterDescriptor } from "./parameter-descriptor.ts";
import type { WebhookSignature } from "./webhooks/signature.ts";
import type { ErrorFill } from "./error-types.ts";
import type { AnyResult } from "./result.ts";
// The import makes the declarations available wherever descriptors are used.
// oxlint-disable-next-line import/no-unassigned-import
import "./web-types.ts";

export type {
  ParameterDescriptor,
  ParameterLocation,
  ParameterStyle,
  ValueShape,
} from "./parameter-descriptor.ts";
export type {
  EncodingDescriptor,
  MediaTypeDescriptor,
  PartDescriptor,
  TerminalDescriptor,
} from "./media-type-descriptor.ts";

/** The body of a request (OpenAPI 3.1, Request Body Object). */
export interface RequestBodyDescriptor {
  /** Default: `false`. */
  readonly required?: true;
  readonly content: readonly MediaTypeDescriptor[];
  /**
   * The boolean member of the body that asks for a stream, if the operation can also answer with a complete
   * body.
   */
  readonly streamMember?: string;
}

/** One documented response (OpenAPI 3.1, Response Object). */
export interface ResponseDescriptor {
  /** Absent if the response has no body. */
  readonly content?: readonly MediaTypeDescriptor[];
  readonly headers?: readonly ParameterDescriptor[];
}

/** A JSON response without documented headers, the most common one. */
export const jsonResponse: ResponseDescriptor = { content: [{ mediaType: "application/json" }] };

/** The scopes by security scheme, all of which must be satisfied (OpenAPI 3.1, Security Requirement Object). */
export interface SecurityRequirementDescriptor {
  readonly [scheme: string]: readonly string[];
}

/** A security scheme, as needed to send and read credentials (OpenAPI 3.1, Security Scheme Object). */
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
  /** How the service signs a webhook or callback (`x-webhook-signature`). */
  readonly signature?: WebhookSignature;
  /** The types of its input and results. They exist only for the compiler: no descriptor has the member. */
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

/** A compiled validator. Returns true if the value is valid, otherwise sets `errors`. */
export interface Validator {
  (value: unknown): boolean;
  errors?: readonly ValidatorError[] | null;
  /** For a request: the places of read-only members in the last validated value (RFC 6901). */
  readOnly?: readonly string[] | undefined;
  /**
   * True if the value is valid by this description, or may be by a later one: its open enums and its unions with a
   * discriminator may have values that are not listed. Otherwise sets `errors`. Default: as the validator itself.
   */
  readonly takesLater?: (value: unknown) => boolean;
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

/** Picks the declared properties of a value for sending. The value itself is not changed. */
export type Serializer = (value: unknown) => unknown;

/** The serializers of one operation's responses. A stream's serializer takes one item. */
export interface OperationSerializers {
  /** The serializers of response bodies, by status and media type. A body without one is sent unchanged. */
  readonly responses?: { readonly [status: string]: { readonly [mediaType: string]: Serializer } };
  /** The serializer of the errors that all operations share (`x-common-errors`). */
  readonly commonError?: Serializer;
}

/**
 * The error body that all operations have in common (`x-common-errors`). Without it undocumented errors are
 * `application/problem+json` (RFC 9457).
 */
export interface ErrorBodyDescriptor extends ErrorFill {
  /** The statuses whose body has this schema. */
  readonly statuses: readonly number[];
  /** The members that the description names, for readers of the body. */
  readonly members?: {
    /** The property that has the kind of error, such as `NotFound`. */
    readonly code: string;
    /** The property that has the list of issues. */
    readonly issues?: string;
  };
}

/** A whole description, without its operations. */
export interface ApiDescriptor {
  readonly securitySchemes: { readonly [name: string]: SecuritySchemeDescriptor };
  /** The security of operations that declare none. Default: none is required. */
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

/**
 * The operation table's vocabulary: plain data that generated code holds and that both ends of the
 * wire read. Members that equal OpenAPI's default are left out.
 */
import type { AnyResult } from "./result.ts";

/** Where a parameter travels (OpenAPI 3.1, Parameter Object, `in`). */
export type ParameterLocation = "path" | "query" | "header" | "cookie";

/** How a parameter is written (OpenAPI 3.2, Parameter Object, "Style Values"). */
export type ParameterStyle =
  | ("matrix" | "label" | "simple" | "form")
  | ("spaceDelimited" | "pipeDelimited" | "deepObject" | "cookie");

/**
 * The type of a value that is written as text, as far as reading it back needs to know. A name is a
 * JSON Schema primitive type; `any` keeps the text as it is; `binary` is a file of a multipart body.
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
  /** Left out: `false`. */
  readonly required?: true;
  /** Left out: `simple` in path and header, `form` in query and cookie. */
  readonly style?: ParameterStyle;
  /** Left out: `true` for `form` and `cookie`, else `false`. */
  readonly explode?: boolean;
  /** Left out: `false`. */
  readonly allowReserved?: true;
  /** The media type of a parameter that is described by `content`. */
  readonly content?: string;
  /** Left out: `string`. */
  readonly shape?: ValueShape;
  /** What a server takes for it where it is absent. Left out: nothing. */
  readonly default?: unknown;
}

/** How one property of a form body is written (OpenAPI 3.1, Encoding Object). */
export interface EncodingDescriptor {
  readonly contentType?: string;
  readonly style?: ParameterStyle;
  readonly explode?: boolean;
  readonly allowReserved?: true;
}

/**
 * How the event is told that ends a stream; of two members both must hold. With `data` it is a mark,
 * such as `[DONE]`, and no item; by its name alone it is the last item, where its data is JSON.
 */
export interface TerminalDescriptor {
  readonly event?: string;
  readonly data?: string;
}

/** One media type of a body (OpenAPI 3.1, Media Type Object). */
export interface MediaTypeDescriptor {
  readonly mediaType: string;
  /** What the body is where the media type is a range that does not tell, such as `*\/*`. Left out: bytes. */
  readonly as?: "json" | "text";
  /** Set where the body is a sequence of items instead of one value. */
  readonly stream?: "server-sent-events" | "json-lines";
  /** What ends a stream. Left out: the end of the body. */
  readonly terminal?: TerminalDescriptor;
  /** The name of the event by which a stream tells that it has failed. Left out: none does. */
  readonly errorEvent?: string;
  /** What a form body's properties are, so that text is read back as their types. */
  readonly shape?: ValueShape;
  readonly encoding?: { readonly [property: string]: EncodingDescriptor };
}

/** The body of a request (OpenAPI 3.1, Request Body Object). */
export interface RequestBodyDescriptor {
  /** Left out: `false`. */
  readonly required?: true;
  readonly content: readonly MediaTypeDescriptor[];
}

/** One documented answer (OpenAPI 3.1, Response Object). */
export interface ResponseDescriptor {
  /** Left out: the response has no body. */
  readonly content?: readonly MediaTypeDescriptor[];
  readonly headers?: readonly ParameterDescriptor[];
}

/** All schemes of one requirement must hold: scheme name → scopes (OpenAPI 3.1, Security Requirement Object). */
export interface SecurityRequirementDescriptor {
  readonly [scheme: string]: readonly string[];
}

/** A security scheme, as far as putting and reading a credential needs it (OpenAPI 3.1, Security Scheme Object). */
export type SecuritySchemeDescriptor =
  | { readonly type: "http"; readonly scheme: string }
  | { readonly type: "apiKey"; readonly in: "header" | "query" | "cookie"; readonly name: string }
  | { readonly type: "oauth2" }
  | { readonly type: "openIdConnect" }
  | { readonly type: "mutualTLS" };

/**
 * How a list operation is paged, as its `x-pagination` declares it. Request members are names of
 * query parameters, response members are JSON pointers into the response body (RFC 6901).
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
      /** The next page is asked for by a text that the page before gives. */
      readonly style: "cursor";
      readonly request: { readonly cursor: string; readonly limit?: string };
      readonly response: {
        readonly items: string;
        /** The next page's cursor; absent, `null` or empty behind the last. */
        readonly nextCursor?: string;
        /** Whether there is a next page. Left out: there is where there is a cursor. */
        readonly hasMore?: string;
        /** Where the last item has the next page's cursor, as a pointer into the item. */
        readonly itemCursor?: string;
        readonly totalCount?: string;
      };
    }
  | {
      /** The next page's address is in the `Link` header (RFC 8288). */
      readonly style: "link";
      readonly request?: { readonly page?: string; readonly pageSize?: string };
      readonly response: { readonly items: string; readonly totalCount?: string };
    };

/** One row of the operation table (OpenAPI 3.1, Operation Object). */
export interface OperationDescriptor<Input = unknown, Result extends AnyResult = AnyResult> {
  readonly operationId: string;
  /** The HTTP method in upper case. */
  readonly method: string;
  /** The path template, as the description has it. */
  readonly path: string;
  readonly parameters?: readonly ParameterDescriptor[];
  readonly requestBody?: RequestBodyDescriptor;
  /** By status as the description writes it: `200`, `4XX`, `default`. */
  readonly responses: { readonly [status: string]: ResponseDescriptor };
  /** Alternatives, one of which must hold; an empty requirement allows anonymous calls. Left out: none is needed. */
  readonly security?: readonly SecurityRequirementDescriptor[];
  /** Server URLs of its own or of its path, variables replaced by their defaults. Left out: the description's. */
  readonly servers?: readonly string[];
  readonly pagination?: PaginationDescriptor;
  /** The types of its input and its results, for the compiler alone: no descriptor has the member. */
  readonly types?: { readonly input: Input; readonly result: Result };
}

/** One finding of a validator: what does not hold, and where (RFC 6901). */
export interface ValidatorError {
  readonly instancePath: string;
  readonly schemaPath?: string;
  readonly keyword: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

/** A compiled validator: answers whether the value conforms and leaves its findings on `errors`. */
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
  /** By media type as the description writes it. */
  readonly body?: { readonly [mediaType: string]: Validator };
  /** By status, then by media type, as the description writes them. */
  readonly responses?: { readonly [status: string]: { readonly [mediaType: string]: Validator } };
}

/**
 * Gives what of a value is sent: the members that the description declares, and no other. The value
 * stays as it is.
 */
export type Serializer = (value: unknown) => unknown;

/** The serializers of one operation's answers. A stream's serializer takes one item. */
export interface OperationSerializers {
  /** By status, then by media type, as the description writes them. Left out: all of a body is declared. */
  readonly responses?: { readonly [status: string]: { readonly [mediaType: string]: Serializer } };
  /** Of the errors that any operation may answer with (`x-common-errors`). */
  readonly commonError?: Serializer;
}

/**
 * How an error that the runtime itself raises is put into a body: the members of the description's
 * own error schema, as `x-common-errors` names them. Without it errors are
 * `application/problem+json` (RFC 9457).
 */
export interface ErrorBodyDescriptor {
  /** The statuses whose body has this shape. */
  readonly statuses: readonly number[];
  readonly mediaType: string;
  readonly members: {
    /** The member that carries the kind of error, such as `NotFound`. */
    readonly code: string;
    /** The member that carries the list of issues. */
    readonly issues?: string;
  };
}

/** What generated code knows of a whole description, beside its operations. */
export interface ApiDescriptor {
  readonly securitySchemes: { readonly [name: string]: SecuritySchemeDescriptor };
  readonly errorBody?: ErrorBodyDescriptor;
  /** The description's server URLs, variables replaced by their defaults. */
  readonly servers: readonly string[];
  /** The variables of each server, by its URL as the description has it. Left out: none has any. */
  readonly serverVariables?: {
    readonly [url: string]: { readonly [name: string]: ServerVariableDescriptor };
  };
}

/** One variable of a server's URL (OpenAPI 3.1, Server Variable Object). */
export interface ServerVariableDescriptor {
  readonly default: string;
  /** Left out: any text. */
  readonly values?: readonly string[];
}

/** The location of a parameter (OpenAPI 3.1, Parameter Object, `in`). */
export type ParameterLocation = "path" | "query" | "header" | "cookie";

/** The serialization style of a parameter (OpenAPI 3.2, Parameter Object, "Style Values"). */
export type ParameterStyle =
  | ("matrix" | "label" | "simple" | "form")
  | ("spaceDelimited" | "pipeDelimited" | "deepObject" | "cookie");

/**
 * The type of a value that is serialized as text, as needed to parse it. A name is a JSON Schema primitive
 * type; `int64` is an integer that may be a `bigint`; `any` keeps the text; `binary` is a file of a multipart body.
 */
export type ValueShape =
  | "string"
  | "number"
  | "integer"
  | "int64"
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
   * True if items of the list never contain a comma, so that a percent-encoded one separates items too:
   * `A%2CB`. Default: `false`, it belongs to the item.
   */
  readonly allowEncodedDelimiter?: true;
  /** True for a path parameter that spans several segments and keeps their slashes (`x-multi-segment`). */
  readonly multiSegment?: true;
  /** The media type of a parameter that is declared by `content`. */
  readonly content?: string;
  /** Default: `string`. */
  readonly shape?: ValueShape;
  /** The value that a server uses if the parameter is absent. */
  readonly default?: unknown;
}

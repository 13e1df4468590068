/**
 * The types of calls by path and method, read from `paths` as openapi-typescript writes it. They are named and
 * resolved as those of openapi-fetch, so that code that uses them compiles.
 */

/** A method of a path in `paths`. */
export type HttpMethod = "get" | "put" | "post" | "delete" | "options" | "head" | "patch" | "trace";

/** A media type. */
export type MediaType = `${string}/${string}`;

/** The statuses whose content is the data of a call. */
type OkStatus = 200 | 201 | 202 | 203 | 204 | 206 | 207 | "2XX";

/** The statuses of a map of responses whose content is the error of a call. */
type ErrorStatusOf<Responses> = {
  [Status in keyof Responses]: Status extends "4XX" | "5XX" | "default"
    ? Status
    : Status extends number
      ? `${Status}` extends `${"4" | "5"}${string}`
        ? Status
        : never
      : never;
}[keyof Responses];

/** The paths that have a method. */
export type PathsWithMethod<Paths extends object, Method extends HttpMethod> = {
  // oxlint-disable-next-line typescript/no-explicit-any
  [Path in keyof Paths]: Paths[Path] extends { [Name in Method]: any } ? Path : never;
}[keyof Paths];

/** The values of an object under certain keys. */
export type FilterKeys<Values, Keys> = Values[keyof Values & Keys];

/** The names of required members; `never` if there are none. */
export type RequiredKeysOf<Values> =
  RequiredKeys<Values> extends undefined ? never : RequiredKeys<Values>;

type RequiredKeys<Values> = {
  [Key in keyof Values]: object extends Pick<Values, Key> ? never : Key;
}[keyof Values];

/** Marks what is only in responses, as openapi-typescript does with `read-write-markers`. */
interface Read<Value> {
  readonly $read: Value;
}

/** Marks what is only in requests. */
interface Write<Value> {
  readonly $write: Value;
}

/** A value of a response: without what is marked as only in requests. */
export type Readable<Value> =
  Value extends Write<unknown>
    ? never
    : Value extends Read<infer Marked>
      ? Readable<Marked>
      : Value extends (infer Item)[]
        ? Readable<Item>[]
        : Value extends object
          ? {
              [
                Key in keyof Value as NonNullable<Value[Key]> extends Write<unknown> ? never : Key
              ]: Readable<Value[Key]>;
            }
          : Value;

/** A value of a request: without what is marked as only in responses. */
export type Writable<Value> =
  Value extends Read<unknown>
    ? never
    : Value extends Write<infer Marked>
      ? Writable<Marked>
      : Value extends (infer Item)[]
        ? Writable<Item>[]
        : Value extends object
          ? {
              [
                Key in keyof Value as NonNullable<Value[Key]> extends Read<unknown> ? never : Key
              ]: Writable<Value[Key]>;
            } & {
              [
                Key in keyof Value as NonNullable<Value[Key]> extends Read<unknown> ? Key : never
              ]?: never;
            }
          : Value;

type ResponsesOf<Operation> = Operation extends { responses: infer Responses }
  ? Responses
  : unknown;

type ContentOf<Responses, Media extends MediaType, Status> = Status extends keyof Responses
  ? ContentOfMedia<FilterKeys<Responses[Status], "content">, Media>
  : never;

type ContentOfMedia<Content, Media extends MediaType> = Content extends object
  ? [FilterKeys<Content, Media>] extends [never]
    ? Content
    : FilterKeys<Content, Media>
  : Content;

/** The content of the successes of an operation. */
export type SuccessOf<Operation, Media extends MediaType> = Readable<
  ContentOf<ResponsesOf<Operation>, Media, OkStatus>
>;

/** The content of the errors of an operation. */
export type ErrorOf<Operation, Media extends MediaType> = Readable<
  ContentOf<ResponsesOf<Operation>, Media, ErrorStatusOf<ResponsesOf<Operation>>>
>;

type ContentOfBody<Body> = Body extends { content: infer Content }
  ? FilterKeys<Content, MediaType>
  : never;

/** The body of an operation; `never` without one. */
export type BodyOf<Operation> = Operation extends { requestBody?: infer Body }
  ? ContentOfBody<NonNullable<Body>>
  : never;

/** The option `body` of a call. */
export type BodyOption<Operation> = [BodyOf<Operation>] extends [never]
  ? { readonly body?: never }
  : Operation extends { requestBody: object }
    ? { readonly body: Writable<BodyOf<Operation>> }
    : { readonly body?: Writable<BodyOf<Operation>> | undefined };

/** The option `params` of a call, which is required if one of the parameters is. */
export type ParamsOption<Operation> = Operation extends { parameters: infer Parameters }
  ? [RequiredKeysOf<Parameters>] extends [never]
    ? { readonly params?: Parameters }
    : { readonly params: Parameters }
  : { readonly params?: { readonly query?: { readonly [name: string]: unknown } } };

/**
 * The options `params` and `body` of a call. Of several operations it is theirs in pairs: the compiler looks at all operations
 * of a method at once, and each `params` with each `body` would take gigabytes for hundreds of them.
 */
export type InputOptions<Operation> = Operation extends unknown
  ? ParamsOption<Operation> & BodyOption<Operation>
  : never;

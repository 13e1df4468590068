import type { ParameterStyle, ValueShape } from "./parameter-descriptor.ts";

/** The serialization of one property of a form body (OpenAPI 3.1, Encoding Object). */
export interface EncodingDescriptor {
  readonly contentType?: string;
  readonly style?: ParameterStyle;
  readonly explode?: boolean;
  readonly allowReserved?: true;
  readonly allowEncodedDelimiter?: true;
}

/** One part of a multipart body whose parts are identified by position (OpenAPI 3.2, Encoding Object). */
export interface PartDescriptor {
  /** A comma-separated list of media types and ranges. Default: by the value. */
  readonly contentType?: string;
  /** Fixed headers of each such part, by name. */
  readonly headers?: { readonly [name: string]: string };
  /** Default: `any`. */
  readonly shape?: ValueShape;
}

/**
 * The event that ends a stream. It matches all given members. With `data`, such as `[DONE]`, it is a
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
   * The kind of body, if the media type does not determine it (`*\/*`) or the schema overrides it, such as
   * `format: binary` for `text/csv`. Default: by the media type; bytes for a range. `parts`: a list of the
   * parts of a multipart body, in order (OpenAPI 3.2, "Encoding By Position").
   */
  readonly as?: "json" | "text" | "bytes" | "parts";
  /** The format of a body that is a sequence of items instead of one value. */
  readonly stream?: "server-sent-events" | "json-lines" | "json-seq" | "multipart";
  /**
   * What an item of `server-sent-events` is: the text of the event's data, or the event itself with its
   * fields (OpenAPI 3.2, Media Type Object, `itemSchema`). Default: the data, parsed as JSON.
   */
  readonly item?: "text" | "event";
  /**
   * The names of the events whose data is JSON, if items are whole events; `true`: all. Default: data is
   * text.
   */
  readonly jsonEvents?: true | readonly string[];
  /** The event that ends a stream. Default: the end of the body. */
  readonly terminal?: TerminalDescriptor;
  /** The name of the event that reports an error inside a stream. */
  readonly errorEvent?: string;
  /** The types of a form body's properties, to which its texts are parsed. */
  readonly shape?: ValueShape;
  readonly encoding?: { readonly [property: string]: EncodingDescriptor };
  /** The first parts of a list, by position. */
  readonly prefixEncoding?: readonly PartDescriptor[];
  /** All further parts of a list. */
  readonly itemEncoding?: PartDescriptor;
}

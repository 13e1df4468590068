import type { ParameterStyle, ValueShape } from "./parameter-descriptor.ts";

/** The serialization of one property of a form body (OpenAPI 3.1, Encoding Object). */
export interface EncodingDescriptor {
  readonly contentType?: string;
  readonly style?: ParameterStyle;
  readonly explode?: boolean;
  readonly allowReserved?: true;
  readonly allowEncodedDelimiter?: true;
}

/** One part of a body whose parts are known by their place (OpenAPI 3.2, Encoding Object). */
export interface PartDescriptor {
  /** Media types and ranges of them, with commas between. Default: by the value. */
  readonly contentType?: string;
  /** Headers that are the same in each such part, by name. */
  readonly headers?: { readonly [name: string]: string };
  /** Default: `any`. */
  readonly shape?: ValueShape;
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
   * otherwise, such as `format: binary` of `text/csv`. Default: by the media type; of a range, bytes. `parts`:
   * a list of the parts of a multipart body, in their order (OpenAPI 3.2, "Encoding By Position").
   */
  readonly as?: "json" | "text" | "bytes" | "parts";
  /** The format of a body that is a sequence of items instead of one value. */
  readonly stream?: "server-sent-events" | "json-lines" | "json-seq" | "multipart";
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
  /** The first of a list of parts, each by its place. */
  readonly prefixEncoding?: readonly PartDescriptor[];
  /** All other parts of a list. */
  readonly itemEncoding?: PartDescriptor;
}

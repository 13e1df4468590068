/**
 * Converts a value's JSON to the types of the description, such as `Date`. It changes the given value and
 * returns it.
 */
export type Decoder = (value: unknown) => unknown;

/**
 * The decoders of one operation, one for each part that contains something to convert. A stream's decoder
 * converts one item.
 */
export interface OperationCodec {
  /** Each decodes an object with one member per parameter of that location. */
  readonly path?: Decoder;
  readonly query?: Decoder;
  readonly header?: Decoder;
  readonly cookie?: Decoder;
  /** The decoders of the request body, by media type as in the description. */
  readonly body?: { readonly [mediaType: string]: Decoder };
  /** The decoders of response bodies, by status and media type as in the description. */
  readonly responses?: { readonly [status: string]: { readonly [mediaType: string]: Decoder } };
  /** The decoders of the documented headers of responses, by status. Each decodes an object. */
  readonly headers?: { readonly [status: string]: Decoder };
  /** The decoder of the errors that all operations share (`x-common-errors`). */
  readonly commonError?: Decoder;
  /** Only where bodies have integers of 64 bits: reads and writes their JSON without loss. */
  readonly json?: ExactJson;
}

/** Reads and writes JSON in which an integer beyond 2^53 is a `bigint`. */
export interface ExactJson {
  /** Parses a text. @throws {SyntaxError} if it is not JSON. */
  readonly parse: (text: string) => unknown;
  /** Replaces each `bigint` by what `JSON.stringify` writes as its digits. */
  readonly raw: (value: unknown) => unknown;
}

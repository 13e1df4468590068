/**
 * Makes of a value's JSON what the types say that it is, such as instances of `Date`. It changes the value
 * that it is given, and gives it back.
 */
export type Decoder = (value: unknown) => unknown;

/**
 * The decoders of one operation: there is one for each part in which anything is to be converted. A stream's
 * decoder takes one item.
 */
export interface OperationCodec {
  /** Each takes an object with one member per parameter of that location. */
  readonly path?: Decoder;
  readonly query?: Decoder;
  readonly header?: Decoder;
  readonly cookie?: Decoder;
  /** The decoders of the request body, by media type as in the description. */
  readonly body?: { readonly [mediaType: string]: Decoder };
  /** The decoders of response bodies, by status and media type as in the description. */
  readonly responses?: { readonly [status: string]: { readonly [mediaType: string]: Decoder } };
  /** The decoders of the documented headers of responses, by status: each takes an object. */
  readonly headers?: { readonly [status: string]: Decoder };
  /** The decoder of the errors that all operations share (`x-common-errors`). */
  readonly commonError?: Decoder;
}

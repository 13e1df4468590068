/** The name and value of a header field, as it is sent. */
export type HeaderField = readonly [name: string, value: string];

/** A request as it stands on the wire, apart from the connection (RFC 9110, section 6). */
export interface WireRequest {
  readonly method: string;
  /** Path and query, percent-encoded, below the subject's base URL: `/pets/7?limit=1`. */
  readonly target: string;
  readonly headers: readonly HeaderField[];
  readonly body?: Uint8Array | undefined;
}

/** An answer as it came over the wire. */
export interface WireResponse {
  readonly status: number;
  /** In order; several fields of one name stay apart. */
  readonly headers: readonly HeaderField[];
  /** Of a stream, as much as was read until it ended or the reading was given up. */
  readonly body: Uint8Array;
  /** False if the reading of its body was given up before its end: a stream that goes on. */
  readonly isWhole: boolean;
}

/** The value of a header field, several joined as a list (RFC 9110, section 5.3); `undefined` where there is none. */
export function headerOf(headers: readonly HeaderField[], name: string): string | undefined {
  const wanted = name.toLowerCase();
  const values = headers.filter(([own]) => own.toLowerCase() === wanted).map(([, value]) => value);
  return values.length === 0 ? undefined : values.join(", ");
}

/** The fields with one name replaced; `undefined` removes it. */
export function withHeader(
  headers: readonly HeaderField[],
  name: string,
  value: string | undefined,
): HeaderField[] {
  const wanted = name.toLowerCase();
  const others = headers.filter(([own]) => own.toLowerCase() !== wanted);
  return value === undefined ? others : [...others, [wanted, value]];
}

/** The name and value of a header field, as it is sent. */
export type HeaderField = readonly [name: string, value: string];

/**
 * Returns the value of a header field; several are joined as a list (RFC 9110, section 5.3), and `undefined` is
 * returned for none.
 */
export function headerOf(headers: readonly HeaderField[], name: string): string | undefined {
  const wanted = name.toLowerCase();
  const values = headers.filter(([own]) => own.toLowerCase() === wanted).map(([, value]) => value);
  return values.length === 0 ? undefined : values.join(", ");
}

/** Half of a surrogate pair: no character, and nothing that UTF-8 can express. */
const half = /\p{Surrogate}/u;

/**
 * A text as it is.
 *
 * @throws {TypeError} if UTF-8 cannot express it: it would arrive as another text
 */
export function wellFormed(text: string): string {
  if (half.test(text)) throw new TypeError("a text has half of a surrogate pair");
  return text;
}

/**
 * Writes a value.
 *
 * @param what stands before the reason why it cannot be written
 * @throws {TypeError} with it, as the value alone does not say what it is
 */
export function naming<Written>(what: string, write: () => Written): Written {
  try {
    return write();
  } catch (cause) {
    throw new TypeError(`${what}: ${(cause as Error).message}`, { cause });
  }
}

/** A lone surrogate, which UTF-8 cannot express. */
const half = /\p{Surrogate}/u;

/**
 * Returns a text if it can be sent.
 *
 * @throws {TypeError} for a lone surrogate, which would arrive as another character
 */
export function wellFormed(text: string): string {
  if (half.test(text)) throw new TypeError("a text contains a lone surrogate");
  return text;
}

/**
 * Runs a function that writes a value, and names the value in its error.
 *
 * @param what the name of the value
 * @throws {TypeError} with the name and the reason why it cannot be written
 */
export function naming<Written>(what: string, write: () => Written): Written {
  try {
    return write();
  } catch (cause) {
    throw new TypeError(`${what}: ${(cause as Error).message}`, { cause });
  }
}

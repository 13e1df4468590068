/** An integer with more digits than doubles hold of any. */
const longInteger = /^-?\d{16,}$/;

/**
 * True if the number that a text was read as is the one that was written: the same integer, or a double as
 * `JSON.stringify` writes it. `9007199254740993` is read as `9007199254740992`, which is another one.
 * Fractions are doubles, and rounded as such.
 */
export function isExact(text: string, number: number): boolean {
  return (
    !longInteger.test(text) ||
    String(number) === text ||
    (Number.isFinite(number) && BigInt(number) === BigInt(text))
  );
}

/** An integer with so many digits that some of its length are not exact in a double. */
const longInteger = /^-?\d{16,}$/;

/**
 * True if a text and the number parsed from it are the same value. `9007199254740993` is parsed as
 * `9007199254740992`, which is another integer. Fractions are always rounded to doubles and count as exact.
 */
export function isExact(text: string, number: number): boolean {
  return (
    !longInteger.test(text) ||
    String(number) === text ||
    (Number.isFinite(number) && BigInt(number) === BigInt(text))
  );
}

/** The smallest and the largest integer of a format. */
export interface IntegerRange {
  readonly min: bigint;
  readonly max: bigint;
}

/**
 * The formats of integers, in OpenAPI's registry. Texts have them as well: the JSON of Protocol Buffers writes
 * integers of 64 bits as texts.
 */
const ranges: Readonly<Record<string, IntegerRange>> = {
  int32: { min: -(2n ** 31n), max: 2n ** 31n - 1n },
  int64: { min: -(2n ** 63n), max: 2n ** 63n - 1n },
  uint32: { min: 0n, max: 2n ** 32n - 1n },
  uint64: { min: 0n, max: 2n ** 64n - 1n },
};

/** Returns the integers of a format; `undefined` for a format that is not of integers. */
export function integerRange(format: string): IntegerRange | undefined {
  return Object.hasOwn(ranges, format) ? ranges[format] : undefined;
}

/** The numbers of digits for which there are integers of 64 bits. */
const mostDigits = 20;

/**
 * Returns the integers of a format whose digits are of a length; those with a sign only if there are no bounds
 * of the length.
 *
 * @returns `undefined` if there is none, or the format is not of integers
 */
export function integersOfLength(
  format: string,
  fewest: number,
  most: number,
): IntegerRange | undefined {
  const range = integerRange(format);
  if (range === undefined || fewest > mostDigits || most < 1) return undefined;
  const isBounded = fewest > 1 || most < mostDigits;
  const least = fewest > 1 ? 10n ** BigInt(Math.ceil(fewest) - 1) : 0n;
  const min = isBounded ? least : range.min;
  const largest = most < mostDigits ? 10n ** BigInt(Math.floor(most)) - 1n : range.max;
  const max = largest < range.max ? largest : range.max;
  return min > max ? undefined : { min, max };
}
